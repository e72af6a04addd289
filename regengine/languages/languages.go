// Package languages lists the parts of the program that read language data of
// countries that are not built in. Programs hand the list to the engine, and authors
// of plugins to their tests: both then read a language folder with the same eyes.
package languages

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/transport/web"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Readers returns those who read a language folder.
func Readers() []regengine.LanguageReader {
	return []regengine.LanguageReader{
		reader("retrieval", retrieval.ErrBuiltInLanguage, retrieval.CheckLanguage, retrieval.AddLanguage),
		reader("quantity", quantity.ErrBuiltInLanguage, quantity.CheckLanguage, quantity.AddLanguage),
		reader("textlimits", textlimits.ErrBuiltInLanguage, textlimits.CheckLanguage, textlimits.AddLanguage),
		reader("verify", verify.ErrBuiltInLanguage, verify.CheckLanguage, verify.AddLanguage),
		retiring(reader("ask", ask.ErrBuiltInLanguage, ask.CheckLanguage, ask.AddLanguage), ask.RetiredTexts),
		retiring(reader("note", note.ErrBuiltInLanguage, note.CheckLanguage, note.AddLanguage), note.RetiredTexts),
		{Name: "tools", Check: regengine.CheckAskLanguage, Add: regengine.AddAskLanguage},
		reader("report", report.ErrBuiltInLanguage, report.CheckLanguage, report.AddLanguage),
		retiring(reader("web", web.ErrBuiltInLanguage, web.CheckLanguage, web.AddLanguage), web.RetiredTexts),
	}
}

// retiring says which texts a reader read once.
func retiring(r regengine.LanguageReader, keys []string) regengine.LanguageReader {
	r.Retired = keys
	return r
}

// reader makes a reader of a package's functions, whose own error for a language
// that is built in becomes the engine's.
func reader(name string, builtIn error, check, add func(tag string, files fs.FS) error) regengine.LanguageReader {
	translate := func(f func(string, fs.FS) error) func(string, fs.FS) error {
		return func(tag string, files fs.FS) error {
			err := f(tag, files)
			if errors.Is(err, builtIn) {
				return fmt.Errorf("%w: %w", regengine.ErrBuiltInLanguage, err)
			}
			return err
		}
	}
	return regengine.LanguageReader{Name: name, Check: translate(check), Add: translate(add)}
}

// Learn makes a language known to the whole process. When any of the readers finds
// a mistake none of them learns it: the error joins all mistakes. Each names its file
// and line, and says who reads it.
func Learn(readers []regengine.LanguageReader, tag string, files fs.FS) error {
	var all []error
	for _, r := range readers {
		if err := r.Check(tag, files); err != nil {
			all = append(all, fmt.Errorf("%s: %w", r.Name, err))
		}
	}
	if len(all) > 0 {
		return errors.Join(all...)
	}
	for _, r := range readers {
		if err := r.Add(tag, files); err != nil {
			all = append(all, fmt.Errorf("%s: %w", r.Name, err))
		}
	}
	return errors.Join(all...)
}
