package extractive

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// mostPassages is how many passages one search brings.
const mostPassages = 14

// nextCalls returns what was not looked for yet: the question's own words, in the
// regulations and in the project's documents; its words in the other language;
// what stands around the passage that came closest; its subjects alone.
func (a *query) nextCalls(t *ask.Transcript) []ask.Call {
	plans := [][]ask.Call{
		append(a.lookups(), searchFor(a.text), a.titledCall(t.Question)),
		append(a.homeCalls(), searchFor(a.formal), searchFor(a.abroad)),
		append(a.atHomeCalls(), a.around(t.Results)),
		{searchFor(a.subjects())},
	}
	for _, plan := range plans {
		plan = slices.DeleteFunc(plan, func(c ask.Call) bool { return c.Tool == "" || !offered(t.Tools, c.Tool) || made(t.Results, c) })
		if len(plan) > 0 {
			return plan
		}
	}
	return nil
}

func searchFor(text string) ask.Call {
	if strings.TrimSpace(text) == "" {
		return ask.Call{}
	}
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{text}, ask.ArgTop: mostPassages})
}

func lookupFor(text string) ask.Call {
	return ask.NewCall(ask.SearchDocuments, map[string]any{ask.ArgQueries: []string{text}})
}

// subjects are the words the question is about.
func (a *query) subjects() string {
	var list []string
	for i := range a.terms {
		if t := &a.terms[i]; t.weight >= subjectWeight && !t.name && !t.verb {
			list = append(list, t.text)
		}
	}
	return strings.Join(list, " ")
}

// around asks for what stands around the passage that came closest: a rule may
// stand in the paragraph behind the one that has the question's words.
func (a *query) around(results []ask.Result) ask.Call {
	near := a.closeness(results)
	best, most := "", 0.0
	for _, p := range passagesOf(results) {
		if n := near[p.Handle]; n > most && !p.Private && !a.lacks(p, n) {
			best, most = p.Handle, n
		}
	}
	if best == "" {
		return ask.Call{}
	}
	return ask.NewCall(ask.ReadSection, map[string]any{ask.ArgHandle: best})
}

// offered reports whether a tool may be called. A transcript that names none has
// the search of regulations at least.
func offered(tools []ask.ToolSpec, name string) bool {
	if len(tools) == 0 {
		return name == ask.SearchRegulations
	}
	return slices.ContainsFunc(tools, func(s ask.ToolSpec) bool { return s.Name == name })
}

// made reports whether a call was made before. What stands around a passage is
// read once.
func made(results []ask.Result, call ask.Call) bool {
	return slices.ContainsFunc(results, func(r ask.Result) bool {
		return r.Call.Tool == call.Tool && (call.Tool == ask.ReadSection || string(r.Call.Args) == string(call.Args))
	})
}

// beside is how close what stands around a passage counts, as a share of the
// passage's own closeness.
const besideShare = 0.92

// closeness is each passage's score as a share of the best of its search.
func (a *query) closeness(results []ask.Result) map[string]float64 {
	near := map[string]float64{}
	for i := range results {
		r := &results[i]
		base, best, whole := 0.0, 0.0, a.wholeness(r.Call)
		if r.Call.Tool == ask.ReadSection {
			base = besideShare * near[handleOf(r.Call)]
		}
		for _, p := range r.Passages {
			best = max(best, p.Score)
		}
		for _, p := range r.Passages {
			n := base
			if r.Call.Tool != ask.ReadSection && best > 0 {
				n = whole * p.Score / best
			}
			near[p.Handle] = max(near[p.Handle], n)
		}
	}
	return near
}

// wholeness is how much of the question a search asked: what answers to one word of
// five is hardly close to the question.
func (a *query) wholeness(call ask.Call) float64 {
	var args struct {
		Queries []string
		Code    string // where it asks in one regulation, the rest of the question names it
	}
	if json.Unmarshal(call.Args, &args) != nil || len(args.Queries) == 0 || args.Queries[0] == a.text || args.Code != "" {
		return 1
	}
	return min(1, leastWhole+(1-leastWhole)*a.share(bagOf(args.Queries[0]))/wholeFrom)
}

// leastWhole is how close what answers to hardly any word still counts; from
// wholeFrom of the words on a search is as good as the whole question.
const (
	leastWhole = 0.5
	wholeFrom  = 0.7
)

func handleOf(call ask.Call) string {
	var args struct{ Handle string }
	if err := json.Unmarshal(call.Args, &args); err != nil {
		return ""
	}
	return args.Handle
}
