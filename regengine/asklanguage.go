package regengine

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// toolsPart begins, in messages.tsv, the keys of what the tools of a turn say.
const toolsPart = "tools"

// addedWordings are what the tools say in the languages countries brought along.
var addedWordings langfile.Table[*toolWording]

// CheckAskLanguage says what is wrong with the texts of the tools of a turn in files
// ("tools." in messages.tsv), every mistake with its line, and changes nothing.
// ErrBuiltInLanguage.
func CheckAskLanguage(tag string, files fs.FS) error {
	_, err := readToolWording(tag, files)
	return err
}

// AddAskLanguage makes the tools of a turn speak a language, in the whole process.
// Texts that files lack stay English. ErrBuiltInLanguage.
func AddAskLanguage(tag string, files fs.FS) error {
	words, err := readToolWording(tag, files)
	if err != nil {
		return err
	}
	addedWordings.Put(tag, words)
	return nil
}

// toolWordingFor returns what the tools say in the language of a BCP 47 tag, in
// English where they do not know it.
func toolWordingFor(tag string) *toolWording {
	if words := toolWordings[langfile.Primary(tag)]; words != nil {
		return words
	}
	if words, ok := addedWordings.Get(tag); ok {
		return words
	}
	return toolWordings["en"]
}

// toolWordingOf returns what the tools say in a turn for a question.
func toolWordingOf(q ask.Question) *toolWording { return toolWordingFor(ask.LanguageOf(q)) }

func readToolWording(tag string, files fs.FS) (*toolWording, error) {
	lang := langfile.Primary(tag)
	if toolWordings[lang] != nil {
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	english := toolWordings["en"].texts()
	texts, err := langfile.Messages(files, toolsPart, english)
	if err != nil {
		return nil, err
	}
	return newToolWording(lang, texts), nil
}

// texts are the words by their keys in messages.tsv.
func (w *toolWording) texts() map[string]string {
	texts := map[string]string{}
	for key, text := range w.fields() {
		texts[key] = *text
	}
	for status, text := range w.verdicts {
		texts["verdict."+strings.ReplaceAll(string(status), "-", "_")] = text
	}
	for direction, text := range w.directions {
		texts["direction."+string(direction)] = text
	}
	return texts
}

func (w *toolWording) fields() map[string]*string {
	return map[string]*string{
		"result": &w.result, "limit": &w.limit, "duty": &w.duty, "margin": &w.margin, "condition": &w.condition,
		"warning": &w.warning, "source": &w.source, "considered": &w.considered, "complies": &w.complies, "fails": &w.fails,
		"no_verdict": &w.noVerdict, "required": &w.required, "forbidden": &w.forbidden, "free": &w.free, "applies": &w.applies, "applies_not": &w.appliesNot,
		"step": &w.step, "applied": &w.applied, "decimal": &w.decimal, "zone_origin": &w.zoneOrigin, "town_altitude": &w.townAltitude,
	}
}

func newToolWording(lang string, texts map[string]string) *toolWording {
	w := &toolWording{lang: lang, verdicts: map[verify.Status]string{}, directions: map[rules.Direction]string{}}
	for key, text := range w.fields() {
		*text = texts[key]
	}
	for status := range toolWordings["en"].verdicts {
		w.verdicts[status] = texts["verdict."+strings.ReplaceAll(string(status), "-", "_")]
	}
	for direction := range toolWordings["en"].directions {
		w.directions[direction] = texts["direction."+string(direction)]
	}
	return w
}
