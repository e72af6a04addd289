package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Abbreviations of Spanish and English legal writing, folded, without the point.
// After a hard one a sentence never ends; after a soft one, which is also a
// word, it ends unless a digit or a small letter follows.
var (
	hardAbbreviations = wordSet(`art arts apdo apdos ap p pp ej pag pags fig figs cap caps sr sra dr dra excmo
		ilmo avda cfr cf vid ref refs aprox vs eg ie viz sect sects para paras reg regs cl cls sched mr mrs num nums
		inc disp adic trans tit secc ss apart anej parr parrs vol ed ibid op cit tfno`)
	softAbbreviations = wordSet(`no nos min max tab sec etc ley rd st ud uds nro incl excl dia diam`)
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// Sentences splits text knowing abbreviations ("art. 4", "p. ej.", "R.D.",
// "No. 7"), decimals ("2.50") and numbering ("1. Objeto"). A marker behind the
// full stop belongs to the sentence before (CITATIONS M7). A line break ends a
// sentence. No sentence is empty and only white space between them is dropped.
func Sentences(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		for start := 0; start < len(line); {
			end := sentenceEnd(line, start)
			if s := strings.TrimSpace(line[start:end]); s != "" {
				list = append(list, s)
			}
			start = end
		}
	}
	return list
}

// sentenceEnd returns where the sentence that begins at start ends.
func sentenceEnd(line string, start int) int {
	for i := start; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		i += size
		if !strings.ContainsRune(".!?…", r) {
			continue
		}
		end := i + closing(line[i:])
		if end < len(line) && !startsWithSpace(line[end:]) && !startsMarker(line[end:]) {
			continue
		}
		behind := end + markersBehind(line[end:])
		if r == '.' && !fullStop(line[start:i-1], line[behind:]) {
			continue
		}
		return behind
	}
	return len(line)
}

// closing measures the quotes, brackets and further points behind a full stop.
func closing(s string) int {
	return len(s) - len(strings.TrimLeft(s, ".!?…\"'»”’)"))
}

func startsWithSpace(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}

func startsMarker(s string) bool { return markerLength(s) > 0 }

// markersBehind measures white space and markers up to the last marker.
func markersBehind(s string) int {
	end := 0
	for {
		rest := strings.TrimLeft(s[end:], " \t")
		n := markerLength(rest)
		if n == 0 {
			return end
		}
		end = len(s) - len(rest) + n
	}
}

// fullStop reports whether the point between before and after ends a sentence.
func fullStop(before, after string) bool {
	after = strings.TrimLeft(after, " \t«“„\"'(¿¡[")
	next, _ := utf8.DecodeRuneInString(after)
	if strings.TrimSpace(after) == "" {
		return true
	}
	word := lastWord(before)
	folded := foldWord(word)
	switch {
	case unicode.IsLower(next):
		return false
	case strings.TrimSpace(before) == word && isAllDigits(word): // "1. Objeto"
		return false
	case hardAbbreviations[folded]:
		return false
	case utf8.RuneCountInString(word) == 1 && unicode.IsUpper(firstRune(word)): // "R. D.", "J. M."
		return !unicode.IsDigit(next) && utf8.RuneCountInString(firstField(after)) > 2
	case softAbbreviations[folded], utf8.RuneCountInString(word) == 1 && unicode.IsLetter(firstRune(word)): // "n. 236"
		return !unicode.IsDigit(next)
	}
	return true
}

// lastWord returns the letters and digits before a full stop; of a dotted
// abbreviation ("R.D") only the last part.
func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func firstField(s string) string {
	end := strings.IndexFunc(s, unicode.IsSpace)
	if end < 0 {
		return s
	}
	return s[:end]
}

func isAllDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
