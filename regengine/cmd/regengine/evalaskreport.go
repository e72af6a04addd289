package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/askeval"
)

// evalRate is a rate as "eval ask --json" prints it.
type evalRate struct {
	askeval.Rate
	Share float64 `json:"share"`
	Low   float64 `json:"low"` // bounds of 95 % confidence
	High  float64 `json:"high"`
}

func newEvalRate(r askeval.Rate) evalRate {
	low, high := r.Interval()
	return evalRate{r, r.Share(), low, high}
}

// evalAskFigures are the figures of some questions.
type evalAskFigures struct {
	Cases     int      `json:"cases"`
	Errors    int      `json:"errors"`
	Answered  evalRate `json:"answered"`
	Block     evalRate `json:"right_block"`
	Figure    evalRate `json:"right_figure"`
	Keys      evalRate `json:"keys"`
	Abstained evalRate `json:"abstained"`
	Precision evalRate `json:"citation_precision"`
	Recall    evalRate `json:"citation_recall"`

	Relevant   evalRate `json:"relevant"`
	Right      evalRate `json:"right"`
	Useful     evalRate `json:"useful"`
	Refused    evalRate `json:"refused"`
	Even       float64  `json:"even"` // useful and refused in equal weight
	Misleading int      `json:"misleading"`
}

func newEvalAskFigures(t askeval.Tally) evalAskFigures {
	return evalAskFigures{
		t.Cases, t.Errors, newEvalRate(t.Answered), newEvalRate(t.Block), newEvalRate(t.Figure), newEvalRate(t.Keys),
		newEvalRate(t.Abstained), newEvalRate(t.Precision), newEvalRate(t.Recall),
		newEvalRate(t.Relevant), newEvalRate(t.Right), newEvalRate(t.Useful), newEvalRate(t.Refused), t.Even(), t.Misleading,
	}
}

// evalAskResult is what "eval ask --json" prints.
type evalAskResult struct {
	evalAskFigures
	evalOutcomes
	P50      float64                   `json:"p50_ms"`
	P95      float64                   `json:"p95_ms"`
	ByKind   map[string]evalAskFigures `json:"by_kind"`
	ByLang   map[string]evalAskFigures `json:"by_language"`
	Missing  []string                  `json:"missing_evidence"` // evidence that stands in no block
	Failures []evalAskFailure          `json:"failures,omitempty"`
}

// evalAskFailure is a question that came out otherwise.
type evalAskFailure struct {
	ID       string          `json:"id"`
	Kinds    []string        `json:"kinds"`
	Question string          `json:"question"`
	Expected string          `json:"expected"`
	Faults   []string        `json:"faults"`
	Answer   string          `json:"answer"`
	Sources  []evalAskSource `json:"sources"`
}

