package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// RequirementsTool is the name of the tool that [Options.Requirements] answers.
const RequirementsTool = "requirements"

// The arguments of a call of [RequirementsTool].
const (
	ArgQuestion = "question" // what it asks, in the words of the question
	ArgAsks     = "asks"     // one of the Asks constants; "" where it holds a figure against what is required
)

// What a question may ask of a thing beside whether a figure will do.
const (
	AsksAmount = "amount" // how much: its figures are none to judge, they tell its case
	AsksDuty   = "duty"   // whether it has to be there, or may be
	AsksBound  = "bound"  // from which value on it has to be there
	AsksCases  = "cases"  // how cases differ: what it tells chooses among none

	AsksPermission = "permission" // whether it may be there, or be so
	AsksScope      = "scope"      // whether a regulation applies
)

// Asked is a question about what rules require.
type Asked struct {
	Question string
	Asks     string // one of the Asks constants, or ""

	// Named are the titles of the editions of regulations that the question names.
	Named map[codes.VersionRef]string
}

// Requirements knows what rules require at the turn's place, with the project's facts
// applied. Implementations are safe for concurrent use, and bound to the turn's project.
type Requirements interface {
	// Required tells what is required of the thing and the parameter that a question
	// names; nil where it names nothing that rules know. found are the blocks this turn
	// has found so far, those of the best scores first: which rules are meant may be told by them.
	Required(ctx context.Context, asked Asked, found []*retrieval.Block) (*Required, error)
}

// Required is what rules require of one parameter of one element, which is what a
// check of a value would be decided by.
type Required struct {
	Element, Parameter string // labels, in the question's language
	Boolean            bool   // the parameter is that something is there, or is so
	Presence           bool   // the parameter is whether it is there at all
	Scope              bool   // the parameter is whether the regulation that is the element applies

	// How the question names the two, for whoever judges whether it is about them.
	Match Match

	Rows      []RequiredRow // those that hold first, then those that depend, then those that are excluded
	DependsOn []string      // labels of what decides among the rows and nobody told
	Bounds    []RequiredRow // the cases that a number of the question chose among
	Beside    []RequiredRow // of further parameters of the element that the question names, each row with its label
	Verdict   *RequiredVerdict
}

// Match tells how a question names an element and a parameter. All shares are between
// 0 and 1, of words weighed by how rare they are.
type Match struct {
	Element   float64 // of the element's name
	Parameter float64 // of the parameter's name
	Explained float64 // of the question that the two names and the facts told explain
	Likely    float64 // that they are what it is about, among all that rules limit
	Spoken    float64 // what speaks for that at all, in the measure of a logarithm of how likely it is
}

// RequiredRow is one requirement in one case, in words.
type RequiredRow struct {
	Text    string // "≥ 1,10 m: desnivel mayor de 6 m"
	State   string // one of the Row constants
	Governs bool
	Special bool   // it only holds where something is that nobody assumes
	Duty    string // one of the Duty constants, of a row without a figure
	Block   *retrieval.Block
	Handle  string // of its passage, which the agent fills in
	Rule    string // rows of one rule share it
}

// The states of a row.
const (
	RowHolds    = "holds"
	RowDepends  = "depends"
	RowExcluded = "excluded"
)

// What a row without a figure asks.
const (
	DutyRequired  = "required"
	DutyForbidden = "forbidden"
	DutyFree      = "free"
)

// RequiredVerdict is the verdict on a figure of the question.
type RequiredVerdict struct {
	Text     string // "20 cm: no cumple"
	Complies bool
	Block    *retrieval.Block
	Handle   string
}

// requirementsSpec describes the tool to a model.
var requirementsSpec = ToolSpec{
	Name: RequirementsTool,
	Description: "Lists what the rules of the selected regulations require of a thing and what is measured of it (\"height of a guardrail\"), with the project's facts applied: " +
		"every case, the strictest first, each with its passage. First choice where the question asks how much, how many, or whether something is needed.",
	Params: []Param{
		{Name: ArgQuestion, Kind: TextParam, Required: true, Max: MaxQuery, Doc: "Thing, what is measured of it, circumstances, in a few words."},
		{Name: ArgAsks, Kind: TextParam, Max: mostAsks, Doc: `"amount" where the question is how much, "duty" where it is whether it is needed, "permission" where it is whether it is allowed, "scope" where it is whether a regulation applies, "bound" where it is from which value on, "cases" where it compares.`},
	},
}

