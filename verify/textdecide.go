package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/understand"
)

// fromTexts decides a check that no rule decides by the limits found in texts.
// ruled is what the rules came to; it comes back where texts cannot say more, and
// wherever rules about the subject were cautious for a reason.
func (v *rulebook) fromTexts(d *decision, ruled *Result) *Result {
	if d.question.unit.IsZero() || d.question.bare || d.cautious() {
		return ruled
	}
	d.warnings = slices.Clone(ruled.Warnings)
	all := v.limits.within(d.scope)
	var best *Result
	var near []nearLimit
	for _, lang := range d.languages() {
		r := newTextRequest(d, v.limits.languages[lang])
		matches, almost := r.search(all)
		near = append(near, almost...)
		for _, text := range r.notes {
			if !slices.Contains(ruled.Warnings, text) {
				ruled.Warnings = append(ruled.Warnings, text)
			}
		}
		if out := r.decide(all, matches); out != nil && (best == nil || best.Status == Undetermined) {
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

// decide holds the value against the limits found; nil when there are none. A text may
// hold more than was read out of it: so a value does not comply by limits of texts alone
// where under some reading none of them applies, where another passage speaks of the very
// circumstance that the check states, or where it leans on what is not said in closed form.
func (r *textRequest) decide(all []*textDocument, matches []*textMatch) *Result {
	if len(matches) == 0 {
		return nil
	}
	b := &textRules{r: r}
	b.build(matches)
	d := b.decision()
	compiled, ok := b.compile(d)
	if !ok {
		return nil
	}
	boolean := d.question.unit.IsBoolean()
	silent := !boolean && d.silent(compiled) // what is there is there, whether or not it must be
	out := d.conclude(compiled)
	switch special := r.special(all, matches); {
	case out.passes() && silent, out.Status == Conditional && b.halfSaid(d, compiled):
		out = withdrawn(out, d.say(msgMeetsSome), d.missingNow(compiled))
	case out.passes() && len(special) > 0:
		out = withdrawn(out, d.say(msgSpecial, sectionsOf(special)), "")
	case out.IsCompliant:
		out = b.closed(d, out, compiled)
	}
	if out.passes() {
		for _, m := range matches {
			if words := r.unreadUse(m.limit.doc.ref); words != "" && out.passes() {
				out = withdrawn(out, d.say(msgUseUnread, words), "")
			}
		}
	}
	return b.finish(d, out, compiled)
}

// closed takes back a pass that leans on a circumstance which the check does not state in
// a closed form: there may be more to it than was understood.
func (b *textRules) closed(d *decision, out *Result, list []*rule) *Result {
	stated := func(f textFact) bool { return f.known.origin == byText }
	if !slices.ContainsFunc(b.facts, stated) {
		return out
	}
	var strange []string
	base := slices.Clone(d.base)
	form := b.form()
	for i := range b.facts {
		if words := b.strange(&b.facts[i], form); stated(b.facts[i]) && len(words) > 0 {
			base[i] = knowledge{}
			strange = append(strange, words...)
		}
	}
	if len(strange) == 0 {
		return out
	}
	d.question.limits = make(map[*quantity.Number]quantity.Number)
	tried := d.v.tally(d.question, list, base)
	if len(tried.failing)+len(tried.open)+len(tried.conflicts) == 0 && (d.question.unit.IsBoolean() || !tried.silent) {
		return out
	}
	slices.Sort(strange)
	return withdrawn(out, d.say(msgLeans, b.r.d.check.Element, strings.Join(slices.Compact(strange), ", ")), "")
}

// closedForm is what a closed form may hold.
type closedForm struct {
	known  []term
	worded map[string]bool // stems of the words by which the texts say a circumstance
}

func (b *textRules) form() closedForm {
	out := closedForm{worded: make(map[string]bool)}
	for _, rule := range b.rules {
		out.known = union(out.known, rule.match.limit.explaining())
		for _, p := range rule.match.limit.Phrases {
			if p.Role != textlimits.WhenRole && p.Role != textlimits.UnlessRole {
				continue
			}
			for _, w := range b.r.words.tongues.Phrase(p.Text, b.r.words.lang).Words {
				out.worded[w.Stem] = true
			}
		}
	}
	return out
}

// strange returns the words that nothing explains in the clauses of the element and the
// use that state a fact.
func (b *textRules) strange(f *textFact, form closedForm) []string {
	var out []string
	for _, s := range []*said{&b.r.element, &b.r.use} {
		for i, k := range s.tokens {
			states := s.at(i).Number != nil && f.Kind == rules.QuantityFact || slices.ContainsFunc(f.terms, func(id term) bool { return b.r.words.isA(k.term, id) })
			if states {
				out = append(out, b.r.strangeIn(s, k.start, form)...)
			}
		}
	}
	return out
}

// strangeIn returns the words of the clause of words[at] that a closed form does not hold:
// it is names, numbers, "with", "of" and "and", the words of the texts themselves, and
// before words[at] what qualifies the thing: "barandilla de terraza".
func (r *textRequest) strangeIn(s *said, at int, form closedForm) []string {
	explained := make([]bool, len(s.Words))
	for i, k := range s.tokens {
		info := r.words.of(k.term)
		qualifies := k.start < at && s.at(i).Link != "" && r.isContext(s, k)
		for j := k.start; j < k.end; j++ {
			explained[j] = s.at(i).Number != nil || r.words.explained(k.term, form.known) || info.thing || info.measure || info.generic || qualifies
		}
	}
	var out []string
	for i := range s.Words {
		w := &s.Words[i]
		fine := explained[i] && w.Role != understand.Preposition || form.worded[w.Stem] || r.binds(s, i)
		if w.Closed == s.Words[at].Closed && !fine {
			out = append(out, w.Text)
		}
	}
	return out
}

// binds reports whether words[i] is one of those that a closed form is held together by:
// "with", "and", "for" before how many, a name, what is counted.
func (r *textRequest) binds(s *said, i int) bool {
	w := &s.Words[i]
	forMany := r.d.v.tongues.IsLittle("for", w.Fold) && i+1 < len(s.Words) && s.Words[i+1].Number != nil
	return forMany || w.Is(understand.SaysCompany|understand.Negates) || w.Joins() || w.IsName() || w.Counted
}

// decision is the check over the facts and rules of the texts alone.
func (b *textRules) decision() *decision {
	r := b.r
	v := &rulebook{tongues: r.d.v.tongues, country: r.d.v.country, places: r.d.v.places, catalog: r.d.v.catalog, lexicon: make(understand.Lexicon), concepts: make(map[string]*rules.Concept),
		rules: make(map[rules.Subject][]*rule), ruled: r.d.v.ruled, cites: r.d.v.cites}
	d := &decision{speaker: speaker{r.words.lang, r.words.tongues}, v: v, check: r.d.check, place: r.d.place, scope: r.d.scope, question: r.d.question,
		subject: textSubject.Element}
	d.question.rel = r.relation
	d.measure = &rules.Concept{ID: textSubject.Parameter, Kind: rules.ParameterConcept, Label: b.text(r.d.check.Parameter), Relation: d.question.rel}
	v.concepts["parameter "+textSubject.Parameter] = d.measure
	v.concepts["element "+textSubject.Element] = &rules.Concept{ID: textSubject.Element, Kind: rules.ElementConcept, Label: b.text(r.d.check.Element)}
	for _, n := range d.scope.notes {
		d.warn(n.message, n.args...)
	}
	return d
}

// textSubject is what the rules made of texts are about: the check itself.
var textSubject = rules.Subject{Element: "checked", Parameter: "checked"}

// compile makes the rules ready and takes in what the check says.
func (b *textRules) compile(d *decision) ([]*rule, bool) {
	c := &compiler{v: d.v, factOf: make(map[string]int)}
	for i := range b.facts {
		c.declareFact(&b.facts[i].Fact)
		d.base = append(d.base, b.facts[i].known)
	}
	out := make([]*rule, 0, len(b.rules))
	for _, each := range b.rules {
		l := each.match.limit
		compiled := &rule{Rule: &each.Rule, set: &rules.RuleSet{Ref: l.doc.ref, Language: l.words.lang}, version: l.doc.version, cited: l.citation()}
		compiled.cited.as = d.v.cites[l.doc.ref][l.block.Section]
		compiled.rank, compiled.scope = c.v.rank(l.doc.ref.Code)
		compiled.when, compiled.unless = c.conditions(0, each.When), c.conditions(0, each.Unless)
		for _, e := range each.Extras {
			compiled.extras = append(compiled.extras, c.conditions(0, e.When))
		}
		compiled.value, compiled.min, compiled.max = c.value(0, each.Require.Value, nil), c.value(0, each.Require.Min, nil), c.value(0, each.Require.Max, nil)
		compiled.asked = dependencies(compiled, len(compiled.unless))
		out = append(out, compiled)
	}
	for _, f := range d.v.facts {
		f.all = f.options(knowledge{})
	}
	d.v.rules[textSubject] = out
	return out, len(c.problems) == 0
}

// citation is the words of the text that state the limit.
func (l *textLimit) citation() citation {
	return citation{Quote: rules.QuoteBlock(l.block, l.Clause.Start, l.Clause.End)}
}

// withdrawn is an undetermined result in place of a pass.
func withdrawn(out *Result, why, missing string) *Result {
	warnings := append(slices.Clone(out.Warnings), why)
	if missing != "" {
		warnings = append(warnings, missing)
	}
	return &Result{Status: Undetermined, Place: out.Place, Sources: out.Sources, Considered: out.Considered, Warnings: warnings, Trace: out.Trace}
}

// silent reports whether there is a reading under which no rule applies.
func (d *decision) silent(list []*rule) bool {
	d.question.limits = make(map[*quantity.Number]quantity.Number)
	return d.v.tally(d.question, list, d.base).silent
}

// halfSaid reports whether a rule turns on a circumstance of which the check says
// a part: that the rest of it does not hold is nobody's reading.
func (b *textRules) halfSaid(d *decision, list []*rule) bool {
	return slices.ContainsFunc(list, func(r *rule) bool {
		return slices.ContainsFunc(r.asked, func(index int) bool { return b.facts[index].half && d.v.facts[index].open(d.base[index]) })
	})
}

// missingNow names the data that leave it open which rules apply.
func (d *decision) missingNow(list []*rule) string {
	var labels []string
	for _, r := range list {
		for _, index := range r.asked {
			f := d.v.facts[index]
			label := d.text(f.Label)
			if f.open(d.base[index]) && !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return d.say(msgMissing, strings.Join(labels, ", "))
}

// special returns limits in scope, not matched, that may measure the same and
// name a circumstance or setting the check states and no matched limit names. What
// names no measure may be of any.
func (r *textRequest) special(all []*textDocument, matches []*textMatch) []*textLimit {
	t := r.words
	if r.d.question.unit.IsBoolean() {
		return nil
	}
	var stated []term
	for _, id := range r.withKinds(r.terms) {
		if (t.of(id).setting || t.excludes(id)) && !slices.ContainsFunc(matches, func(m *textMatch) bool { return m.limit.names(id) }) {
			stated = append(stated, id)
		}
	}
	var out []*textLimit
	for i := 0; i < len(all) && len(stated) > 0; i++ {
		for _, l := range all[i].limits {
			about := func(id term) bool { return l.names(id) && (len(l.measures) == 0 && l.Unit != "" || r.sameMeasure(l)) }
			matched := func(m *textMatch) bool { return m.limit == l }
			if l.words == t && r.fits(l) && slices.ContainsFunc(stated, about) && r.shared(l) >= minShared && !slices.ContainsFunc(matches, matched) {
				out = append(out, l)
			}
		}
	}
	return out
}

// withKinds returns terms with what they are kinds of.
func (r *textRequest) withKinds(terms []term) []term {
	var out []term
	for _, id := range terms {
		if id != noTerm {
			out = union(union(out, []term{id}), r.words.of(id).broader)
		}
	}
	return out
}

// names reports whether the limit or its block says a term, what it is a kind of or
// a kind of it.
func (l *textLimit) names(id term) bool {
	says := func(x term) bool { return l.words.isA(id, x) || l.words.isA(x, id) }
	return slices.ContainsFunc(l.text, says) || slices.ContainsFunc(l.lead, says)
}

// minShared is how many words of the check a passage must say to be about it.
const minShared = 2

// shared counts the words of the check that a limit's passage says.
func (r *textRequest) shared(l *textLimit) int {
	n := 0
	for _, id := range r.terms {
		if !r.words.of(id).generic && l.names(id) {
			n++
		}
	}
	return n
}

// finish says where the limit comes from, and takes back a pass that stands on
// limits the extractor was not sure of, and a failure of which nobody knows whether the
// limit holds in that case.
func (b *textRules) finish(d *decision, out *Result, list []*rule) *Result {
	doubts := b.doubts(list)
	if out.passes() && len(doubts) > 0 || out.Status == NonCompliant && !b.failsForCertain(d, list) {
		out = withdrawn(out, d.say(msgDoubtful, strings.Join(doubts, "; ")), "")
	}
	var named []codes.VersionRef
	for _, s := range out.Sources {
		for _, each := range b.rules {
			if each.match.limit.block == s.Block && !slices.Contains(named, s.Ref) {
				named = append(named, s.Ref)
				out.Warnings = append(out.Warnings, d.say(foundBy(each.match.limit.from), s.Ref.String()))
			}
		}
	}
	if out.Governing != nil {
		out.Governing.Rule, out.Governing.Origin = "", textlimits.FromPattern
		for _, each := range b.rules {
			if l := each.match.limit; l.block.ID == out.Governing.Block && l.Op == out.Governing.Op {
				out.Governing.Origin = l.from
			}
		}
	}
	return out
}

// foundBy says who found a limit.
func foundBy(o textlimits.Origin) message {
	if o == textlimits.FromModel {
		return msgProposed
	}
	return msgReadInText
}

// failsForCertain reports whether a value that fails does so by a limit of which the case
// it holds in was read.
func (b *textRules) failsForCertain(d *decision, list []*rule) bool {
	var certain []*rule
	for i, r := range list {
		if !slices.Contains(b.rules[i].doubts, textlimits.DoubtCase) {
			certain = append(certain, r)
		}
	}
	if len(certain) == len(list) {
		return true
	}
	d.question.limits = make(map[*quantity.Number]quantity.Number)
	return len(d.v.tally(d.question, certain, d.base).failing) > 0
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
