package crossref

import "github.com/reglookup/regengine/codes/retrieval"

// Find returns the mentions in a text of a language (BCP 47), in order, none
// overlapping; nil when there are none.
func Find(text, lang string) []retrieval.Ref {
	return nil
}
