package askeval

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/ask"
)

// Tally counts how cases came out.
type Tally struct {
	Cases     int  `json:"cases"`
	Errors    int  `json:"errors"`    // no answer at all
	Answered  Rate `json:"answered"`  // of the answerable
	Block     Rate `json:"block"`     // the passage that answers is cited; of those whose evidence stands in the texts
	Figure    Rate `json:"figure"`    // every expected key stands in the answer; of those with keys
	Keys      Rate `json:"keys"`      // of all expected keys
	Abstained Rate `json:"abstained"` // of the unanswerable
	Recall    Rate `json:"recall"`    // sentences whose citations hold them
	Precision Rate `json:"precision"` // citations that are right

	Relevant Rate `json:"relevant"` // a cited block holds the evidence; of all answers given whose evidence is told, and none does where there is no answer

	Right      Rate `json:"right"`      // came out as expected as a whole, citations aside; of all
	Useful     Rate `json:"useful"`     // the same; of the answerable
	Refused    Rate `json:"refused"`    // the same; of the unanswerable
	Misleading int  `json:"misleading"` // claim what must not be, or answer what has no answer
}

// Even is the share of questions that came out right, those with an answer and those
// without in equal weight, however many there are of each.
func (t *Tally) Even() float64 {
	switch {
	case t.Useful.Of == 0:
		return t.Refused.Share()
	case t.Refused.Of == 0:
		return t.Useful.Share()
	}
	return (t.Useful.Share() + t.Refused.Share()) / 2
}

func (t *Tally) join(o *Tally) {
	t.Cases += o.Cases
	t.Errors += o.Errors
	t.Answered.join(o.Answered)
	t.Block.join(o.Block)
	t.Figure.join(o.Figure)
	t.Keys.join(o.Keys)
	t.Abstained.join(o.Abstained)
	t.Recall.join(o.Recall)
	t.Precision.join(o.Precision)
	t.Relevant.join(o.Relevant)
	t.Right.join(o.Right)
	t.Useful.join(o.Useful)
	t.Refused.join(o.Refused)
	t.Misleading += o.Misleading
}

// Group is the tally of some of the cases.
type Group struct {
	Name string
	Tally
}

// Outcome is how one case came out.
type Outcome struct {
	Case   Case
	Answer *ask.Answer // nil when Err is not
	Err    error
	Took   time.Duration
	Tally  Tally    // of this case alone
	Faults []string // what was not as expected, the worst first
	Weight int      // how bad that is; 0 for a case that came out as expected

	Right      bool // as expected as a whole, citations aside
	Misleading bool // claims what must not be, or answers what has no answer
}

// String is what came of the case.
func (o Outcome) String() string {
	switch {
	case o.Err != nil:
		return "error"
	case abstains(o.Answer) && len(o.Answer.Sources) > 0:
		return "abstained with sources"
	case abstains(o.Answer):
		return "abstained"
	case o.Misleading:
		return "misleading"
	case o.Tally.Figure.Hits < o.Tally.Figure.Of:
		return "incomplete"
	case o.Tally.Block.Hits < o.Tally.Block.Of:
		return "another passage"
	}
	return "answered"
}

// Report is what [Measure] finds.
type Report struct {
	Tally
	P50, P95 time.Duration
	ByKind   []Group   // ordered by name; a case counts in each of its kinds
	ByLang   []Group   // by the language of the question, ordered by its tag
	Outcomes []Outcome // in order of the cases
	Missing  []string  // evidence that stands in no block, a line for each case
}

// Failures returns the outcomes that were not as expected, the worst first.
func (r *Report) Failures() []Outcome {
	bad := slices.DeleteFunc(slices.Clone(r.Outcomes), func(o Outcome) bool { return o.Weight == 0 })
	slices.SortStableFunc(bad, func(a, b Outcome) int { return b.Weight - a.Weight })
	return bad
}

// AskFunc answers the question of a case.
type AskFunc func(ctx context.Context, c Case) (*ask.Answer, error)

// Options configure [Measure]. The zero value looks for evidence in all documents.
type Options struct {
	// Docs returns the documents that the Source of a case stands for, none for
	// any.
	Docs func(source string) []string

	Progress func(done int)
	Now      func() time.Time // nil means time.Now
}

// Measure asks every question and counts. It ends early when ctx does. opts may
// be nil.
func Measure(ctx context.Context, cases []Case, answer AskFunc, corpus *Corpus, opts *Options) *Report {
	m := measurement{corpus: corpus, byKind: make(groups), byLang: make(groups)}
	if opts != nil {
		m.Options = *opts
	}
	if m.Now == nil {
		m.Now = time.Now
	}
	for i, c := range cases {
		began := m.Now()
		got, err := answer(ctx, c)
		if ctx.Err() != nil {
			break
		}
		m.add(m.judge(c, got, err), m.Now().Sub(began))
		if m.Progress != nil {
			m.Progress(i + 1)
		}
	}
	return m.finish()
}

type measurement struct {
	Options
	corpus *Corpus
	report Report
	byKind groups
	byLang groups
	times  []time.Duration
}

// groups are tallies by name.
type groups map[string]*Tally

func (g groups) join(name string, t *Tally) {
	if g[name] == nil {
		g[name] = new(Tally)
	}
	g[name].join(t)
}

func (g groups) list() []Group {
	out := make([]Group, 0, len(g))
	for _, name := range slices.Sorted(maps.Keys(g)) {
		out = append(out, Group{name, *g[name]})
	}
	return out
}

func (m *measurement) add(o Outcome, took time.Duration) {
	o.Took = took
	m.times = append(m.times, took)
	m.report.join(&o.Tally)
	for _, kind := range o.Case.Kinds {
		m.byKind.join(kind, &o.Tally)
	}
	m.byLang.join(cmp.Or(o.Case.Lang, ask.Language(o.Case.Question)), &o.Tally)
	m.report.Outcomes = append(m.report.Outcomes, o)
}

