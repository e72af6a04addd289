package asktest

import "github.com/reglookup/regengine/ask"

// SearchFor is a call for passages about each of texts.
func SearchFor(texts ...string) ask.Call {
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: texts})
}

// DocumentsFor is a call for passages of private documents about each of texts.
func DocumentsFor(texts ...string) ask.Call {
	return ask.NewCall(ask.SearchDocuments, map[string]any{ask.ArgQueries: texts})
}

// Around is a call for what stands around a passage.
func Around(handle string) ask.Call {
	return ask.NewCall(ask.ReadSection, map[string]any{ask.ArgHandle: handle})
}

// Make plans calls.
func Make(calls ...ask.Call) Turn {
	return func(*ask.Transcript) (ask.Step, error) { return ask.Step{Calls: calls}, nil }
}
