package openaihttp

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// Fault says what a server refuses a request for, as far as its words tell. They
// differ from server to server; the table of them is data.
type Fault string

// The faults.
const (
	FaultUnknown     Fault = ""
	FaultContext     Fault = "context"     // more text than the model can read
	FaultTools       Fault = "tools"       // tools are not offered, or not with this model
	FaultSchema      Fault = "schema"      // strict schemas are not offered
	FaultTemperature Fault = "temperature" // it cannot be chosen
	FaultTokens      Fault = "tokens"      // the bound on the answer has another name, or is too high
	FaultStream      Fault = "stream"      // streaming, or its options, are not offered
	FaultRoles       Fault = "roles"       // a message of the system, or two of one role in a row
	FaultFilter      Fault = "filter"      // a content filter objects
)

//go:embed faults.tsv
var faultTable string

type faultRule struct {
	fault Fault
	words []string
}

var faultRules = sync.OnceValue(func() []faultRule {
	var rules []faultRule
	for line := range strings.Lines(faultTable) {
		name, words, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(name, "#") {
			rules = append(rules, faultRule{Fault(name), strings.Split(words, " & ")})
		}
	}
	return rules
})

// FaultOf reads what a server says is wrong from the body of its refusal, or from
// the error in an answer. Where it is JSON, only what it says of itself counts,
// not what it may repeat of the request.
func FaultOf(body []byte) Fault {
	text := strings.ToLower(complaint(body))
	for _, rule := range faultRules() {
		if containsAll(text, rule.words) {
			return rule.fault
		}
	}
	return FaultUnknown
}

func containsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// complaint returns the words with which a server refuses: those of its error
// object, which some send bare and some as a mere text.
func complaint(body []byte) string {
	var answer struct {
		Error   json.RawMessage
		Detail  json.RawMessage
		Message json.RawMessage
		Code    json.RawMessage
		Param   json.RawMessage
		Type    json.RawMessage
	}
	if json.Unmarshal(body, &answer) != nil {
		return string(body)
	}
	var inner struct{ Message, Code, Param, Type json.RawMessage }
	if json.Unmarshal(answer.Error, &inner) == nil {
		return join(inner.Code, inner.Param, inner.Type, inner.Message)
	}
	return join(answer.Error, answer.Code, answer.Param, answer.Type, answer.Message, answer.Detail)
}

func join(parts ...json.RawMessage) string {
	var b strings.Builder
	for _, part := range parts {
		var s string
		if json.Unmarshal(part, &s) != nil {
			s = string(part)
		}
		b.WriteString(s)
		b.WriteByte('\n')
	}
	return b.String()
}