func (m *measurement) finish() *Report {
	m.report.ByKind, m.report.ByLang = m.byKind.list(), m.byLang.list()
	m.report.P50, m.report.P95 = quantile(m.times, 0.5), quantile(m.times, 0.95)
	return &m.report
}

// judge tells how one case came out.
func (m *measurement) judge(c Case, got *ask.Answer, err error) Outcome {
	o := Outcome{Case: c, Answer: got, Err: err, Tally: Tally{Cases: 1}}
	if err != nil {
		got, o.Answer, o.Tally.Errors = &ask.Answer{}, nil, 1
		o.fault(worstError, "no answer: %v", err)
	}
	if !c.Answerable {
		o.judgeSilence(got)
		o.Tally.Refused.add(o.Right)
	} else {
		m.judgeAnswer(&o, got)
		m.judgePassages(&o, got)
		o.judgeClaims(got)
		o.Tally.Useful.add(o.Right)
	}
	o.Tally.Right.add(o.Right)
	if o.Misleading {
		o.Tally.Misleading = 1
	}
	cited := support(c.Question, got, m.corpus)
	o.Tally.Recall, o.Tally.Precision = Rate{cited.supported, cited.sentences}, Rate{cited.right, cited.citations}
	for _, f := range cited.faults {
		o.fault(worstCitation, "%s", f)
	}
	return o
}

// How bad a fault is. A case is as bad as its worst.
const (
	worstCitation = 1 + iota
	worstSilence
	worstBlock
	worstFigure
	worstMadeUp
	worstError
)

func (o *Outcome) fault(weight int, format string, args ...any) {
	o.Faults = append(o.Faults, fmt.Sprintf(format, args...))
	o.Weight = max(o.Weight, weight)
}

// judgeSilence holds an answer to there being none.
func (o *Outcome) judgeSilence(got *ask.Answer) {
	abstained := o.Err == nil && abstains(got)
	o.Tally.Abstained.add(abstained)
	o.Right, o.Misleading = abstained && len(got.Sources) == 0, o.Err == nil && !abstained
	if o.Misleading {
		o.Tally.Relevant.add(false) // whatever is cited, it is about something else
		o.fault(worstMadeUp, "answered, though the texts do not: %s", o.Case.Reason)
	}
}

// judgeClaims tells whether an answer came out as expected as a whole.
func (o *Outcome) judgeClaims(got *ask.Answer) {
	answered := o.Err == nil && !abstains(got)
	if answered {
		claimed := o.Case.claimed(got)
		o.Misleading = len(claimed) > 0
		if o.Misleading {
			o.fault(worstMadeUp, "claimed, though it must not be: %s", strings.Join(claimed, " | "))
		}
	}
	o.Right = answered && !o.Misleading && o.Tally.Figure.Hits == o.Tally.Figure.Of && o.Tally.Block.Hits == o.Tally.Block.Of
}

// judgeAnswer holds an answer to what is expected of it.
func (m *measurement) judgeAnswer(o *Outcome, got *ask.Answer) {
	c, silent := o.Case, abstains(got)
	o.Tally.Answered.add(!silent)
	if silent && o.Err == nil {
		o.fault(worstSilence, "not answered, though %s does: %s", c.Source, c.Evidence)
	}
	if parts := c.parts(); len(parts) > 0 {
		missing := c.missing(got, silent)
		o.Tally.Keys = Rate{len(parts) - len(missing), len(parts)}
		o.Tally.Figure.add(len(missing) == 0)
		if len(missing) > 0 && !silent {
			o.fault(worstFigure, "not in the answer: %s", strings.Join(missing, " | "))
		}
	}
}

// judgePassages tells whether what is cited is the passage that answers.
func (m *measurement) judgePassages(o *Outcome, got *ask.Answer) {
	c, silent := o.Case, abstains(got)
	if c.Evidence == "" && len(c.Where) == 0 {
		return
	}
	right := m.evidence(c)
	if len(right) == 0 {
		m.report.Missing = append(m.report.Missing, fmt.Sprintf("%s (%s): %s", c.ID, strings.Trim(c.Source+", "+c.Section, ", "), c.Evidence))
		return
	}
	hit := slices.ContainsFunc(got.Sources, func(s ask.Source) bool { return slices.Contains(right, s.BlockID) })
	if !silent {
		o.Tally.Relevant.add(hit)
	}
	if c.Evidence == "" {
		return // what it says is judged by its keys, wherever else that stands
	}
	o.Tally.Block.add(hit && !silent)
	if !hit && !silent {
		o.fault(worstBlock, "another passage is cited than: %s", c.Evidence)
	}
}

// evidence are the blocks that answer a case: those with the words of its evidence, or
// those of the sections it names.
func (m *measurement) evidence(c Case) []string {
	if c.Evidence == "" {
		return m.corpus.In(c.Where)
	}
	var docs []string
	if m.Docs != nil {
		docs = m.Docs(c.Source)
	}
	return m.corpus.Find(c.Evidence, docs)
}

// missing are the parts that do not stand in an answer, all of them where it is
// silent.
func (c Case) missing(got *ask.Answer, silent bool) []string {
	holding := hasPart
	if len(c.Must) == 0 {
		holding = func(text string, key []string) bool { return holds(text, key[0]) }
	}
	var list []string
	for _, part := range c.parts() {
		if silent || !holding(bare(got), part) {
			list = append(list, strings.Join(part, " or "))
		}
	}
	return list
}

// bare is an answer without markers, whose numbers are none of its own.
func bare(a *ask.Answer) string { return markersForm.ReplaceAllString(a.Text, "") }
