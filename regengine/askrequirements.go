package regengine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// projectRequirements answers [ask.Requirements] by the rules that a check of the
// project would be decided by.
type projectRequirements struct {
	snapshot *Snapshot
	project  *projects.Info
	scope    []codes.VersionRef
	on       codes.Date
	words    *toolWording
}

// Required implements [ask.Requirements].
func (p *projectRequirements) Required(ctx context.Context, asked ask.Asked, found []*retrieval.Block) (*ask.Required, error) {
	ranked := p.ranked(asked, found)
	if of := p.application(asked, found); of != nil {
		ranked = slices.Insert(ranked, 0, *of)
	}
	if len(ranked) == 0 {
		return nil, nil
	}
	best := ranked[0]
	told := p.told(asked, &best.NamedPair)
	got, err := p.listed(ctx, &best.NamedPair, told)
	switch {
	case err != nil:
		return nil, err
	case got == nil:
		return &ask.Required{}, nil
	}
	if (best.Boolean || asked.Asks == ask.AsksAmount) && p.tellByUnit(asked, got, &told) {
		if got, err = p.listed(ctx, &best.NamedPair, told); err != nil || got == nil {
			return nil, err
		}
	}
	out := &ask.Required{
		Element: got.Element.Label, Parameter: got.Parameter.Label, Boolean: best.Boolean, Presence: best.Alone, Scope: best.Scope,
		Match: ask.Match{Element: best.ElementShare, Parameter: best.ParameterShare, Explained: best.Explained, Likely: likely(ranked), Spoken: best.score},
		Rows:  p.rows(&best.NamedPair, got, got.Rows),
	}
	for _, open := range got.DependsOn {
		out.DependsOn = append(out.DependsOn, cmp.Or(open.Label, open.ID))
	}
	if out.Bounds, err = p.bounds(ctx, &best.NamedPair, told, got); err != nil {
		return nil, err
	}
	out.Verdict = p.verdict(ctx, got, told)
	out.Beside, err = p.beside(ctx, asked, ranked)
	return out, err
}

// What a question asks besides.
const (
	mostBeside  = 3   // further parameters
	besideShare = 0.9 // of the names of element and parameter
)

// beside are the requirements of further parameters that a question about amounts names,
// each in words of its own: "anchura, huella y contrahuella".
func (p *projectRequirements) beside(ctx context.Context, asked ask.Asked, ranked []rankedPair) ([]ask.RequiredRow, error) {
	var out []ask.RequiredRow
	taken := ranked[0].ElementName + " " + ranked[0].ParameterName
	if asked.Asks != ask.AsksAmount && asked.Asks != ask.AsksCases || ranked[0].ParameterShare < besideShare {
		return nil, nil
	}
	for i, named := 1, 0; i < len(ranked) && named < mostBeside; i++ {
		r := &ranked[i].NamedPair
		if r.ElementShare < besideShare || r.ParameterShare < besideShare || p.share(taken, r.ParameterName) {
			continue
		}
		got, err := p.listed(ctx, r, p.told(asked, r))
		if err != nil {
			return nil, err
		}
		if got == nil {
			continue
		}
		named, taken = named+1, taken+" "+r.ParameterName
		for _, row := range p.rows(r, got, got.Rows) {
			row.Text = got.Parameter.Label + ": " + strings.TrimPrefix(row.Text, got.Element.Label+", "+got.Parameter.Label+": ")
			out = append(out, row)
		}
	}
	return out, nil
}

// rows puts requirements into words.
func (p *projectRequirements) rows(pair *verify.NamedPair, of *verify.Requirements, list []verify.RequirementRow) []ask.RequiredRow {
	label, duties := strings.Trim(of.Element.Label+", "+of.Parameter.Label, ", "), p.words.duties()
	if pair.Scope {
		label, duties = of.Element.Label, p.words.scopes()
	}
	out := make([]ask.RequiredRow, len(list))
	for i := range list {
		out[i] = p.row(&list[i], label, duties)
		out[i].Special = special(of, &list[i])
	}
	return out
}

// bounds are the cases that a number of the question chose among: from which value on a
// thing has to be there, and up to which it has not. None where it chose nothing.
func (p *projectRequirements) bounds(ctx context.Context, of *verify.NamedPair, told verify.Told, got *verify.Requirements) ([]ask.RequiredRow, error) {
	if !of.Boolean || len(told.Quantities) == 0 || len(got.Rows) == 0 || got.Rows[0].State != verify.RowHolds {
		return nil, nil
	}
	without := told
	without.Quantities = nil
	all, err := p.listed(ctx, of, without)
	if err != nil || all == nil {
		return nil, err
	}
	list := slices.DeleteFunc(slices.Clone(all.Rows), func(r verify.RequirementRow) bool {
		chosen := slices.ContainsFunc(r.When, func(c verify.CaseCondition) bool { _, is := told.Quantities[c.ID]; return is })
		return r.State != verify.RowDepends || !chosen
	})
	return p.rows(of, all, list), nil
}

