package retrieval

import (
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// languageReader reads the files of a language and gathers what is wrong in them.
type languageReader struct {
	files      fs.FS
	all, index hash.Hash // of all data, and of what decides the terms of a text
	err        error
	faults     int
}

// read returns a file, "" when it is not there.
func (r *languageReader) read(name string, indexed bool) string {
	data, err := fs.ReadFile(r.files, name)
	r.faults = 0
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		r.err = errors.Join(r.err, err)
	case !validText(data):
		r.err = errors.Join(r.err, fmt.Errorf("%s: it is no UTF-8 text of at most %d bytes", name, maxLanguageFile))
		data = nil
	}
	writeString(r.all, name)
	writeString(r.all, string(data))
	if indexed {
		writeString(r.index, name)
		writeString(r.index, string(data))
	}
	return strings.TrimPrefix(string(data), "\ufeff")
}

// wrong takes down a mistake; line is counted from 1.
func (r *languageReader) wrong(name string, line int, format string, args ...any) {
	if r.faults++; r.faults <= mostFaults {
		r.err = errors.Join(r.err, fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...)))
	}
}

// words reads words separated by white space; "#" begins a remark.
func (r *languageReader) words(name string, indexed bool) map[string]bool {
	data := r.read(name, indexed)
	for i, line := range strings.Split(data, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for w := range strings.FieldsSeq(line) {
			if tokens := plainAnalyzer.tokens(nil, w); len(tokens) != 1 || tokens[0].text != w {
				r.wrong(name, i+1, "%q is not one word: write what stands on either side of an apostrophe or hyphen as words of their own", w)
			}
		}
	}
	return wordSet(data)
}

// stemmer returns what stems words: an algorithm by its name, or by rules; nil where
// neither is there.
func (r *languageReader) stemmer() func(string) string {
	rules := r.read(stemFile, true)
	for i, line := range strings.Split(rules, "\n") {
		f := strings.Fields(line)
		if isRemark(line) || len(f) == 1 && f[0] == "step" {
			continue
		}
		if len(f) < 3 || len(f[0]) != 1 || !isDigit(f[0][0]) {
			r.wrong(stemFile, i+1, `want "step", or a digit (letters that must stay), a replacement ("-" for none) and endings: %q`, line)
			rules = ""
		}
	}
	named, name, at := r.read(stemmerFile, true), "", 0
	for i, line := range strings.Split(named, "\n") {
		if isRemark(line) {
			continue
		}
		if name != "" {
			r.wrong(stemmerFile, i+1, "it names %s already: one algorithm stems a language", name)
		}
		name, at = strings.TrimSpace(line), i+1
	}
	switch {
	case name != "" && rules != "":
		r.wrong(stemmerFile, at, "%s is there too: a language has one stemmer", stemFile)
	case name != "" && algorithms[name] == nil:
		r.wrong(stemmerFile, at, "there is no algorithm %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(algorithms)), ", "))
	case name != "":
		return snowball(algorithms[name])
	case rules != "":
		return lightSteps(rules)
	}
	return nil
}

// references reads words that announce a number.
func (r *languageReader) references() map[string]string {
	data := r.read(referencesFile, true)
	for i, line := range strings.Split(data, "\n") {
		spelling, words, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !isRemark(line) && (!ok || strings.TrimSpace(words) == "" || !isPlainWord(spelling)) {
			r.wrong(referencesFile, i+1, "want a spelling of small letters, a tab and words: %q", line)
		}
	}
	return parseReferences(data)
}

func isPlainWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

// synonyms reads groups of what means the same, which are of the language where they
// name no other.
func (r *languageReader) synonyms(tag string, a *analyzer) *thesaurus {
	data := r.read(synonymsFile, false)
	p := synonymParser{builtIn().with(tag, a), []string{tag}}
	for i, line := range strings.Split(data, "\n") {
		if !isRemark(line) {
			r.checkGroup(&p, i+1, strings.Split(strings.TrimSpace(line), "\t"))
		}
	}
	if r.err != nil {
		return &thesaurus{}
	}
	return parseSynonyms(p.lexicon, p.langs, data)
}

func (r *languageReader) checkGroup(p *synonymParser, line int, entries []string) {
	equal := 0
	for _, e := range entries {
		from, to, oneWay := strings.Cut(e, " > ")
		if r.checkEntry(p, line, from); oneWay {
			r.checkEntry(p, line, to)
			continue
		}
		equal++
	}
	if equal == 1 {
		r.wrong(synonymsFile, line, "%q means the same as nothing else on its line: entries are separated by tabs", strings.Join(entries, "\t"))
	}
	if len(entries) > mostGroupEntries {
		r.wrong(synonymsFile, line, "it has %d entries, more than %d", len(entries), mostGroupEntries)
	}
}

func (r *languageReader) checkEntry(p *synonymParser, line int, entry string) {
	if tags, _, named := strings.Cut(entry, ":"); named {
		for tag := range strings.SplitSeq(tags, ",") {
			if !tagShape.MatchString(tag) {
				r.wrong(synonymsFile, line, "%q names no language before its colon", entry)
				return
			}
		}
	}
	if len(p.entrySpellings(&thesaurus{}, entry)) == 0 {
		r.wrong(synonymsFile, line, "%q must have 1 to %d words that are no stop words", entry, maxPhrase)
	}
}
