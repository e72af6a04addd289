// Package langfile reads the files a language is described by. Their formats are
// plain text, so that a person who knows the language and no Go can write them.
package langfile

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// MessagesFile is the name of the file the program's own texts are in: "key",
// a tab and the text on each line; "#" begins a remark, `\n` breaks a line.
const MessagesFile = "messages.tsv"

// maxMessage bounds one text, in bytes.
const maxMessage = 4 << 10

// Messages reads the texts of one part of the program: those whose key begins with
// part and a dot. known holds that part's texts in English by key; a text must have
// the same verbs (%s, %d, %q ...) as the English one, in the same number, and beside
// them "%%" for a percent sign. Where a text is not there the English one is returned. The error joins every mistake,
// each with its line. Keys of other parts are none of its concern, and those that are
// retired, which a former version read, are ignored.
func Messages(files fs.FS, part string, known map[string]string, retired ...string) (map[string]string, error) {
	texts := make(map[string]string, len(known))
	for key, text := range known {
		texts[key] = text
	}
	data, err := fs.ReadFile(files, MessagesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return texts, nil
	}
	if err != nil {
		return nil, err
	}
	var all error
	seen := map[string]int{}
	number := 0
	for line := range strings.Lines(withoutMark(data)) {
		number++
		key, text, of := entry(line, part)
		if !of || slices.Contains(retired, key) {
			continue
		}
		if reason := problem(key, text, known, seen); reason != "" {
			all = errors.Join(all, fmt.Errorf("%s:%d: %s", MessagesFile, number, reason))
			continue
		}
		seen[key] = number
		texts[key] = strings.ReplaceAll(text, `\n`, "\n")
	}
	return texts, all
}

// Texts are the texts of one part in a file that a program brings along, by key. It panics
// where the file cannot be read.
func Texts(files fs.FS, name, part string) map[string]string {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err) // it is embedded
	}
	texts := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if key, text, of := entry(line, part); of {
			texts[key] = text
		}
	}
	return texts
}

// entry takes a line apart; of is false for remarks and keys of other parts.
func entry(line, part string) (key, text string, of bool) {
	line = strings.TrimRight(line, "\r\n")
	if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
		return "", "", false
	}
	full, text, _ := strings.Cut(line, "\t")
	key, of = strings.CutPrefix(full, part+".")
	return key, strings.TrimSpace(text), of
}

func problem(key, text string, known map[string]string, seen map[string]int) string {
	english, ok := known[key]
	switch {
	case !ok:
		return fmt.Sprintf("there is no text %q: leave it out, or correct the key", key)
	case seen[key] > 0:
		return fmt.Sprintf("%q stands on line %d already", key, seen[key])
	case text == "":
		return fmt.Sprintf("%q has no text behind its tab: leave it out, and the English one is used", key)
	case len(text) > maxMessage || !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return fmt.Sprintf("%q is no UTF-8 text of at most %d bytes", key, maxMessage)
	case perCent.MatchString(text) && !perCent.MatchString(english):
		return fmt.Sprintf("%q holds %q: write \"%%%%\" for a percent sign", key, perCent.FindString(text))
	case !slices.Equal(verbs(text), verbs(english)):
		return fmt.Sprintf("%q must hold %v as the English text does, which is %q; it holds %v", key, verbs(english), english, verbs(text))
	case len(verbs(english)) > 0 && strings.Contains(verb.ReplaceAllString(text, ""), "%"):
		return fmt.Sprintf("%q holds a %q that is no verb: write \"%%%%\" for a percent sign", key, "%")
	}
	return ""
}

var verb = lazyregexp.New(`%(?:\[(\d+)\])?[-+# 0]*\d*(?:\.\d+)?([a-zA-Z%])`)

// perCent is a percent sign before a word, which would be read as a verb: "5 % k".
var perCent = lazyregexp.New(`(?:^|[^%])% +\p{L}`)

// verbs lists the verbs of a format, each with the argument it takes, in the order
// of arguments: another language may put them in another order.
func verbs(format string) []string {
	var list []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		at := next
		if m[1] != "" {
			at = 0
			for _, d := range m[1] {
				at = at*10 + int(d-'0')
			}
		}
		next = at + 1
		list = append(list, fmt.Sprintf("%04d%%%s", at, m[2]))
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for i, v := range list {
		list[i] = strings.TrimLeft(v[:4], "0") + ":" + v[4:]
	}
	return list
}
