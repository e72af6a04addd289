package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Datum is a fact of a project, as its memory has it. A key that is the id of a
// circumstance makes it that circumstance, typed. Every other one is read as the clause
// "label: value unit": where every word of it is derived it is stated, else it does not
// count. The key building_use holds the use of the building, an id of its options or
// free text.
type Datum struct{ Key, Label, Value, Unit string }

// Applied is a datum of the project that an answer rests on.
type Applied struct {
	Key  string // of the datum
	ID   string // of the circumstance it tells
	Text string // what it tells, in the language of the answer: "climate zone: D3"
}

// text is the value with its unit.
func (m Datum) text() string { return strings.TrimSpace(m.Value + " " + m.Unit) }

// CheckDatum says what is wrong with the value of a datum whose key is the id of a
// circumstance; nil where nothing is, and of every other key.
func (v *Verifier) CheckDatum(country geo.ID, m Datum) *CircumstanceError {
	b := v.book(country)
	f := b.circumstance(m.Key)
	if f == nil || m.Key == BuildingUseID {
		return nil
	}
	if _, reason := f.take(readValue(f.Kind, m.text()), b.lang); reason != "" {
		return &CircumstanceError{ID: m.Key, Message: reason}
	}
	return nil
}

// projectUse is the use of the building that the project tells in words; "" where the
// check tells it, and where it is one of the options.
func (d *decision) projectUse() string {
	if strings.TrimSpace(d.check.BuildingUse) != "" {
		return ""
	}
	for _, m := range d.check.Project {
		if f := d.v.circumstance(BuildingUseID); m.Key == BuildingUseID && (f == nil || !f.isOption(m.Value)) {
			return m.Value
		}
	}
	return ""
}

// isOption reports whether a text is the id of a value of a category.
func (f *fact) isOption(text string) bool {
	return slices.ContainsFunc(f.Values, func(v rules.CategoryValue) bool { return v.ID == strings.TrimSpace(text) })
}

// takeProject takes in what the project's memory tells: less than what the check says,
// more than what the place has. Where the check says otherwise a warning names both.
func (d *decision) takeProject() {
	d.fromProject = nil
	for _, m := range d.check.Project {
		told := d.datum(m)
		for _, index := range slices.Sorted(maps.Keys(told)) {
			said, known := d.base[index], told[index]
			if known.unknown() || said.origin > byProject && d.contradicted(index, said, known) {
				continue
			}
			d.base[index] = said.with(known)
			d.fromProject = append(d.fromProject, toldBy{m.Key, index})
		}
	}
}

// toldBy says by which datum of the project a fact is known.
type toldBy struct {
	key   string
	index int
}

// contradicted warns of a datum that says other than the check does.
func (d *decision) contradicted(index int, said, known knowledge) bool {
	f := d.v.facts[index]
	if d.askedFacts().has(index) && !known.meets(said, f.Kind) {
		d.warn(msgProjectSays, d.told(f, said), d.told(f, known))
	}
	return true
}

// meets reports whether two that know something of one fact can both be right.
func (k knowledge) meets(other knowledge, kind rules.FactKind) bool {
	if kind == rules.QuantityFact {
		both := k.span.Meet(other.span)
		return !both.Empty()
	}
	return len(other.texts) == 0 || slices.ContainsFunc(k.texts, func(text string) bool { return slices.Contains(other.texts, text) })
}

// datum is what a datum of the project tells of each fact, nothing of most.
func (d *decision) datum(m Datum) map[int]knowledge {
	if f := d.v.circumstance(m.Key); f != nil {
		return d.typed(f, m)
	}
	text := m.Label + ": " + m.text()
	r := d.v.read(text)
	if strangeSign(text) != "" || r.closedClauses() != 1 {
		return nil
	}
	c := r.closedClause(0)
	if len(d.underived(c, false, nil)) > 0 || slices.ContainsFunc(c.own, func(h understand.Hit) bool { return h.Doubtful }) {
		return nil
	}
	world := d.room()
	d.v.collect(r, world)
	out := make(map[int]knowledge)
	for i, k := range world {
		if !k.unknown() {
			k.origin = byProject
			out[i] = k
		}
	}
	return out
}

// typed is the value of a datum whose key is the id of a fact; nothing where it does not
// fit, which is refused where it is stored.
func (d *decision) typed(f *fact, m Datum) map[int]knowledge {
	known, reason := f.take(readValue(f.Kind, m.text()), d.v.lang)
	if reason != "" || f.index < 0 {
		return nil
	}
	known.origin = byProject
	return map[int]knowledge{f.index: known}
}

// applied lists the data of the project that rules ask for and that decide.
func (d *decision) applied(list []*rule) []Applied {
	var out []Applied
	asked := askedOf(list)
	for _, t := range d.fromProject {
		if f := d.v.facts[t.index]; d.base[t.index].origin == byProject && slices.Contains(asked, t.index) {
			if one := (Applied{t.key, f.ID, d.told(f, d.base[t.index])}); !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
	}
	return out
}
