package httpapi

import "github.com/reglookup/regengine/geo/lazyregexp"

// shape is what a text looks like, whatever its length: a regular expression that
// the schema tells and the validation holds, of what Go, JavaScript and Python read
// alike.
type shape struct {
	without string // characters that are not in it, as in [...] of a regular expression
	whole   string // what all of it matches, where it is not only without some
	message string

	looked *lazyregexp.Regexp
}

var (
	readable      = newShape(`\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f`, "must not hold control characters")
	oneLine       = newShape(`\x00-\x1f\x7f-\x9f`, "must be on one line, without control characters")
	plainFileName = newShape(`\x00-\x1f\x7f-\x9f/\\`, "must be a file name without folders and control characters")

	// anyShape is that of every text: readers of requests refuse U+0000.
	anyShape = newShape(`\x00`, "must not hold U+0000")

	memoryKey = wholeShape(`^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$`, "must be letters and digits, with single . _ - between them")
)

func newShape(without, message string) *shape {
	return &shape{without: without, message: message, looked: lazyregexp.New("[" + without + "]")}
}

func wholeShape(pattern, message string) *shape {
	return &shape{whole: pattern, message: message, looked: lazyregexp.New(pattern)}
}

// check says what is wrong with a text.
func (s *shape) check(text string) mistake {
	if s == nil || s.looked.MatchString(text) == (s.whole != "") {
		return mistake{}
	}
	return mistake{MistakeFormat, s.message}
}

// pattern returns the regular expression of a text, of one that is more than white
// space if filled.
func (s *shape) pattern(filled bool) string {
	switch {
	case s == nil:
		return anyShape.pattern(filled)
	case s.whole != "":
		return s.whole
	case filled:
		return "^[^" + s.without + "]*[^\\s" + s.without + "][^" + s.without + "]*$"
	}
	return "^[^" + s.without + "]*$"
}
