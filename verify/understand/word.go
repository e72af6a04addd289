package understand

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Word is one token of a phrase.
type Word struct {
	Text    string // as written
	Fold    string
	Stem    string
	Role    Role
	Chunk   int                // counts the parts a preposition or comma cuts the text into
	Opener  Role               // what opened the chunk; PlainWord when a comma or nothing did
	Clause  int                // counts the parts a comma or bracket cuts the text into
	Closed  int                // counts the parts a comma, semicolon, dash or line end outside brackets cuts it into
	Link    string             // the little word left out before it
	IsHole  bool               // in wordings
	Number  *quantity.Interval // a number, with its bounds; nil for words
	Unit    quantity.Unit
	Neutral bool
	does    Does
	Placed  bool // the little word left out before it says where: "al fondo"
	Cut     bool // a small letter cut short: "s/", the "n" and the "i" of "n.i.c."
	Glued   bool // a hyphen joins it to the word before it: "office-workshop"
	Counted bool // of a number: it counts things
	Noun    string
	Strange string  // of a number without a unit: the word behind it that may be one
	hangs   hanging // of a number: how it hangs on the one before it
	article string  // the one that stands before it
	counts  bool    // of a wording: that article does, "una planta"
	Part    bool    // of a number: it says a quantity only together with another
	Keyed   bool    // a pair of a schedule holds it: "material: wood"
	Key     bool    // it stands before the colon of one
}

// HasArticle reports whether an article stands before w.
func (w *Word) HasArticle() bool { return w.article != "" }

// Joins reports whether w is a conjunction.
func (w *Word) Joins() bool { return w.Is(JoinsAnd | JoinsOr) }

// Is reports whether w does any of what is asked.
func (w *Word) Is(what Does) bool { return w.does&what != 0 }

// IsDimension reports whether w names what the number before it measures: "5 m
// de fondo" is a depth, "5 m al fondo" is not.
func (w *Word) IsDimension() bool { return w.Is(NamesDimension) && !w.Placed }

// IsName reports whether w is a name somebody gave a thing, such as "M1", "8ª"
// or "B", and no word of a language.
func (w *Word) IsName() bool {
	runes := []rune(w.Text)
	switch {
	case w.Number != nil || len(runes) == 0 || len(runes) > maxName:
		return false
	case len(runes) == 1:
		return w.Role == PlainWord && !w.IsHole && !w.Cut
	}
	return strings.ContainsFunc(w.Text, unicode.IsDigit)
}

// maxName is the most characters a name such as "V-12" has.
const maxName = 5
