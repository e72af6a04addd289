package wire

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/projects"
)

// MaxInput bounds the input of a calculator and its result, in bytes of JSON. A
// form that a person fills in stays far below it.
const MaxInput = 256 << 10

// maxSteps bounds the steps and the sources of an outcome.
const maxSteps = 1000

// OutcomeToProto returns o as it is sent.
func OutcomeToProto(o *projects.Outcome) *pluginpb.Outcome {
	return &pluginpb.Outcome{
		Result: o.Result, Summary: o.Summary, Compliant: o.Compliant, Steps: o.Steps, Sources: o.Sources,
	}
}

// OutcomeFromProto returns the outcome that was sent, its texts fit to be shown.
// ErrMalformed.
func OutcomeFromProto(m *pluginpb.Outcome) (projects.Outcome, error) {
	switch {
	case m == nil:
		return projects.Outcome{}, fmt.Errorf("%w: the outcome is missing", ErrMalformed)
	case len(m.GetResult()) > MaxInput || !json.Valid(m.GetResult()) || !utf8.Valid(m.GetResult()):
		return projects.Outcome{}, fmt.Errorf("%w: the result is not JSON of at most %d bytes", ErrMalformed, MaxInput)
	case len(m.GetSteps()) > maxSteps || len(m.GetSources()) > maxSteps:
		return projects.Outcome{}, fmt.Errorf("%w: more than %d steps or sources", ErrMalformed, maxSteps)
	}
	texts := append([]string{m.GetSummary()}, m.GetSteps()...)
	if err := checkTexts(append(texts, m.GetSources()...)...); err != nil {
		return projects.Outcome{}, err
	}
	return projects.Outcome{
		Result: m.GetResult(), Summary: Clean(m.GetSummary(), maxText), Compliant: m.Compliant,
		Steps: cleaned(m.GetSteps()), Sources: cleaned(m.GetSources()),
	}, nil
}

func cleaned(texts []string) []string {
	for i := range texts {
		texts[i] = Clean(texts[i], maxText)
	}
	return texts
}
