package plugintest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
)

// checkCalculators runs every calculator on its examples, and on what is wrong with
// them.
func (s *subject) checkCalculators(ctx context.Context, fail failer) {
	known := s.calculators()
	for _, id := range slices.Sorted(maps.Keys(known)) {
		named := failer(func(format string, args ...any) { fail("calculator "+id+": "+format, args...) })
		input, result := known[id].Schema()
		forms := [2]*schema{readSchema(input, "input", named), readSchema(result, "result", named)}
		if known[id].Title() == "" {
			named("it has no title")
		}
		if len(s.opts.Examples[id]) == 0 {
			named("Options.Examples has no input for it")
		}
		for _, example := range s.opts.Examples[id] {
			s.checkExample(ctx, id, example, forms, named)
		}
	}
	for id := range s.opts.Examples {
		if known[id] == nil {
			fail("Options.Examples has inputs of %q, which is no calculator", id)
		}
	}
	if _, err := s.remote.Run(ctx, "no-such-calculator", []byte("{}")); !errors.Is(err, projects.ErrNotFound) {
		fail("running a calculator the plugin has not gives %v, want projects.ErrNotFound", err)
	}
}

func (s *subject) checkExample(ctx context.Context, id string, example json.RawMessage, forms [2]*schema, fail failer) {
	outcome, err := s.remote.Run(ctx, id, example)
	if err != nil {
		fail("Run(%s): %v", example, err)
		return
	}
	again, err := s.remote.Run(ctx, id, example)
	fail.err("Run again", err)
	if diff := cmp.Diff(outcome, again); err == nil && diff != "" {
		fail("Run(%s) differs each time (-first +second):\n%s", example, diff)
	}
	checkOutcome(outcome, forms[1], fail)
	if forms[0] != nil {
		forms[0].check("example", example, fail)
	}
	for _, wrong := range wrongInputs(example, forms[0]) {
		s.checkInvalid(ctx, id, wrong, fail)
	}
	s.checkCancelled(ctx, id, example, fail)
}

// Bounds of what a project keeps of a calculation.
const (
	maxSteps   = 200  // and as many sources
	maxLine    = 2000 // code points of one of them
	maxSummary = 4000 // code points
)

func checkOutcome(o projects.Outcome, form *schema, fail failer) {
	if form != nil {
		form.check("result", o.Result, fail)
	}
	if n := utf8.RuneCountInString(o.Summary); strings.TrimSpace(o.Summary) == "" || n > maxSummary {
		fail("the summary has %d characters, want one or two sentences, of at most %d", n, maxSummary)
	}
	if len(o.Steps) == 0 || len(o.Sources) == 0 || len(o.Steps) > maxSteps || len(o.Sources) > maxSteps {
		fail("the outcome has %d steps and %d sources, want at least one of each and at most %d", len(o.Steps), len(o.Sources), maxSteps)
	}
	for _, line := range slices.Concat(o.Steps, o.Sources) {
		if strings.TrimSpace(line) == "" {
			fail("a step or source is empty")
		}
		if n := utf8.RuneCountInString(line); n > maxLine {
			fail("a step or source has %d characters, want at most %d", n, maxLine)
		}
	}
}

// wrongInput is an input a calculator must refuse, and the member it must name.
type wrongInput struct {
	input  json.RawMessage
	member string // "" for none
	why    string
}

// wrongInputs returns what is wrong with an example that was right: every member
// missing that may not be, of another type and null, one too many, and no object.
func wrongInputs(example json.RawMessage, form *schema) []wrongInput {
	wrong := []wrongInput{
		{[]byte(`{`), "", "no JSON"}, {[]byte(`[]`), "", "no object"}, {[]byte(`null`), "", "no object"},
		{[]byte(``), "", "nothing"}, {append(bytes.Clone(example), example...), "", "two objects"},
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(example, &members) != nil {
		return wrong
	}
	with := func(name, value, named, why string) {
		changed := maps.Clone(members)
		delete(changed, name)
		if value != "" {
			changed[name] = json.RawMessage(value)
		}
		if input, err := json.Marshal(changed); err == nil {
			wrong = append(wrong, wrongInput{input, named, why})
		}
	}
	with("no-such-member", "1", "", "one member too many") // what was sent is not repeated to who sent it
	for name := range members {
		with(name, `{"a":{"b":1}}`, name, "of another type")
		if form != nil && slices.Contains(form.Required, name) {
			with(name, "", name, "missing")
		}
	}
	return wrong
}

func (s *subject) checkInvalid(ctx context.Context, id string, w wrongInput, fail failer) {
	_, err := s.remote.Run(ctx, id, w.input)
	switch {
	case !errors.Is(err, projects.ErrInvalid):
		fail("Run(%s), %s: error %v, want projects.ErrInvalid", short(w.input), strings.TrimSpace(w.member+" "+w.why), err)
	case w.member != "" && !strings.Contains(err.Error(), w.member):
		fail("Run(%s), where %q is %s: error %q does not name the member", short(w.input), w.member, w.why, err)
	}
}

// checkCancelled gives up while a calculator runs.
func (s *subject) checkCancelled(ctx context.Context, id string, example json.RawMessage, fail failer) {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	done := make(chan struct{})
	k := s.calculators()[id]
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // it is said where the example is run
		_, _ = k.Run(ctx, example)
	}()
	select {
	case <-done:
	case <-time.After(s.opts.goesOn):
		fail("Run goes on for more than %v after its context was cancelled", s.opts.goesOn)
	}
}

// checkAtOnce calls many things at once and wants the answers it had one by one.
func (s *subject) checkAtOnce(ctx context.Context, fail failer) {
	type call struct {
		id    string
		input json.RawMessage
		want  projects.Outcome
	}
	var calls []call
	for id, examples := range s.opts.Examples {
		for _, e := range examples {
			if want, err := s.remote.Run(ctx, id, e); err == nil {
				calls = append(calls, call{id, e, want})
			}
		}
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	locked := failer(func(format string, args ...any) { mu.Lock(); defer mu.Unlock(); fail(format, args...) })
	recovered := func() {
		if reason := recover(); reason != nil {
			locked("called several times at once it panicked: %v", reason)
		}
	}
	for range 4 {
		group.Go(func() {
			for _, c := range calls {
				got, err := s.remote.Run(ctx, c.id, c.input)
				if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
					locked("calculator %s, run several times at once: %v (-alone +at once):\n%s", c.id, err, diff)
				}
			}
		})
		group.Go(func() {
			defer recovered()
			for _, p := range s.sample() {
				s.country.Summary(s.country.Derive(p))
			}
		})
	}
	group.Wait()
}
