package regengine

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/langfile"
)

// UnreadWords returns the names of the files of a language folder that none of the
// readers opens, in order: "stopword.txt" where "stopwords.txt" was meant. Nothing is
// learnt.
func UnreadWords(readers []LanguageReader, tag string, files map[string][]byte) []string {
	if len(files) == 0 { // the country brings no words, or these are places read from a file
		return nil
	}
	country := Country{Language: files}
	words := &openings{FS: country.Words(), opened: make(map[string]bool)}
	for _, r := range readers {
		_ = guarded(func() error { return r.Check(tag, words) }) // what is wrong in them is told elsewhere
	}
	var unread []string
	for name := range files {
		if !words.opened[name] {
			unread = append(unread, name)
		}
	}
	slices.Sort(unread)
	return unread
}

// openings notes which files are opened.
type openings struct {
	fs.FS
	opened map[string]bool
}

// Open implements [fs.FS].
func (o *openings) Open(name string) (fs.File, error) {
	o.opened[name] = true
	return o.FS.Open(name)
}

// unreadParts returns, in order, the parts of the program that texts of a language folder
// are for and that none of the readers is ("extractive" of "extractive.quote<tab>..."), and
// the keys that a reader read once ("ask.partly").
func unreadParts(readers []LanguageReader, files map[string][]byte) []string {
	var unread []string
	for line := range strings.Lines(string(files[langfile.MessagesFile])) {
		key, _, isText := strings.Cut(line, "\t")
		part, rest, isKey := strings.Cut(key, ".")
		if !isText || !isKey || strings.HasPrefix(line, "#") {
			continue
		}
		i := slices.IndexFunc(readers, func(r LanguageReader) bool { return r.Name == part })
		switch {
		case i < 0:
			unread = append(unread, part)
		case slices.Contains(readers[i].Retired, rest):
			unread = append(unread, key)
		}
	}
	slices.Sort(unread)
	return slices.Compact(unread)
}
