package regengine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
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

// rankedPair is a pair with what the search says of it.
type rankedPair struct {
	verify.NamedPair
	rank  int // the place of the first block found that its rules stand in; 0 for none
	score float64
}

// How much the signs weigh by which the pair a question is about is told. They are
// plain on purpose: on 128 questions five signs did as well as nineteen, and how they
// are weighed hardly mattered.
const (
	elementWeight   = 0.40
	parameterWeight = 0.25
	explainedWeight = 0.20
	rankWeight      = 0.30
	rankReach       = 12 // places
)

const (
	mostPairs = 120 // that are weighed
	mostNames = 6   // of a concept that are tried
)

// Required implements [ask.Requirements].
func (p *projectRequirements) Required(ctx context.Context, asked ask.Asked, found []*retrieval.Block) (*ask.Required, error) {
	ranked := p.ranked(asked, found)
	if len(ranked) == 0 {
		return nil, nil
	}
	best := ranked[0]
	wordings := p.wordings(ranked)
	told := p.told(asked, &best.NamedPair)
	got, err := p.listed(ctx, &best.NamedPair, told)
	switch {
	case err != nil:
		return nil, err
	case got == nil:
		return &ask.Required{Wordings: wordings}, nil
	}
	if (best.Boolean || asked.Asks == ask.AsksAmount) && p.tellByUnit(asked, got, &told) {
		if got, err = p.listed(ctx, &best.NamedPair, told); err != nil || got == nil {
			return nil, err
		}
	}
	out := &ask.Required{
		Element: got.Element.Label, Parameter: got.Parameter.Label, Boolean: best.Boolean, Presence: best.Alone, Wordings: wordings,
		Match: ask.Match{Element: best.ElementShare, Parameter: best.ParameterShare, Explained: best.Explained, Rank: best.rank, Margin: margin(ranked)},
		Rows:  p.rows(got, got.Rows),
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
		for _, row := range p.rows(got, got.Rows) {
			row.Text = got.Parameter.Label + ": " + strings.TrimPrefix(row.Text, got.Element.Label+", "+got.Parameter.Label+": ")
			out = append(out, row)
		}
	}
	return out, nil
}

