package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// decision is one check on its way to a verdict.
type decision struct {
	speaker
	v     *rulebook
	check *Check
	place *geo.Place
	scope *scope
	on    codes.Date

	thing                   string // the element; see [tongues.thing]
	element, parameter, use reading
	subject                 string // element concept
	measure                 *rules.Concept
	question                question
	base                    []knowledge
	asked                   factSet // what the rules ask for; see [decision.askedFacts]
	excluded                []excluded
	beside                  map[*rules.Rule][]*rule // rules that say the same in another text
	fromProject             []toldBy                // what the project told; see [decision.takeProject]
	inMeasure               bool                    // the name of a measure may say of what it is one
	asides                  []string                // words that nothing explains
	unsure                  []string                // those of them that keep it from being said that the value passes
	doubted                 []string                // those of them that may: only that a value fails stands
	weighed                 bool                    // what is measured was found by the weight of its words
	names                   [][]string              // of the place and what holds it; see [decision.ownNames]
	misplaced               bool                    // the texts name another place than the check
	listing                 *listing                // of requirements, nil where a value is checked
	warnings                []string
	trace                   []TraceStep
	rooms                   []*room

	probing   bool    // decides over again with one more circumstance, and tells nobody why; see [decision.again]
	taking    []*rule // what conclude decided by
	came      tally   // and what it came to
	tooOld    bool    // the building may be older than the rules, which no circumstance tells
	useUnread bool    // words of the use keep a value from complying
}

// warn says something once, however many rules give reason to.
func (d *decision) warn(m message, args ...any) {
	if text := d.say(m, args...); !slices.Contains(d.warnings, text) {
		d.warnings = append(d.warnings, text)
	}
	if stage, ok := stops[m]; ok {
		d.step(stage, "%s", d.english().say(m, args...))
	}
}

// run decides. Every step that cannot go on says why and leaves the check
// undetermined.
func (d *decision) run() *Result {
	list, ok := d.settle()
	if !ok {
		return d.undetermined()
	}
	return d.conclude(list)
}

// settle finds the rules that take part and what is known. A check is decided by
// them, and [Verifier.Requirements] lists them: what is settled here is one thing.
func (d *decision) settle() ([]*rule, bool) {
	d.understand()
	d.traceScope()
	for _, n := range d.scope.notes {
		d.warn(n.message, n.args...)
	}
	if d.place.Level != geo.Municipality {
		d.warn(msgWidePlace, d.place.Name)
	}
	if strings.TrimSpace(d.check.BuildingUse) != "" && len(d.use.hits) == 0 && d.useOption() == nil {
		d.warn(msgUnread, d.check.BuildingUse)
	}
	if !d.ask() {
		return nil, false
	}
	d.warnings, d.trace = slices.Clip(d.warnings), slices.Clip(d.trace) // each way adds to its own
	before := *d
	list, told, ok := d.byNames()
	if !told {
		list, ok = d.beyondNames(&before)
	}
	if ok {
		d.learn()
	}
	return list, ok
}

// beyondNames finds what is measured of which element where the names as they stand do not
// tell. What did not tell either leaves no trace.
func (d *decision) beyondNames(before *decision) ([]*rule, bool) {
	for _, way := range []func(*decision) ([]*rule, bool){(*decision).byShorterNames, (*decision).byShorterMeasures, (*decision).byWeight, (*decision).byMeasure} {
		next := *before
		if list, ok := way(&next); ok {
			*d = next
			return list, true
		}
	}
	return nil, false
}

func (d *decision) undetermined() *Result {
	out := &Result{Status: Undetermined, Place: d.place, Warnings: d.warnings}
	d.considerExcluded(out)
	d.traceResult(out, nil)
	out.Trace = d.trace
	return out
}

