package openaimodel

import (
	"net/http"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// toolMode is how tools are offered, the best first.
type toolMode int

const (
	strictTools  toolMode = iota // with schemas the server holds calls to
	plainTools                   // with schemas
	writtenTools                 // told in the prompt, and calls read from the text
)

// tokenField is by which name an answer is bounded.
type tokenField int

const (
	maxTokens tokenField = iota
	maxCompletionTokens
	noMaxTokens
)

// dialect is what of the API a server takes. The zero value is all of it; every
// field grows as something is refused.
type dialect struct {
	tools         toolMode
	tokens        tokenField
	noTemperature bool
	noUsage       bool // no stream_options
	noStream      bool
	noSystem      bool // instructions go into the first message of the user
}

// without returns the dialect that does without what a fault is about; ok is
// false when it does so already. withTools says whether the request offers tools.
func (d dialect) without(f openaihttp.Fault, withTools bool) (next dialect, ok bool) {
	next = d
	switch f {
	case openaihttp.FaultSchema:
		ok, next.tools = withTools && d.tools < plainTools, max(d.tools, plainTools)
	case openaihttp.FaultTools:
		ok, next.tools = withTools && d.tools < writtenTools, writtenTools
	case openaihttp.FaultTokens:
		if ok = d.tokens < noMaxTokens; ok {
			next.tokens++
		}
	case openaihttp.FaultTemperature:
		ok, next.noTemperature = !d.noTemperature, true
	case openaihttp.FaultStream:
		if ok = !d.noStream; ok {
			next.noUsage, next.noStream = true, d.noUsage
		}
	case openaihttp.FaultRoles:
		ok, next.noSystem = !d.noSystem, true
	default: // no dialect helps
	}
	return next, ok
}

// guesses is what is left out, one more at each try, when a server does not say
// what it refuses: what costs least first.
var guesses = []openaihttp.Fault{
	openaihttp.FaultSchema, openaihttp.FaultStream, openaihttp.FaultTokens, openaihttp.FaultTemperature, openaihttp.FaultTools,
}

// after returns the dialect to try after a refusal; ok is false when none is
// left, or the refusal has nothing to do with how it was asked.
func (d dialect) after(refused *openaihttp.Refusal, withTools, streaming bool) (next dialect, ok bool) {
	switch {
	case refused.Fault == openaihttp.FaultFilter || refused.Fault == openaihttp.FaultContext:
		return d, false
	case refused.Fault == openaihttp.FaultSchema && d.tools >= plainTools: // so it is not the strictness
		return d.without(openaihttp.FaultTools, withTools)
	case refused.Fault != openaihttp.FaultUnknown:
		return d.without(refused.Fault, withTools)
	case refused.Status != http.StatusBadRequest && refused.Status != http.StatusUnprocessableEntity:
		return d, false
	}
	for _, f := range guesses {
		if f == openaihttp.FaultStream && !streaming {
			continue
		}
		if next, ok = d.without(f, withTools); ok {
			return next, true
		}
	}
	return d, false
}

// dialect returns what is known of the server.
func (m *Model) dialect() dialect {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.knows
	d.noStream = d.noStream || !m.opts.Stream
	return d
}

// learn remembers a dialect that worked where a better one had not. Two turns may
// learn different things at once: both hold.
func (m *Model) learn(d dialect) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := &m.knows
	k.tools, k.tokens = max(k.tools, d.tools), max(k.tokens, d.tokens)
	k.noTemperature = k.noTemperature || d.noTemperature
	k.noUsage, k.noStream = k.noUsage || d.noUsage, k.noStream || d.noStream
	k.noSystem = k.noSystem || d.noSystem
}
