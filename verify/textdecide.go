package verify

import (
	"reflect"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
)

// fromTexts decides a check that no rule decides by the limits found in texts.
// ruled is what the rules came to; it comes back where texts cannot say more, and
// wherever rules about the subject were cautious for a reason.
func (v *rulebook) fromTexts(d *decision, ruled *Result) *Result {
	if d.question.unit.IsZero() || d.cautious() {
		return ruled
	}
	d.warnings = slices.Clone(ruled.Warnings)
	var best *Result
	var near []nearLimit
	for _, lang := range d.languages() {
		r := newTextRequest(d, v.limits.languages[lang])
		matches, almost := r.search(v.limits)
		near = append(near, almost...)
		for _, text := range r.notes {
			if !slices.Contains(ruled.Warnings, text) {
				ruled.Warnings = append(ruled.Warnings, text)
			}
		}
		if out := r.decide(v.limits, matches); out != nil && (best == nil || best.Status == Undetermined) {
			best = out
		}
	}
	switch {
	case best != nil:
		return best
	case len(near) > 0:
		ruled.Warnings = append(ruled.Warnings, d.treated(near)...)
	}
	return ruled
}

// treated names the sections that treat of the check, and the words that kept
// them from being applied.
func (d *decision) treated(near []nearLimit) []string {
	limits := make([]*textLimit, 0, len(near))
	var out []string
	for _, n := range near {
		limits = append(limits, n.limit)
		if text := d.say(msgOpenWord, n.word); !slices.Contains(out, text) && len(out) < maxNear {
			out = append(out, text)
		}
	}
	return append(out, d.say(msgTreatedIn, sectionsOf(limits)))
}

// cautious reports whether the value or its unit was refused, or rules in scope
// are about something that the check names: what kept them from deciding must
// keep a text from it as well.
func (d *decision) cautious() bool {
	elements := slices.Concat(d.element.elements, d.element.heads, d.parameter.elements, d.element.denied)
	parameters := slices.Concat(slices.Concat(d.parameter.parameters()...), slices.Concat(d.v.alone...))
	measure := d.measure
	defer func() { d.measure = measure }()
	for _, id := range parameters {
		d.measure = d.v.concepts["parameter "+id]
		if d.measure == nil {
			continue
		}
		for _, element := range elements {
			if slices.ContainsFunc(d.candidates(element), func(r *rule) bool { return d.scope.holds(r.set.Ref, r.version) && d.question.fits(r) }) {
				return true
			}
		}
	}
	one := quantity.NewNumber(1, 1)
	return d.question.unit.IsBoolean() && d.question.value.Sign() != 0 && !d.question.value.Equal(one)
}

// decide holds the value against the limits found; nil when there are none.
func (r *textRequest) decide(ix *limitIndex, matches []*textMatch) *Result {
	if len(matches) == 0 {
		return nil
	}
	b := &textRules{r: r, denied: make(map[string]bool), half: make(map[string]bool), excepts: make(map[string]bool), settings: make(map[string]bool)}
	warnings := b.build(matches)
	d := b.decision()
	d.warnings = append(d.warnings, warnings...)
	if len(b.rules) == 0 {
		return d.undetermined()
	}
	compiled, ok := b.compile(d)
	if !ok {
		return nil
	}
	if out := b.disagreement(d, compiled); out != nil {
		return out
	}
	boolean := d.question.unit.IsBoolean()
	silent := d.silent(compiled) && !boolean // what is there is there, whether or not it must be
	open := b.halfSaid(d, compiled) || !boolean && d.silentText(compiled)
	out := d.conclude(compiled)
	switch special := r.special(ix, matches); {
	case out.passes() && (silent || b.sideless), out.Status == Conditional && open:
		out = withdrawn(out, d.say(msgMeetsSome), d.missingNow(compiled))
	case out.passes() && len(special) > 0:
		out = withdrawn(out, d.say(msgSpecial, sectionsOf(special)), "")
	}
	if out.passes() {
		if words := b.unreadUse(matches); words != "" {
			out = withdrawn(out, d.say(msgUseUnread, words), "")
		}
	}
	return b.finish(d, out, compiled)
}

// unreadUse returns the words of the use that nothing explains where one of the
// texts tells uses apart.
func (b *textRules) unreadUse(matches []*textMatch) string {
	for _, m := range matches {
		if words := b.r.unreadUse(m.limit.ref); words != "" {
			return words
		}
	}
	return ""
}

