package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// Missing is a circumstance that nobody gave and that would decide a check: a form can
// be drawn from it, and the value sent back as one of [Check.Circumstances].
type Missing struct {
	ID      string
	Label   string // in the language of the answer
	Kind    rules.FactKind
	Unit    string   // of a quantity, that of the rules; "" for one that counts or measures nothing
	Options []Option // of a boolean and a category
	Assumed *Value   // what holds until it is told; nil for nothing
	Would   []Would  // what each value would come to; none where they are many
}

// Option is one value a circumstance may have.
type Option struct {
	Value Value
	Label string
}

// Would is what a check comes to with a value of a circumstance, or with any number of a
// range: the other circumstances stay as they are.
type Would struct {
	When        *Value // nil where Range is not
	Range       *Range
	Label       string
	Limit       string // in the request's unit; "" for none
	Direction   rules.Direction
	Status      Status
	IsCompliant bool
}

// Range is the numbers between two ends, in the circumstance's unit; "" is no end.
type Range struct {
	From, To                 string
	FromIncluded, ToIncluded bool
}

// The most circumstances a result names, and the most outcomes it works out for one.
const (
	maxMissing = 8
	maxWould   = 12
)

// missing lists the circumstances that would decide what conclude left open, the most
// decisive first.
func (d *decision) missing(out *Result) []Missing {
	if out.Status != Undetermined && (out.Status != Conditional || out.IsCompliant) || d.tooOld {
		return nil
	}
	var list []Missing
	for _, index := range d.deciding() {
		if len(list) < maxMissing {
			list = append(list, d.lacking(d.v.facts[index]))
		}
	}
	slices.SortStableFunc(list, func(a, b Missing) int { return cmp.Compare(b.decides(), a.decides()) })
	return list
}

// deciding lists the facts that the verdict turns on: those nobody stated, then those
// that are only assumed.
func (d *decision) deciding() []int {
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	var out, assumed []int
	for _, v := range slices.Concat(d.came.passing, d.came.failing, d.came.open) {
		for _, index := range describe.missing(v.governing) {
			if !slices.Contains(out, index) {
				out = append(out, index)
			}
		}
	}
	for _, index := range askedOf(d.taking) {
		if f := d.v.facts[index]; d.useUnread && f.Tells == rules.TellsUse && !slices.Contains(out, index) {
			out = append(out, index)
		}
		if d.base[index].origin == byDefault && d.turnsOn(index, d.taking, d.came) {
			assumed = append(assumed, index)
		}
	}
	if len(out) == 0 && len(d.came.open) == 0 && !d.came.silent {
		return nil // nothing is wanting but what the text leaves to another
	}
	return append(out, assumed...)
}

// decides is the share of the values known to come to a plain yes or no.
func (m Missing) decides() float64 {
	plain := 0
	for _, w := range m.Would {
		if w.Status == NonCompliant || w.IsCompliant {
			plain++
		}
	}
	return float64(plain) / float64(max(1, len(m.Would)))
}

// lacking describes one circumstance and works out what its values would come to.
func (d *decision) lacking(f *fact) Missing {
	m := Missing{ID: f.ID, Label: d.text(f.Label), Kind: f.Kind, Options: d.optionsOf(f)}
	if f.Kind == rules.QuantityFact && !f.bare() {
		m.Unit = f.Unit.String()
	}
	if d.base[f.index].origin == byDefault {
		m.Assumed = f.value(f.textOf(d.base[f.index]))
	}
	switch {
	case f.Kind == rules.QuantityFact:
		m.Would = d.ranges(f)
	case f.Kind == rules.TextFact:
		for _, text := range f.data {
			m.Would = append(m.Would, d.would(f, TextValue(text), text))
			if len(m.Would) > maxWould {
				break
			}
		}
	case len(m.Options) <= maxWould:
		for _, o := range m.Options {
			m.Would = append(m.Would, d.would(f, o.Value, o.Label))
		}
	}
	if len(m.Would) > maxWould {
		m.Would = nil
	}
	return m
}

// value is a value of f that its text, as rules write it, stands for.
func (f *fact) value(text string) *Value {
	out := TextValue(text)
	switch f.Kind {
	case rules.BooleanFact:
		out = BooleanValue(text == "true")
	case rules.QuantityFact:
		out = QuantityValue(text, f.Unit.String())
		if f.bare() {
			out.Unit = ""
		}
	case rules.CategoryFact:
		out.Kind = rules.CategoryFact
	case rules.TextFact:
	}
	return &out
}

// optionsOf lists the values of a boolean or a category.
func (s speaker) optionsOf(f *fact) []Option {
	switch f.Kind {
	case rules.BooleanFact:
		return []Option{{BooleanValue(true), s.say(msgYes)}, {BooleanValue(false), s.say(msgNo)}}
	case rules.CategoryFact:
		out := make([]Option, len(f.Values))
		for i, v := range f.Values {
			out[i] = Option{*f.value(v.ID), s.text(v.Label)}
		}
		return out
	case rules.QuantityFact, rules.TextFact:
	}
	return nil
}

// would decides the check again with a value of f.
func (d *decision) would(f *fact, value Value, label string) Would {
	got := d.again(f.ID, value)
	return Would{When: &value, Label: label, Limit: got.Limit, Direction: got.Direction, Status: got.Status, IsCompliant: got.IsCompliant}
}

