package verify

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/verify/understand"
)

// SynonymsFile is the file of a language folder that this package reads itself, beside
// [langfile.MessagesFile]: what the words of regulations mean.
const SynonymsFile = "synonyms.txt"

// maxSynonyms bounds it, in bytes.
const maxSynonyms = 1 << 20

// messagesPart is the prefix of this package's texts.
const messagesPart = "verify"

// ErrBuiltInLanguage says that language data are of a language this package has
// itself ("es", "en"), which nobody else may change.
var ErrBuiltInLanguage = errors.New("verify: the language is built in")

// builtIn are the codes of the languages that are part of the program, in the
// order they are tried in.
var builtIn = []string{"es", "en"}

// english is the language that stands in for what another lacks.
const englishCode = "en"

// language is all that is known of a language here.
type language struct {
	*understand.Language
	messages map[message]string // nil where it has none of its own
	synonyms string             // what the words of regulations mean
}

// tongues are the languages of a country, merged, and what can be said in them.
type tongues struct {
	*understand.Languages
	list []*language // the country's own first
}

func newTongues(list ...*language) *tongues {
	read := make([]*understand.Language, len(list))
	for i, l := range list {
		read[i] = l.Language
	}
	return &tongues{understand.Merge(read...), list}
}

// speech returns the messages in a language; nil where it has none.
func (t *tongues) speech(lang string) map[message]string {
	for _, l := range t.list {
		if l.Lang == lang {
			return l.messages
		}
	}
	return nil
}

//go:embed language
var languageFiles embed.FS

// languageTable holds languages by code, and which are understood together. It is
// never changed, only replaced.
type languageTable struct {
	languages map[string]*language
	together  map[string]*tongues // by the code of a country's language
}

var languages atomic.Pointer[languageTable]

// known returns the languages as they are now.
func known() *languageTable {
	if t := languages.Load(); t != nil {
		return t
	}
	languages.CompareAndSwap(nil, newLanguageTable(readBuiltIn()))
	return languages.Load()
}

func newLanguageTable(all map[string]*language) *languageTable {
	t := &languageTable{languages: all, together: make(map[string]*tongues)}
	for code, l := range all {
		beside := all[englishCode]
		if code == englishCode {
			beside = all[builtIn[0]]
		}
		t.together[code] = newTongues(l, beside)
	}
	t.together[""] = newTongues(all[englishCode]) // of a language nobody added
	return t
}

// of returns what the checks of a country are understood in whose language has a
// tag: that language and English, Spanish beside English in a country where
// English is spoken, English alone where nobody added the language.
func (t *languageTable) of(tag string) *tongues {
	if found, ok := t.together[langfile.Primary(tag)]; ok {
		return found
	}
	return t.together[""]
}

// reading returns what rules in a language are read with.
func (t *languageTable) reading(tag string) *tongues {
	if code := langfile.Primary(tag); t.languages[code] != nil && !slices.Contains(builtIn, code) {
		return t.together[code]
	}
	return t.together[builtIn[0]]
}

// trying returns the language that the tests of rules are asked and answered in:
// that of the rules, or English where nobody added it. Checks are then understood in
// every language that is built in, for a region's rules are in its own language and
// their tests often in the country's.
func (t *languageTable) trying(tag string) string {
	if code := langfile.Primary(tag); t.languages[code] != nil {
		return code
	}
	return englishCode
}

func readBuiltIn() map[string]*language {
	out := make(map[string]*language)
	for _, code := range builtIn {
		folder, err := fs.Sub(languageFiles, "language/"+code)
		if err != nil {
			panic(err) // embedded
		}
		l, err := readLanguage(code, folder)
		if err != nil {
			panic(fmt.Errorf("verify: %s: %w", code, err))
		}
		l.messages = messagesOf(langfile.Texts(folder, langfile.MessagesFile, messagesPart))
		out[code] = l
	}
	return out
}

// CheckLanguage says what is wrong with the language files of this package: all
// mistakes at once, each with its file and line. It changes nothing. A file that is
// not there is not missed. ErrBuiltInLanguage for "es" and "en".
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readAdded(tag, files)
	return err
}

// AddLanguage makes a language known to every [Verifier] that is built from now on
// for a country it is the language of, instead of what was known of it. It may be
// called while others read; Verifiers there are keep what they were built with.
// Errors as of [CheckLanguage]; nothing changes then.
func AddLanguage(tag string, files fs.FS) error {
	l, err := readAdded(tag, files)
	if err != nil {
		return err
	}
	for {
		old := known()
		all := maps.Clone(old.languages)
		all[l.Lang] = l
		if languages.CompareAndSwap(old, newLanguageTable(all)) {
			return nil
		}
	}
}

func readAdded(tag string, files fs.FS) (*language, error) {
	code := langfile.Primary(tag)
	if slices.Contains(builtIn, code) {
		return nil, fmt.Errorf("%w: %s", ErrBuiltInLanguage, tag)
	}
	if !langfile.IsPrimary(code) {
		return nil, fmt.Errorf("verify: %q is no language tag such as fr", tag)
	}
	l, err := readLanguage(code, files)
	known := langfile.Texts(languageFiles, "language/"+englishCode+"/"+langfile.MessagesFile, messagesPart)
	maps.Copy(known, retired)
	texts, wrong := langfile.Messages(files, messagesPart, known)
	if err = errors.Join(err, wrong); err != nil {
		return nil, err
	}
	l.messages = messagesOf(texts)
	return l, nil
}

// messagesOf returns texts by their keys as they are said.
func messagesOf(texts map[string]string) map[message]string {
	out := make(map[message]string, len(texts))
	for key, text := range texts {
		out[message(key)] = text
	}
	for _, m := range []message{msgAnd, msgOr} { // they stand between words
		out[m] = " " + out[m] + " "
	}
	return out
}

// retired are texts that nobody says any more, with what they hold: files of languages
// that were added may have them.
var retired = map[string]string{"used_elsewhere": "%q"}

// readLanguage reads all but the messages.
func readLanguage(code string, files fs.FS) (*language, error) {
	g, err := understand.Read(code, files)
	text, _, unread := langfile.Read(files, SynonymsFile, maxSynonyms)
	wrong := append(checkThesaurus(text), err, unread)
	return &language{Language: g, synonyms: text}, errors.Join(wrong...)
}