const mostAsks = 20 // code points of [ArgAsks]

// byWords are the blocks this turn has found, those first that searches scored best. What
// else speaks for a passage does not count: which rules are meant by a name is told better
// by the words around it.
func (t *turn) byWords() []*retrieval.Block {
	list := slices.Clone(t.issued)
	slices.SortStableFunc(list, func(p, q *passage) int { return cmp.Compare(q.score, p.score) })
	return mapSlice(list, func(p *passage) *retrieval.Block { return p.block })
}

// require runs the tool.
func (t *turn) require(ctx context.Context, args Args) (Result, error) {
	var r Result
	ctx, cancel := context.WithTimeout(ctx, toolTime)
	defer cancel()
	blocks := t.byWords()
	asked := Asked{Question: args.Text(ArgQuestion), Asks: args.Text(ArgAsks), Named: map[codes.VersionRef]string{}}
	for _, n := range t.namedEditions(asked.Question) {
		asked.Named[n.Ref] = n.Title
	}
	got, err := within(ctx, func(ctx context.Context) (*Required, error) {
		return t.agent.opts.Requirements.Required(ctx, asked, blocks)
	})
	switch {
	case err != nil:
		r.Note = failure(err)
		return r, nil
	case got != nil && len(got.Rows) == 0:
		r.Required = &Required{}
		fallthrough
	case got == nil:
		r.Note = "no rule of the selected regulations is about that"
		return r, nil
	}
	t.handRequired(&r, got)
	return r, nil
}

// handRequired hands over what is required.
func (t *turn) handRequired(r *Result, got *Required) {
	out := *got
	out.Rows, out.Bounds, out.Beside = t.scopedRows(got.Rows), t.scopedRows(got.Bounds), t.scopedRows(got.Beside)
	var blocks []found
	lines := []string{strings.Trim(got.Element+", "+got.Parameter, ", ") + ":"}
	for _, row := range slices.Concat(out.Rows, out.Bounds, out.Beside) {
		blocks = append(blocks, found{block: row.Block})
		if row.State != RowExcluded {
			lines = append(lines, fmt.Sprintf("- %s (%s)", row.Text, row.State))
		}
	}
	if v := got.Verdict; v != nil && v.Block != nil && t.inScope(v.Block.Doc) {
		verdict := *v
		out.Verdict, blocks = &verdict, append(blocks, found{block: v.Block})
		lines = append(lines, verdict.Text)
	} else {
		out.Verdict = nil
	}
	t.say(r, strings.Join(lines, "\n"))
	t.facts.learn(r.Text)
	t.hand(r, firstOfEach(blocks))
	for _, rows := range [][]RequiredRow{out.Rows, out.Bounds, out.Beside} {
		for i := range rows {
			rows[i].Handle = t.handleOf(rows[i].Block)
		}
	}
	if out.Verdict != nil {
		out.Verdict.Handle = t.handleOf(out.Verdict.Block)
	}
	r.Required = &out
}

// scopedRows are the rows whose passages the turn may show, on one line each.
func (t *turn) scopedRows(list []RequiredRow) []RequiredRow {
	var out []RequiredRow
	for _, row := range list {
		if row.Block == nil || !t.inScope(row.Block.Doc) {
			continue
		}
		row.Text = oneLine(asData(row.Text))
		out = append(out, row)
	}
	return out
}

// firstOfEach leaves each block once, at most as many as a tool may rest on.
func firstOfEach(list []found) []found {
	seen := map[string]bool{}
	var out []found
	for _, f := range list {
		if !seen[f.block.ID] && len(out) < mostBlocks {
			seen[f.block.ID] = true
			out = append(out, f)
		}
	}
	return out
}

// handleOf is the handle of the passage of a block; "" where it has none.
func (t *turn) handleOf(b *retrieval.Block) string {
	if i, issued := t.byBlock[b.ID]; issued {
		return t.issued[i].handle
	}
	return ""
}