// same reports whether two outcomes are one.
func (w Would) same(other Would) bool {
	return w.Limit == other.Limit && w.Direction == other.Direction && w.Status == other.Status && w.IsCompliant == other.IsCompliant
}

// ranges decides the check for each stretch of numbers that the rules tell apart, and
// joins neighbours that come to the same. Where every number makes a limit of its own,
// or another datum follows from it, there are none.
func (d *decision) ranges(f *fact) []Would {
	if f.Place == rules.PlaceAltitude || slices.ContainsFunc(d.taking, func(r *rule) bool { return r.measures(f.index) }) {
		return nil
	}
	pieces := d.pieces(f)
	if len(pieces) > 2*maxWould+1 {
		return nil
	}
	var out []Would
	var spans []quantity.Interval
	for _, s := range pieces {
		w := d.would(f, f.number(f.within(s)), "")
		if n := len(out); n > 0 && w.same(out[n-1]) {
			spans[n-1].Hi, spans[n-1].HiOpen = s.Hi, s.HiOpen
			continue
		}
		out, spans = append(out, w), append(spans, s)
	}
	for i, s := range spans {
		out[i].Label = d.stretch(f, s)
		if n, exact := s.Exact(); exact {
			value := f.number(n)
			out[i].When = &value
			continue
		}
		out[i].When, out[i].Range = nil, rangeOf(s)
	}
	return out
}

// measures reports whether a limit of r is computed from a fact.
func (r *rule) measures(index int) bool {
	return r.value.measures(index) || r.min.measures(index) || r.max.measures(index)
}

func (v *value) measures(index int) bool {
	if v.formula != nil && slices.Contains(v.formula.facts, index) {
		return true
	}
	if v.table == nil {
		return false
	}
	return v.table.fact == index && v.table.Match == rules.Interpolate || slices.ContainsFunc(v.table.cells, func(cell value) bool { return cell.measures(index) })
}

// pieces cuts the numbers a quantity may have at every point where the rules of the
// check turn.
func (d *decision) pieces(f *fact) []quantity.Interval {
	here := &fact{Fact: f.Fact, index: f.index}
	for _, r := range d.taking {
		here.heed(r.when)
		here.heed(r.unless)
		for _, v := range []*value{&r.value, &r.min, &r.max} {
			here.heedValue(v)
		}
	}
	for _, together := range d.v.impossible {
		here.heed(together)
	}
	if len(here.thresholds) == 0 {
		return nil
	}
	known := d.base[f.index].span
	if d.base[f.index].origin == byDefault {
		known = quantity.Interval{}
	}
	whole := knowledge{origin: byText, span: known}
	if lowest := (quantity.Number{}); !f.maySink(lowest.Sub(quantity.NewNumber(1, 1))) {
		whole.span = whole.span.Meet(quantity.Interval{Lo: &lowest})
	}
	var out []quantity.Interval
	for _, k := range here.parts(whole) {
		out = append(out, k.span)
	}
	return out
}

// within returns a number of a stretch.
func (f *fact) within(s quantity.Interval) quantity.Number {
	one, half := quantity.NewNumber(1, 1), quantity.NewNumber(1, 2)
	var n quantity.Number
	switch {
	case s.Lo == nil && s.Hi == nil:
		return one
	case s.Lo == nil:
		return s.Hi.Sub(one)
	case s.Hi == nil:
		n = s.Lo.Add(one)
	default:
		n = s.Lo.Add(*s.Hi).Mul(half)
	}
	if f.Unit.Kind() == quantity.Count {
		n = n.Floor()
	}
	return n
}

// number is a value of a quantity in its own unit.
func (f *fact) number(n quantity.Number) Value { return *f.value(n.String()) }

func rangeOf(s quantity.Interval) *Range {
	r := &Range{FromIncluded: s.Lo != nil && !s.LoOpen, ToIncluded: s.Hi != nil && !s.HiOpen}
	if s.Lo != nil {
		r.From = s.Lo.String()
	}
	if s.Hi != nil {
		r.To = s.Hi.String()
	}
	return r
}

// stretch writes the numbers of a stretch: "up to 6 m".
func (d *decision) stretch(f *fact, s quantity.Interval) string {
	if n, exact := s.Exact(); exact {
		return d.inUnit(f, n)
	}
	from, to := "", ""
	if s.Lo != nil && (s.LoOpen || s.Lo.Sign() != 0) {
		from = d.say(choose(s.LoOpen, msgAbove, msgOrMore), d.inUnit(f, *s.Lo))
	}
	if s.Hi != nil {
		to = d.say(choose(s.HiOpen, msgBelow, msgUpTo), d.inUnit(f, *s.Hi))
	}
	if from == "" || to == "" {
		return from + to
	}
	return from + d.say(msgAnd) + to
}

func choose(first bool, a, b message) message {
	if first {
		return a
	}
	return b
}

// again decides the check over again with one circumstance more, by what was understood
// of it already.
func (d *decision) again(id string, value Value) *Result {
	check := *d.check
	check.Circumstances = make(map[string]Value, len(d.check.Circumstances)+1)
	for other, v := range d.check.Circumstances {
		check.Circumstances[other] = v
	}
	check.Circumstances[id] = value
	second := *d
	second.check, second.probing = &check, true
	second.base, second.rooms, second.warnings, second.trace = nil, nil, nil, nil
	defer second.leave()
	second.learn()
	return d.v.withTexts(&second, second.conclude(d.taking))
}