// understand reads the three texts and settles the language.
func (d *decision) understand() {
	d.thing = d.check.Element
	use := cmp.Or(d.projectUse(), d.check.BuildingUse)
	if d.useOption() != nil {
		use = ""
	}
	d.element, d.parameter, d.use = d.v.read(d.thing), d.v.read(d.check.Parameter), d.v.readUse(use)
	for _, measure := range append([]string{d.check.Parameter}, d.v.otherWords(&d.parameter)...) {
		if len(d.element.heads) > 0 || d.thing != d.check.Element {
			break
		}
		if d.thing = d.v.tongues.Thing(d.check.Element, measure); d.thing != d.check.Element {
			d.element = d.v.read(d.thing)
		}
	}
	d.takeClass()
	d.lang = d.parameter.lang
	if d.lang == "" {
		d.lang = d.element.lang
	}
	for _, r := range d.texts() {
		d.locate(r)
	}
	if d.tongues = d.v.tongues; d.lang == "" {
		d.lang = d.tongues.Home()
	}
}

// ask reads value and unit.
func (d *decision) ask() bool {
	if d.listing != nil {
		return d.askUnit()
	}
	var err error
	if d.question.value, err = quantity.ParseNumber(d.check.Value); err != nil {
		d.warn(msgBadNumber)
		return false
	}
	d.question.bare = strings.TrimSpace(d.check.Unit) == ""
	if d.question.unit, err = quantity.ParseUnitIn(cmp.Or(strings.TrimSpace(d.check.Unit), string(quantity.Ratio)), d.v.lang); err != nil {
		d.warn(msgUnknownUnit, d.check.Unit)
		return false
	}
	one := quantity.NewNumber(1, 1)
	if d.question.unit.IsBoolean() && d.question.value.Sign() != 0 && !d.question.value.Equal(one) {
		d.warn(msgBadBoolean)
		return false
	}
	return true
}

func (d *decision) labels(kind string, ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = d.text(d.v.concepts[kind+" "+id].Label)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// findSubject returns the element that is measured: the one the parameter names, else what
// the element's text is about, else, for a parameter that belongs to one kind of element
// alone, one that is mentioned, else what a further clause is about. One that a rule limits
// in what the unit measures comes first.
func (d *decision) findSubject() string {
	if d.listing != nil && d.listing.kind != "" {
		return d.listing.kind
	}
	named := d.parameter.named(d.mayMeasure)
	lists := [][]string{named}
	if len(named) == 0 || d.measure.Binds {
		lists = append(lists, d.element.heads)
		if d.measure.Binds {
			lists = append(lists, d.element.elements)
		}
		if strangeSign(d.check.Element) == "" { // "RFI: stair, lift?" is about no lift
			lists = append(lists, d.element.appositions)
		}
	}
	if d.inMeasure {
		lists = append(lists, d.parameter.ofWhat())
	}
	whatever := func(*rule) bool { return true }
	for _, counts := range []func(*rule) bool{d.limits, whatever} {
		for _, list := range lists {
			if i := slices.IndexFunc(list, func(id string) bool { return slices.ContainsFunc(d.candidates(id), counts) }); i >= 0 {
				return list[i]
			}
		}
	}
	for _, list := range lists {
		if len(list) > 0 {
			return list[0] // known, but nothing is known about it
		}
	}
	return ""
}

// mayMeasure reports whether a parameter is the one that is measured, or is limited by a rule
// about something that the element names.
func (d *decision) mayMeasure(parameter string) bool {
	return parameter == d.measure.ID || slices.ContainsFunc(d.element.elements, func(id string) bool {
		return slices.ContainsFunc(d.v.about(rules.Subject{Element: id, Parameter: parameter}), isLimit)
	})
}

// learn puts together what is known: what the texts say, what the element's
// name tells, the place, and what holds by default.
func (d *decision) learn() {
	d.base = d.room()
	for _, r := range d.texts() {
		d.v.collect(*r, d.base)
	}
	d.takeUse(d.askedFacts(), d.base)
	d.attributeLoose()
	d.takeGiven()
	for _, element := range append([]string{d.subject}, d.element.heads...) {
		d.imply(element)
	}
	d.takeProject()
	techs := d.v.siteTechs(d.place, d.base)
	if techs == nil {
		techs = []*geo.TechData{d.place.Tech}
	}
	d.v.takePlace(techs, d.base)
	d.v.takeRegion(d.place, d.base)
	own := d.assumptions()
	unread, sized := d.unreadQuantities(), hasSize(d.check.Element) || hasSize(d.check.Parameter)
	for _, f := range d.v.facts {
		assumed := f.assumedIn(d.base)
		if own[f.ID] != "" {
			assumed = f.stated(own[f.ID], byDefault)
		}
		if !assumed.unknown() && d.base[f.index].unknown() && !f.mayMean(unread) && (!sized || !f.mayBeSide()) && !d.halfSaid(f) {
			d.base[f.index] = assumed
		}
	}
	d.widen()
}

// halfSaid reports whether a text states f by a number that is not its value: a share, or
// a part of a sum. Nothing is assumed instead.
func (d *decision) halfSaid(f *fact) bool {
	return slices.ContainsFunc(d.texts(), func(r *reading) bool { return r.statesHalf(f) || d.hasPartOf(f, r) })
}

// statesHalf reports whether a wording of f comes with a doubtful number or a share.
func (r *reading) statesHalf(f *fact) bool {
	isOf := func(s understand.Sense) bool { return s.Kind == understand.FactSense && s.Fact == f.index }
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		has := h.Value != nil && h.Value.Number != nil && !h.Negated
		return has && (h.Doubtful || h.Value.Part) && slices.ContainsFunc(h.Senses, isOf)
	})
}

