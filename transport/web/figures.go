package web

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// count writes a whole number as the frame's language does.
func (f frame) count(n int) string { return message.NewPrinter(language.Make(f.Lang)).Sprint(n) }

// decimal writes the digits of a number as the frame's language does; what is no number
// stays as it is.
func (f frame) decimal(digits string) string {
	if strings.Trim(digits, "-0123456789.") != "" {
		return digits
	}
	return strings.NewReplacer("-", "\u2212", ".", f.T("decimal")).Replace(digits)
}
