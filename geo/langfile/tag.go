package langfile

import (
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Primary returns the language of a BCP 47 tag: "fr" of "fr-CA".
func Primary(tag string) string {
	first, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return first
}

var primaryShape = lazyregexp.New(`^[a-z]{2,3}$`)

// IsPrimary reports whether a text is written as the language of a tag is.
func IsPrimary(text string) bool { return primaryShape.MatchString(text) }
