package verify

import (
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// strangeSigns are what makes it doubtful whether anything that a text says holds: a question,
// the pair or cell of a schedule whose value nobody filled in ("lift: -", "[ ] lift"), what is
// struck through, and every sign but those that texts are written with, such as a cross.
var strangeSigns = lazyregexp.New(`[?¿]` +
	`|[:=][ \t"'«“]*[-–—_/.*…~]*[ \t"'»”]*(?:$|[;,)\]\n|])` +
	`|\|[ \t]*[-–—_…]+[ \t]*(?:$|[|\n])` +
	`|\[[ \t]*\]|\([ \t]*\)` +
	`|\+/-|±[ ]*\p{L}|~~|</?\p{L}[^<>]*>` +
	`|[^\p{L}\p{M}\p{N}\p{Z}\p{P}\p{Sc}\p{Sm}\p{Sk}\p{C}°®©™№]`)

// strangeSign returns the first of them in text; "" for none.
func strangeSign(text string) string { return strings.TrimSpace(strangeSigns.FindString(text)) }
