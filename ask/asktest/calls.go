package asktest

import "github.com/reglookup/regengine/ask"

// SearchFor is a call for passages about each of texts.
func SearchFor(texts ...string) ask.Call {
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: texts})
}
