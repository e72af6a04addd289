package crossref

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// workNumber is the number of a regulation with what may stand before it:
// "38/1999", "FOM/1635/2013", "2010/31/UE", "(UE) n.º 305/2011".
var workNumber = lazyregexp.New(`^\.?[ \x{a0}]*(?:\((?:UE|CE|CEE|EU|EC|EEC)\)[ \x{a0}]*)?(?:(?:n\.?[ºo°]|núm\.|No\.?)[ \x{a0}]*)?((?:[A-Z]{2,5}[ ]?/)?\d{1,4}/\d{2,4}(?:/(?:UE|CE|CEE|EU|EC|EEC))?)`)

// work reads the name of a regulation that begins with w: by number ("Ley
// 38/1999"), or by name or letters ("DB-SI"). end is 0 when there is none; key is
// the same for every spelling.
func (s *scanner) work(w word) (end int, key string) {
	for _, p := range s.words.works[w.fold] {
		to, ok := s.phrase(p, w)
		if !ok {
			continue
		}
		if p.named {
			if !partOfName(s.text, to) {
				return to, p.class
			}
			continue
		}
		if m := workNumber.FindStringSubmatch(ahead(s.text, to)); m != nil && !partOfWord(s.text, to+len(m[0])) {
			return to + len(m[0]), p.class + "-" + workNumberKey(m[1])
		}
	}
	return 0, ""
}

// workNumberKey leaves of a number what tells regulations apart: its digits, and
// the letters of a department.
func workNumberKey(number string) string {
	number = strings.ReplaceAll(number, " ", "")
	for _, union := range []string{"/UE", "/CE", "/CEE", "/EU", "/EC", "/EEC"} {
		number = strings.TrimSuffix(number, union)
	}
	return strings.ToLower(number)
}

// phrase reports whether the words of p stand at w, and where they end.
func (s *scanner) phrase(p phrase, w word) (end int, ok bool) {
	start := w.start
	for i, want := range p.words {
		if i > 0 {
			next, found := nextWord(s.text, w.end)
			if !found || !within(s.text[w.end:next.start]) {
				return 0, false
			}
			w = next
		}
		if w.fold != want {
			return 0, false
		}
	}
	if p.caps && strings.ToUpper(s.text[start:w.end]) != s.text[start:w.end] {
		return 0, false
	}
	return w.end, true
}

// within reports whether what stands between two words keeps them in one name.
func within(gap string) bool {
	return gap == " " || gap == "-" || gap == "." || gap == ". " || gap == "\u00a0"
}

// partOfName reports whether letters go on behind a hyphen: "DB-SE" within
// "DB-SE-AE".
func partOfName(text string, pos int) bool {
	if partOfWord(text, pos) {
		return true
	}
	rest, hyphen := strings.CutPrefix(text[pos:], "-")
	return hyphen && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}

// WorkKey returns one key for every spelling of a regulation's name, "rd-314/2006"
// for "RD 314/2006", and whether the text begins with one and where that ends.
func WorkKey(text, lang string) (key string, end int) {
	w, ok := nextWord(text, 0)
	if !ok {
		return "", 0
	}
	s := &scanner{text: text, words: vocabulary().of(lang)}
	if end, key = s.work(w); end == 0 {
		return "", 0
	}
	return key, end
}

// nameKey folds letters to the form classes of names have.
func nameKey(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, retrieval.Fold(text))
}
