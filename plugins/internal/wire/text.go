package wire

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkText returns an error when text is not what a person may be shown or a
// database keeps: at most so many bytes of UTF-8 without NUL.
func checkText(what, text string, most int) error {
	switch {
	case len(text) > most:
		return fmt.Errorf("%w: the %s has %d bytes: at most %d are taken", ErrMalformed, what, len(text), most)
	case !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0:
		return fmt.Errorf("%w: the %s is not UTF-8 text", ErrMalformed, what)
	}
	return nil
}

// Clean makes text from the other side fit to be shown in a log or an error: valid
// UTF-8 of at most so many bytes, control characters as spaces but for line breaks
// and tabs.
func Clean(text string, most int) string {
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
