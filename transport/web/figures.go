package web

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// count writes a whole number as the frame's language does.
func (f frame) count(n int) string { return message.NewPrinter(language.Make(f.Lang)).Sprint(n) }

// Count is count, for templates.
func (f frame) Count(n int) string { return f.count(n) }

// decimal writes the digits of a number as the frame's language does; what is no number
// stays as it is.
func (f frame) decimal(digits string) string {
	if strings.Trim(digits, "-0123456789.") != "" {
		return digits
	}
	return strings.NewReplacer("-", "\u2212", ".", f.T("decimal")).Replace(digits)
}

// Numbers with decimals: a country's word that is one or compares with one, and what a
// text of the API compares with.
var (
	fraction = lazyregexp.New(`(^|[<>=≤≥] ?)(\d+)[.,](\d{1,2}|\d{4,})(\D|$)`)
	compared = lazyregexp.New(`([<>=≤≥≠][ \x{a0}]?[-−]?\d+)\.(\d+)`)
)

// inText writes the numbers of a country's word as the frame's language does. What could
// be thousands stays as it is.
func (f frame) inText(word string) string {
	return fraction.ReplaceAllString(word, "${1}${2}"+f.T("decimal")+"${3}${4}")
}

// Signs writes operators and limits within a text of the API as the frame's language does.
func (f frame) Signs(text string) string {
	return compared.ReplaceAllString(signs.Replace(text), "${1}"+f.T("decimal")+"${2}")
}