type evalAskSource struct {
	Index int    `json:"index"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

func newEvalAskResult(r *askeval.Report, corpus *askeval.Corpus, kept evalOutcomes, o evalAskOptions) evalAskResult {
	out := evalAskResult{
		evalAskFigures: newEvalAskFigures(r.Tally), evalOutcomes: kept, P50: milliseconds(r.P50), P95: milliseconds(r.P95),
		ByKind: groupFigures(r.ByKind), ByLang: groupFigures(r.ByLang), Missing: append([]string{}, r.Missing...),
	}
	out.Failures = evalAskFailures(r, corpus, o)
	return out
}

func groupFigures(groups []askeval.Group) map[string]evalAskFigures {
	out := make(map[string]evalAskFigures, len(groups))
	for _, g := range groups {
		out[g.Name] = newEvalAskFigures(g.Tally)
	}
	return out
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// evalAskFailures are the failures to be told of, nil where none are asked for.
func evalAskFailures(r *askeval.Report, corpus *askeval.Corpus, o evalAskOptions) []evalAskFailure {
	if !o.failures {
		return nil
	}
	bad := r.Failures()
	if o.most > 0 {
		bad = bad[:min(o.most, len(bad))]
	}
	return mapped(bad, func(outcome askeval.Outcome) evalAskFailure { return newEvalAskFailure(outcome, corpus) })
}

func newEvalAskFailure(o askeval.Outcome, corpus *askeval.Corpus) evalAskFailure {
	c := o.Case
	out := evalAskFailure{
		ID: c.ID, Kinds: append([]string{}, c.Kinds...), Question: c.Question, Faults: o.Faults, Sources: []evalAskSource{},
		Expected: "no answer: " + c.Reason,
	}
	if c.Answerable {
		out.Expected = strings.Trim(strings.Join(c.Expected(), " | ")+" ("+strings.Trim(c.Source+", "+c.Section, ", ")+")", " ")
	}
	if o.Answer == nil {
		return out
	}
	out.Answer = o.Answer.Text
	for _, s := range o.Answer.Sources {
		out.Sources = append(out.Sources, evalAskSource{s.Index, sourceTitle(s), excerpt(s, corpus)})
	}
	return out
}

// sourceTitle names a source on one line.
func sourceTitle(s ask.Source) string {
	parts := slices.Compact([]string{s.DocumentTitle, s.SectionTitle, s.BlockTitle})
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " › ")
}

func excerpt(s ask.Source, corpus *askeval.Corpus) string {
	b := corpus.Block(s.BlockID)
	if b == nil {
		return ""
	}
	const most = 400
	return cutWords(strings.Join(strings.Fields(strings.TrimSpace(b.Lead+" "+b.Text)), " "), most)
}

// cutWords cuts a text after so many letters.
func cutWords(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most]) + " …"
}

func printAnswers(w io.Writer, r *askeval.Report, corpus *askeval.Corpus, o evalAskOptions) {
	table(w, [][]string{
		{"", "hits", "of", "share", "95 % within"},
		rateRow("answered", r.Answered), rateRow("right block", r.Block), rateRow("right figure", r.Figure), rateRow("keys", r.Keys),
		rateRow("abstained", r.Abstained), rateRow("relevant", r.Relevant), rateRow("right", r.Right), rateRow("useful", r.Useful), rateRow("refused", r.Refused),
		rateRow("citation precision", r.Precision), rateRow("citation recall", r.Recall),
	})
	fmt.Fprintf(w, "useful and refused in equal weight: %.1f %%\n", 100*r.Even())
	fmt.Fprintf(w, "\n%d questions, %d errors; a question takes %.1f ms (p50), %.1f ms (p95)\n", r.Cases, r.Errors, milliseconds(r.P50), milliseconds(r.P95))
	if r.Misleading > 0 {
		fmt.Fprintf(w, "%d answers mislead; --failures says which\n", r.Misleading)
	}
	printForms(w, r)
	printAnswerGroups(w, "by kind", r.ByKind)
	printAnswerGroups(w, "by language", r.ByLang)
	if n := len(r.Missing); n > 0 {
		fmt.Fprintf(w, "\nevidence of %d questions stands in no text searched; whether its block is cited is not counted:\n", n)
		for _, m := range r.Missing {
			fmt.Fprintf(w, "  %s\n", m)
		}
	}
	for _, f := range evalAskFailures(r, corpus, o) {
		printAskFailure(w, f)
	}
}

func printAnswerGroups(w io.Writer, by string, groups []askeval.Group) {
	if len(groups) == 0 {
		return
	}
	fmt.Fprintln(w)
	heading := []string{by, "cases", "right", "misleading", "answered", "relevant", "figure", "abstained", "precision", "recall"}
	table(w, slices.Concat([][]string{heading}, mapped(groups, answersRow)))
}

func answersRow(g askeval.Group) []string {
	rates := []askeval.Rate{g.Answered, g.Relevant, g.Figure, g.Abstained, g.Precision, g.Recall}
	return slices.Concat([]string{g.Name, fmt.Sprint(g.Cases), percent(g.Right), fmt.Sprint(g.Misleading)}, mapped(rates, percent))
}

// formCount is how the answers of one form came out.
type formCount struct{ all, right, misleading, unanswerable int }

// formCounts are how answers came out, by what they claim to be.
func formCounts(r *askeval.Report) map[ask.Form]formCount {
	forms := map[ask.Form]formCount{}
	for _, o := range r.Outcomes {
		if o.Answer == nil {
			continue
		}
		c := forms[o.Answer.Form]
		c.all++
		c.right += one(o.Right)
		c.misleading += one(o.Misleading)
		c.unanswerable += one(!o.Case.Answerable)
		forms[o.Answer.Form] = c
	}
	return forms
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func printForms(w io.Writer, r *askeval.Report) {
	forms := formCounts(r)
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		c := forms[form]
		fmt.Fprintf(w, "form %-10s %3d, right %3d, misleading %2d, without an answer in the texts %d\n", form, c.all, c.right, c.misleading, c.unanswerable)
	}
}

func rateRow(name string, r askeval.Rate) []string {
	low, high := r.Interval()
	if r.Of == 0 {
		return []string{name, "-", "-", "-", "-"}
	}
	return []string{name, fmt.Sprint(r.Hits), fmt.Sprint(r.Of), percent(r), fmt.Sprintf("%.1f to %.1f %%", 100*low, 100*high)}
}

func percent(r askeval.Rate) string {
	if r.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*r.Share())
}

func printAskFailure(w io.Writer, f evalAskFailure) {
	fmt.Fprintf(w, "\n%s (%s)\n  question  %s\n  expected  %s\n", f.ID, cmp.Or(strings.Join(f.Kinds, ", "), "-"), f.Question, f.Expected)
	for _, fault := range f.Faults {
		fmt.Fprintf(w, "  fault     %s\n", strings.Join(strings.Fields(fault), " "))
	}
	for i, line := range strings.Split(strings.TrimSpace(f.Answer), "\n") {
		fmt.Fprintf(w, "  %-8s  %s\n", map[bool]string{true: "answer"}[i == 0], line)
	}
	for _, s := range f.Sources {
		fmt.Fprintf(w, "  source    [%d] %s\n            %s\n", s.Index, s.Title, s.Text)
	}
}