// decision is the check over the facts and rules of the texts alone.
func (b *textRules) decision() *decision {
	r := b.r
	v := &rulebook{tongues: r.d.v.tongues, country: r.d.v.country, places: r.d.v.places, catalog: r.d.v.catalog, lexicon: make(lexicon), concepts: make(map[string]*Concept),
		rules: make(map[Subject][]*rule), ruled: r.d.v.ruled, cites: r.d.v.cites}
	d := &decision{speaker: speaker{r.words.lang, r.words.tongues}, v: v, check: r.d.check, place: r.d.place, scope: r.d.scope, question: r.d.question,
		subject: textSubject.Element}
	d.question.rel = r.relation
	d.measure = &Concept{ID: textSubject.Parameter, Kind: ParameterConcept, Label: b.text(r.d.check.Parameter), Relation: d.question.rel}
	v.concepts["parameter "+textSubject.Parameter] = d.measure
	v.concepts["element "+textSubject.Element] = &Concept{ID: textSubject.Element, Kind: ElementConcept, Label: b.text(r.d.check.Element)}
	for _, n := range d.scope.notes {
		d.warn(n.message, n.args...)
	}
	return d
}

// textSubject is what the rules made of texts are about: the check itself.
var textSubject = Subject{Element: "checked", Parameter: "checked"}

// disagreement is the result where two limits of one version hold under the same
// circumstances, and the value meets one of them only.
func (b *textRules) disagreement(d *decision, list []*rule) *Result {
	d.question.limits = make(map[*quantity.Number]quantity.Number)
	for i, a := range list {
		for k := range i {
			c := list[k]
			if a.set.Ref != c.set.Ref || bound(a.Require.Op) != bound(c.Require.Op) || !sameConditions(a.Rule, c.Rule) {
				continue
			}
			if allOf(a.when, d.base) == no || anyOf(a.unless, d.base) == yes {
				continue
			}
			first, second := d.question.always(a), d.question.always(c)
			if first.pass == second.pass {
				continue
			}
			out := &Result{Status: Undetermined, Place: d.place}
			describe := describer{speaker: d.speaker, v: d.v, base: d.base, unit: d.question.unit}
			for _, each := range []ruling{first, second} {
				d.cite(out, each.rule)
				d.considerRuling(out, each, msgMightApply, describe)
			}
			d.warnings = append(d.warnings, d.say(msgDisagree, describe.limit(first)+"; "+describe.limit(second)))
			d.warnSources(out)
			out.Warnings = d.warnings
			return out
		}
	}
	return nil
}

// always is the ruling of a rule as if its circumstances held.
func (q question) always(r *rule) ruling {
	free := *r
	free.when, free.unless = nil, nil
	out, _ := q.judge(&free, nil)
	out.rule = r
	return out
}

func sameConditions(a, b *Rule) bool {
	return reflect.DeepEqual(a.When, b.When) && reflect.DeepEqual(a.Unless, b.Unless)
}

// bound is the side an operator bounds, so that limits of one side can disagree.
func bound(op Op) Direction {
	switch op {
	case Less, AtMost:
		return Maximum
	case AtLeast, Greater:
		return Minimum
	case MustBeTrue, MustBeAbsent:
		return Boolean
	case Equal, OneOf, Between, NoLimit:
	}
	return Equality
}

// finish says where the limit comes from, and takes back a pass that stands on
// limits the extractor was not sure of.
func (b *textRules) finish(d *decision, out *Result, list []*rule) *Result {
	if out.passes() {
		if doubts := b.doubts(list); len(doubts) > 0 {
			out = withdrawn(out, d.say(msgDoubtful, strings.Join(doubts, "; ")), "")
		}
	}
	var named []codes.VersionRef
	for _, s := range out.Sources {
		for i := range list {
			if b.rules[i].match.limit.block != s.Block || slices.Contains(named, s.Ref) {
				continue
			}
			named = append(named, s.Ref)
			from := msgReadInText
			if b.rules[i].match.limit.from == FromModel {
				from = msgProposed
			}
			out.Warnings = append(out.Warnings, d.say(from, s.Ref.String()))
		}
	}
	b.note(out)
	if out.Governing != nil {
		out.Governing.Rule, out.Governing.Origin = "", FromPattern
		for _, each := range b.rules {
			if l := each.match.limit; l.block.ID == out.Governing.Block && l.Op == out.Governing.Op {
				out.Governing.Origin = l.from
			}
		}
	}
	return out
}

// note adds what was taken for granted of the limits a result cites.
func (b *textRules) note(out *Result) {
	for _, each := range b.rules {
		if !slices.ContainsFunc(out.Sources, func(s Source) bool { return s.Block == each.match.limit.block }) {
			continue
		}
		for _, text := range each.notes {
			if !slices.Contains(out.Warnings, text) {
				out.Warnings = append(out.Warnings, text)
			}
		}
	}
}

// doubts lists why the limits that may apply were not read for certain.
func (b *textRules) doubts(list []*rule) []string {
	var out []string
	for i := range list {
		for _, doubt := range b.rules[i].doubts {
			if !slices.Contains(out, doubt) {
				out = append(out, doubt)
			}
		}
	}
	return out
}