// hasPartOf reports whether a part of a sum that nothing explains may be one of f.
func (d *decision) hasPartOf(f *fact, r *reading) bool {
	if f.Kind != rules.QuantityFact || f.Place != "" {
		return false
	}
	return slices.ContainsFunc(r.loose, func(i int) bool {
		w := &r.Words[i]
		return w.Part && !w.Unit.IsZero() && w.Unit.Kind() == f.Unit.Kind() && !d.isOwn(r, i)
	})
}

// room returns a list with nothing known of any fact, until the check is done.
func (d *decision) room() []knowledge {
	r := d.v.room()
	d.rooms = append(d.rooms, r)
	return r.world
}

// leave gives back what the check needed.
func (d *decision) leave() {
	for _, r := range d.rooms {
		d.v.release(r)
	}
	d.rooms, d.base = nil, nil
}

// imply takes in what the name of an element tells, nearer concepts first.
func (d *decision) imply(element string) {
	for _, id := range d.v.broader(element) {
		c := d.v.concepts["element "+id]
		if c == nil {
			continue
		}
		for _, f := range d.v.facts {
			if text, ok := c.Implies[f.ID]; ok && (d.base[f.index].origin < byConcept || d.base[f.index].rest && slices.Contains(d.base[f.index].texts, text)) {
				d.base[f.index] = f.stated(text, byConcept)
			}
		}
	}
}

// assumptions is what is assumed of the element by its name, nearer concepts first.
func (d *decision) assumptions() map[string]string {
	var out map[string]string
	for _, element := range append([]string{d.subject}, d.element.heads...) {
		for _, id := range d.v.broader(element) {
			c := d.v.concepts["element "+id]
			if c == nil || len(c.Assumes) == 0 {
				continue
			}
			if out == nil {
				out = make(map[string]string)
			}
			for fact, text := range c.Assumes {
				if out[fact] == "" {
					out[fact] = text
				}
			}
		}
	}
	return out
}

// stated is the knowledge that f has one value.
func (f *fact) stated(text string, from origin) knowledge {
	if f.Kind != rules.QuantityFact {
		return knowledge{origin: from, texts: []string{text}}
	}
	n, err := quantity.ParseNumber(text)
	if err != nil {
		return knowledge{}
	}
	return knowledge{origin: from, span: quantity.Interval{Lo: &n, Hi: &n}}
}

// otherWords returns the other names of what a parameter may mean, the longest first: an
// element may say it over again in those ("cross fall of a ramp", transverse slope).
func (v *rulebook) otherWords(parameter *reading) []string {
	var out []string
	for _, id := range slices.Concat(parameter.parameters()...) {
		for _, names := range v.concepts["parameter "+id].Names {
			out = append(out, names...)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return out
}