// rows puts requirements into words.
func (p *projectRequirements) rows(of *verify.Requirements, list []verify.RequirementRow) []ask.RequiredRow {
	label := strings.Trim(of.Element.Label+", "+of.Parameter.Label, ", ")
	out := make([]ask.RequiredRow, len(list))
	for i := range list {
		out[i] = p.row(&list[i], label)
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
	return p.rows(all, list), nil
}

// told is what a question tells, as far as it can be told the rules. One that compares
// tells nothing: it names several cases.
func (p *projectRequirements) told(asked ask.Asked, of *verify.NamedPair) verify.Told {
	if asked.Asks == ask.AsksCases {
		return verify.Told{}
	}
	country := p.project.GeoID.Country()
	told := p.snapshot.pairs().Told(country, asked.Question, of.Parameter)
	for _, wrong := range p.snapshot.Verifier.CheckCircumstances(country, told.Quantities) {
		delete(told.Quantities, wrong.ID)
	}
	return told
}

// tellByUnit takes the one figure of a question for the one open circumstance that it
// can be by its unit, and reports whether it did: "¿necesita proyecto una instalación de
// 60 kW?". A length may be of anything where nobody asks how much, and a figure beside the
// name of a measure may be of that: they are those of a circumstance only if the question
// has a word of its label.
func (p *projectRequirements) tellByUnit(asked ask.Asked, of *verify.Requirements, told *verify.Told) bool {
	if len(told.Figures) != 1 {
		return false
	}
	figure := told.Figures[0]
	unit, err := quantity.ParseUnit(figure.Unit)
	if err != nil || unit.IsRatio() {
		return false
	}
	value := verify.QuantityValue(figure.Value, figure.Unit)
	fits := p.fitting(of, value)
	vague := figure.Named || asked.Asks != ask.AsksAmount && isLength(unit)
	if len(fits) != 1 || vague && !p.namesAny(asked.Question, fits[0].Label, of.Element.Text) {
		return false
	}
	told.Quantities[fits[0].ID], told.Figures = value, nil
	return true
}

// fitting are the open circumstances that a quantity can be, those aside that decide only
// where something is that nobody assumes.
func (p *projectRequirements) fitting(of *verify.Requirements, value verify.Value) []verify.OpenFact {
	deciding := map[string]bool{}
	for i := range of.Rows {
		if special(of, &of.Rows[i]) {
			continue
		}
		for _, c := range of.Rows[i].When {
			deciding[c.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(of.DependsOn), func(open verify.OpenFact) bool {
		return open.Kind != rules.QuantityFact || !deciding[open.ID] ||
			len(p.snapshot.Verifier.CheckCircumstances(p.project.GeoID.Country(), map[string]verify.Value{open.ID: value})) > 0
	})
}

// special reports whether a row only holds where something is that nobody assumes.
func special(of *verify.Requirements, row *verify.RequirementRow) bool {
	return slices.ContainsFunc(row.When, func(c verify.CaseCondition) bool {
		return slices.ContainsFunc(of.DependsOn, func(open verify.OpenFact) bool { return open.ID == c.ID && open.Assumed != nil })
	})
}

func isLength(unit quantity.Unit) bool {
	_, err := quantity.Convert(quantity.NewNumber(1, 1), unit, quantity.MustUnit("m"), quantity.SameKind)
	return err == nil
}

// namesAny reports whether a question has a word of a label, those of the thing aside.
func (p *projectRequirements) namesAny(question, label, thing string) bool {
	telling := func(text string) map[string]bool {
		out := map[string]bool{}
		for _, w := range retrieval.Words(text, p.words.lang) {
			if w.Stop() || w.Number || w.Figure || w.Framing {
				continue
			}
			for _, term := range w.Terms {
				out[term] = true
			}
		}
		return out
	}
	has, of := telling(question), telling(thing)
	for term := range telling(label) {
		if has[term] && !of[term] {
			return true
		}
	}
	return false
}

// share reports whether two names have a word in common.
func (p *projectRequirements) share(name, other string) bool {
	has := map[string]bool{}
	for _, w := range retrieval.Words(name, p.words.lang) {
		for _, term := range w.Terms {
			has[term] = !w.Stop()
		}
	}
	return slices.ContainsFunc(retrieval.Words(other, p.words.lang), func(w retrieval.Word) bool {
		return slices.ContainsFunc(w.Terms, func(term string) bool { return has[term] })
	})
}

// How well a name has to be named to be searched for, and how many are.
const (
	wordingShare = 0.6
	mostWordings = 3
)

// wordings are what the country's language calls what a question in another one names.
func (p *projectRequirements) wordings(ranked []rankedPair) []string {
	country, home := p.project.GeoID.Country(), langfile.Primary(p.project.Language)
	if home == p.words.lang {
		return nil
	}
	var out []string
	add := func(kind rules.ConceptKind, id string, share float64) {
		names := p.snapshot.pairs().NamesOf(country, kind, id, home)
		if share >= wordingShare && len(names) > 0 && len(out) < mostWordings && !slices.Contains(out, names[0]) {
			out = append(out, names[0])
		}
	}
	for _, r := range ranked {
		add(rules.ElementConcept, r.Element, r.ElementShare)
		add(rules.ParameterConcept, r.Parameter, r.ParameterShare)
	}
	return out
}

// ranked orders the pairs a question names by how well it names them and by where their
// rules stand among what was found.
func (p *projectRequirements) ranked(asked ask.Asked, found []*retrieval.Block) []rankedPair {
	country := p.project.GeoID.Country()
	var out []rankedPair
	for _, named := range p.snapshot.pairs().Named(country, asked.Question, mostPairs) {
		in := slices.ContainsFunc(named.Passages, func(at verify.Passage) bool { return slices.Contains(p.scope, at.Ref) })
		if !in {
			continue
		}
		parameter := askedAs(&named, asked.Asks)
		r := rankedPair{NamedPair: named, rank: rankOf(named.Passages, found)}
		r.score = elementWeight*named.ElementShare + parameterWeight*parameter + explainedWeight*named.Explained
		if r.rank > 0 && r.rank <= rankReach {
			r.score += rankWeight * (1 + parameter) / 2 * float64(rankReach+1-r.rank) / rankReach
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b rankedPair) int { return cmp.Compare(b.score, a.score) })
	return out
}

// measuredShare is what the name of a measure counts where the question is whether
// something is needed: it only tells the case.
const measuredShare = 0.5

// askedAs weighs the parameter of a pair by what is asked. Who asks whether a thing is
// needed need not name that: "¿hace falta barandilla con una altura de 60 cm?"; nor who
// asks whether one may be there that is forbidden somewhere.
func askedAs(named *verify.NamedPair, asks string) float64 {
	switch {
	case asks == ask.AsksCases, asks == ask.AsksAmount:
	case asks == ask.AsksPermission && (!named.Alone || !named.Forbids):
	case asks != "" && named.Alone && named.Boolean:
		named.ParameterShare = 1
	case asks == ask.AsksBound && !named.Boolean:
		named.ParameterShare = 0
	case asks != "" && !named.Boolean:
		return measuredShare * named.ParameterShare
	}
	return named.ParameterShare
}

func rankOf(passages []verify.Passage, found []*retrieval.Block) int {
	for i, b := range found {
		if slices.ContainsFunc(passages, func(at verify.Passage) bool { return at.Ref.String() == b.Doc && at.Section == b.Section }) {
			return i + 1
		}
	}
	return 0
}

// margin is by how much the first pair leads the next one with rules of its own.
func margin(ranked []rankedPair) float64 {
	for _, r := range ranked[1:] {
		if r.Parameter != ranked[0].Parameter || !slices.Equal(r.Passages, ranked[0].Passages) {
			return ranked[0].score - r.score
		}
	}
	return ranked[0].score
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
	if share == 1 {
		names = append([]string{named}, names...)
	}
	return names
}

// useOf is what a question tells in words, as the use of a check may say it.
func useOf(told verify.Told) string { return strings.Join(told.Wordings, "; ") }

// row puts a requirement into words.
func (p *projectRequirements) row(r *verify.RequirementRow, label string) ask.RequiredRow {
	out := ask.RequiredRow{State: string(r.State), Governs: r.Governs, Block: r.Block, Rule: r.ID}
	limit := p.limit(r)
	switch r.Op {
	case rules.MustBeTrue:
		out.Duty, limit = ask.DutyRequired, p.words.required
	case rules.MustBeAbsent:
		out.Duty, limit = ask.DutyForbidden, p.words.forbidden
	case rules.NoLimit:
		out.Duty, limit = ask.DutyFree, p.words.free
	default:
	}
	out.Text = limit
	if out.Duty != "" {
		out.Text = label + ": " + limit
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
