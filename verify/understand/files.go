package understand

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/reglookup/regengine/geo/langfile"
)

// The files of a language folder that this package reads.
const (
	GrammarFile    = "grammar.txt"    // little words, comparators, endings
	VocabularyFile = "vocabulary.txt" // words that change nothing about what is measured
	SignalsFile    = "signals.txt"    // what the words of a quote do to its number
)

// maxLanguageFile bounds each of them, in bytes.
const maxLanguageFile = 1 << 20

// Read reads what the files of a language's folder say. What is not there is not
// missed. The error joins every mistake, each with its file and line.
func Read(code string, files fs.FS) (*Language, error) {
	texts := make(map[string]string)
	var wrong []error
	for _, name := range []string{GrammarFile, VocabularyFile, SignalsFile} {
		text, _, err := langfile.Read(files, name, maxLanguageFile)
		if err != nil {
			wrong = append(wrong, err)
		}
		texts[name] = text
	}
	l, problems := parseGrammar(code, texts[GrammarFile])
	wrong = append(wrong, problems...)
	l.vocabulary, l.qualifiers = readVocabulary(texts[VocabularyFile])
	if strings.TrimSpace(texts[SignalsFile]) != "" {
		l.signals, problems = readSignals(texts[SignalsFile])
		wrong = append(wrong, problems...)
	}
	return l, errors.Join(wrong...)
}
