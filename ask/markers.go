package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Inside the agent a marker is one rune of Unicode's private use area, whose
// offset is the passage's place in turn.issued. Such runes are stripped from a
// draft first, so none can be forged, and no bracket is left to be misread.
const firstMark = '\uE000'

func isMark(r rune) bool { return unicode.Is(unicode.Co, r) }

func markOf(passage int) string { return string(firstMark + rune(passage)) }

// marksIn lists the passages a text cites, in order of first appearance.
func marksIn(text string) []int {
	var list []int
	seen := map[int]bool{}
	for _, r := range text {
		if i := int(r - firstMark); isMark(r) && !seen[i] {
			seen[i] = true
			list = append(list, i)
		}
	}
	return list
}

func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, text)
}

// markerLength measures the marker s begins with, inside the agent or as M1
// writes it; 0 when there is none.
func markerLength(s string) int {
	if r, size := utf8.DecodeRuneInString(s); isMark(r) {
		return size
	}
	return len(markerAtStart.FindString(s))
}

var (
	markerAtStart = lazyregexp.New(`^(\[[1-9][0-9]{0,2}\]|\[\[[0-9a-z]+\]\])`)

	// bracketed is anything in square or lenticular brackets with a link behind it.
	bracketed = lazyregexp.New(`(?:\[{1,2}|【)([^\[\]【】\n]{0,300})(?:\]{1,2}|】)(\([^()\n]{0,600}\))?`)

	// numberMark is what M1 takes for a number in brackets: 1, ^1, 1-3, 1†x.
	numberMark = lazyregexp.New(`^\^?[0-9]{1,4}(?:\s*[-–—†:].*)?$`)

	// bareHandle is a handle without brackets, or several in round ones.
	bareHandle = lazyregexp.New(`(?i)\(\s*((?:[a-z][a-z2-7]{7}\s*[,;]?\s*)+)\)|\b[a-z][a-z2-7]{7}\b`)

	handleShape = lazyregexp.New(`^[a-z][a-z2-7]{7}$`)
	webAddress  = lazyregexp.New(`(?i)<?\b(?:[a-z][a-z0-9+.-]{1,20}://|mailto:|javascript:|data:[a-z]+/)[^\s<>\])]*>?`)
	webHost     = lazyregexp.New(`(?i)<?\bwww\.[^\s<>\])]*>?`)
	uuidShape   = lazyregexp.New(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// isHandle reports whether s is shaped like a handle: never a number, and never
// a word of a language, for it holds a digit.
func isHandle(s string) bool {
	return handleShape.MatchString(s) && strings.ContainsAny(s, "234567")
}

// neutralise takes from text whatever could be mistaken for a marker: numbers
// in brackets get round ones, double brackets too (CITATIONS M6).
func neutralise(text string) string {
	text = stripMarks(text)
	if !strings.ContainsAny(text, "[【") {
		return text
	}
	text = bracketed.ReplaceAllStringFunc(text, func(m string) string {
		parts := bracketed.FindStringSubmatch(m)
		if !strings.HasPrefix(m, "[[") && !strings.HasPrefix(m, "【") && !allMarks(parts[1]) {
			return m
		}
		return "(" + parts[1] + ")" + parts[2]
	})
	if looseMarker.MatchString(text) || strings.Contains(text, "[[") {
		return roundBrackets.Replace(text)
	}
	return text
}

var (
	looseMarker   = lazyregexp.New(`[\[【]\s*\^?[0-9]{1,4}`)
	roundBrackets = strings.NewReplacer("[", "(", "]", ")", "【", "(", "】", ")")
)

func stripMarks(text string) string {
	return withoutMarks(strings.ToValidUTF8(text, "\uFFFD"))
}

// allMarks reports whether every item between brackets is a number or a handle.
func allMarks(inside string) bool {
	items := markItems(inside)
	for _, item := range items {
		if !numberMark.MatchString(item) && !isHandle(item) {
			return false
		}
	}
	return len(items) > 0
}

func markItems(inside string) []string {
	return strings.FieldsFunc(strings.ToLower(inside), func(r rune) bool {
		return r == ',' || r == ';' || r == '|' || unicode.IsSpace(r)
	})
}

// normaliseMarkers turns the handles of a draft into marks and removes every
// marker that does not name a valid passage (CITATIONS M1-M3). A link behind a
// marker goes with it; other brackets are text.
func (t *turn) normaliseMarkers(text string) string {
	text = t.markNumbers(wideBrackets.Replace(footMarks.ReplaceAllString(text, "$1$2")))
	const deepest = 8 // brackets in brackets; what is left of more becomes round
	for range deepest {
		next := bracketed.ReplaceAllStringFunc(text, t.replaceBracket)
		if next == text {
			break
		}
		text = next
	}
	text = t.markBareHandles(text)
	for strings.ContainsAny(text, "[]") {
		next := aroundMarks.ReplaceAllString(text, "$1")
		if next == text {
			break
		}
		text = next
	}
	text = unopened(text)
	if looseMarker.MatchString(text) || strings.Contains(text, "[[") {
		text = roundBrackets.Replace(text)
	}
	return text
}

var (
	wideBrackets = strings.NewReplacer("［", "[", "］", "]")

	// aroundMarks are brackets that hold nothing but marks.
	aroundMarks = lazyregexp.New(`\[\s*((?:[\x{E000}-\x{F8FF}][\s,;]*)+)\]`)
)

// unopened removes what closes a double bracket that nothing opened: the rest of
// a marker whose beginning is gone.
func unopened(text string) string {
	if strings.Contains(text, "[[") {
		return text
	}
	return strings.ReplaceAll(text, "]]", "")
}

// footMarks are brackets with a backslash before them, as Markdown has them.
var footMarks = lazyregexp.New(`\\(\[)|\\(\])`)

// markBareHandles turns handles of this turn that stand in round brackets, or in
// none, into marks.
func (t *turn) markBareHandles(text string) string {
	if len(t.byHandle) == 0 {
		return text
	}
	return bareHandle.ReplaceAllStringFunc(text, func(m string) string {
		marks := ""
		for _, item := range markItems(strings.Trim(m, "()")) {
			i, issued := t.byHandle[item]
			if !issued {
				return m
			}
			if t.citable(t.issued[i]) {
				marks += markOf(i)
			}
		}
		return marks
	})
}

func (t *turn) replaceBracket(m string) string {
	parts := bracketed.FindStringSubmatch(m)
	inside, link := parts[1], parts[2]
	doubled := strings.HasPrefix(m, "[[") || strings.HasPrefix(m, "【")
	if !doubled && !allMarks(inside) {
		if link != "" {
			return inside
		}
		return m
	}
	marks := ""
	for _, item := range markItems(inside) {
		if i, issued := t.byHandle[item]; issued && t.citable(t.issued[i]) {
			marks += markOf(i)
		}
	}
	return marks
}

// cleanDraft takes out of a draft what no answer may hold: forged marks,
// control characters, web addresses and identifiers, with the brackets around them.
func cleanDraft(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, visible(stripMarks(cut(text))))
	text = imageShape.ReplaceAllString(text, "$1")
	own := emptyBrackets.MatchString(text) // and if so, they stay
	for _, out := range leadOut {
		if strings.Contains(text, out.sign) {
			text = out.shape.ReplaceAllString(text, "")
		}
	}
	if own {
		return text
	}
	return withoutEmptied(text)
}

// emptyBrackets hold nothing. Round ones behind square ones are a link's, which
// goes with them.
var emptyBrackets = lazyregexp.New(`\[[\s,;:|]*\]|【[\s,;:|]*】|(^|[^\]])\([\s,;:|]*\)`)

// withoutEmptied puts a space in the place of empty brackets: nothing that stood
// apart may come together.
func withoutEmptied(text string) string {
	const deepest = 8 // brackets in brackets
	for range deepest {
		next := emptyBrackets.ReplaceAllString(text, "$1 ")
		if next == text {
			break
		}
		text = next
	}
	return text
}

// outward is the shape of what leads out of an answer, and a sign it cannot do without.
type outward struct {
	sign  string
	shape *lazyregexp.Regexp
}

// leadOut is what an answer may not hold, each with a sign that it cannot do
// without: most drafts hold none.
var leadOut = []outward{{"<", htmlComment}, {"<", htmlTag}, {"]:", linkDefinition}, {":", webAddress}, {".", webHost}, {"/", bareAddress}, {"-", uuidShape}}

// leadsOut reports whether a text holds what an answer may not hold: a passage with an
// address or an identifier in it is not quoted in place of a sentence.
func leadsOut(text string) bool {
	return slices.ContainsFunc(leadOut, func(out outward) bool {
		return strings.Contains(text, out.sign) && out.shape.MatchString(text)
	})
}

// What else leads out of an answer: pictures, HTML, definitions of links, hosts
// with a path.
var (
	imageShape     = lazyregexp.New(`!(\[[^\[\]\n]{0,300}\])`)
	htmlComment    = lazyregexp.New(`(?s)<!--.*?(?:-->|$)`)
	htmlTag        = lazyregexp.New(`(?i)</?[a-z][a-z0-9-]{0,20}(?:\s[^<>\n]*)?/?>`)
	linkDefinition = lazyregexp.New(`(?m)^\s{0,3}\[[^\[\]\n]{1,100}\]:\s*(?:<|//|/|\S+://)\S*.*$`)
	bareAddress    = lazyregexp.New(`(?i)(?://)?\b(?:[a-z0-9-]{2,63}\.)+[a-z]{2,24}(?::[0-9]{2,5})?/[^\s<>()\[\]]*`)
)

// maxDraft bounds a draft in bytes; twenty printed pages.
const maxDraft = 64 << 10

// cut drops what is beyond maxDraft, and the sentence it breaks off in.
func cut(text string) string {
	if len(text) <= maxDraft {
		return text
	}
	text = text[:maxDraft]
	return text[:strings.LastIndexAny(text, ".\n")+1]
}

func foldWord(s string) string { return retrieval.Fold(s) }