// listed lists what is required of a pair, with the facts of question and project.
func (p *projectRequirements) listed(ctx context.Context, of *verify.NamedPair, told verify.Told) (*verify.Requirements, error) {
	country := p.project.GeoID.Country()
	elements := p.names(rules.ElementConcept, of.Element, of.ElementName, of.ElementShare)
	parameters := p.names(rules.ParameterConcept, of.Parameter, of.ParameterName, of.ParameterShare)
	for _, element := range elements[:min(len(elements), mostNames)] {
		for _, parameter := range parameters[:min(len(parameters), mostNames)] {
			got, err := p.snapshot.Verifier.Requirements(ctx, verify.Query{
				Element: element, Parameter: parameter, GeoID: string(p.project.GeoID), Country: country, Codes: p.scope, BuildingUse: useOf(told), Circumstances: told.Quantities,
				Project: ProjectData(p.project),
			}, p.on)
			if err != nil {
				return nil, fmt.Errorf("requirements: %w", err)
			}
			if len(got.Rows) > 0 && slices.Contains(got.Element.IDs, of.Element) && slices.Contains(got.Parameter.IDs, of.Parameter) {
				return got, nil
			}
		}
	}
	return nil, nil
}

// names are what a concept may be asked for by: the name the question has the whole of,
// for others may say more than was said, then all of them.
func (p *projectRequirements) names(kind rules.ConceptKind, id, named string, share float64) []string {
	names := p.snapshot.pairs().NamesOf(p.project.GeoID.Country(), kind, id, p.words.lang)
	if share == 1 && named != "" {
		names = append([]string{named}, names...)
	}
	return names
}

// useOf is what a question tells in words, as the use of a check may say it.
func useOf(told verify.Told) string { return strings.Join(told.Wordings, "; ") }

// dutyOf is what a requirement without a figure asks.
var dutyOf = map[rules.Op]string{rules.MustBeTrue: ask.DutyRequired, rules.MustBeAbsent: ask.DutyForbidden, rules.NoLimit: ask.DutyFree}

// row puts a requirement into words.
func (p *projectRequirements) row(r *verify.RequirementRow, label string, duties map[string]string) ask.RequiredRow {
	out := ask.RequiredRow{State: string(r.State), Governs: r.Governs, Block: r.Block, Rule: r.ID, Duty: dutyOf[r.Op]}
	if out.Duty != "" {
		out.Text = label + ": " + duties[out.Duty]
	} else {
		out.Text = p.limit(r)
	}
	if r.Case != "" {
		out.Text += ": " + r.Case
	}
	return out
}

var signs = map[rules.Op]string{rules.AtMost: "≤", rules.AtLeast: "≥", rules.Less: "<", rules.Greater: ">", rules.Equal: "="}

// limit writes the limit of a row, with its unit.
func (p *projectRequirements) limit(r *verify.RequirementRow) string {
	unit := ""
	if r.Unit != "" {
		unit = " " + r.Unit
	}
	switch {
	case r.Formula != "":
		return strings.TrimSpace(signs[r.Op] + " " + r.Formula + unit)
	case r.Op == rules.Between:
		return "≥ " + p.figure(r.Min) + unit + ", ≤ " + p.figure(r.Max) + unit
	case len(r.Values) > 0:
		figures := make([]string, len(r.Values))
		for i, v := range r.Values {
			figures[i] = p.figure(v)
		}
		return strings.Join(figures, " / ") + unit
	}
	return strings.TrimSpace(signs[r.Op] + " " + p.figure(r.Limit) + unit)
}

func (p *projectRequirements) figure(decimal string) string {
	return strings.Replace(decimal, ".", p.words.decimal, 1)
}

// verdict checks the one figure of a question against what is required; nil where there
// is none, or no verdict that is sure.
func (p *projectRequirements) verdict(ctx context.Context, got *verify.Requirements, told verify.Told) *ask.RequiredVerdict {
	if len(told.Figures) != 1 {
		return nil
	}
	figure := told.Figures[0]
	figure.Unit = cmp.Or(figure.Unit, got.Rows[0].Unit)
	check := verify.Check{
		Element: got.Element.Text, Parameter: got.Parameter.Text, Value: figure.Value, Unit: figure.Unit,
		GeoID: string(p.project.GeoID), Country: p.project.GeoID.Country(), Codes: p.scope, BuildingUse: useOf(told), Circumstances: told.Quantities,
		Project: ProjectData(p.project),
	}
	result, err := p.snapshot.Verifier.Verify(ctx, check, p.on)
	if err != nil || len(result.Sources) == 0 || result.Sources[0].Block == nil {
		return nil
	}
	status := result.Verdict()
	if status != verify.Compliant && status != verify.NonCompliant {
		return nil
	}
	text := p.figure(check.Value) + " " + check.Unit + ": " + p.words.verdicts[status]
	return &ask.RequiredVerdict{Text: text, Complies: status == verify.Compliant, Block: result.Sources[0].Block}
}

var _ ask.Requirements = (*projectRequirements)(nil)
