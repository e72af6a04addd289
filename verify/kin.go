package verify

import (
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// The name of another thing explains a word only where that thing has to do with
// the one that is measured. "Barandilla de ducha" is no guardrail merely because
// some text has rules about showers: every element that is declared anywhere
// would otherwise make every other one better understood than it is.

// kinship is what [New] works out about how elements hang together.
type kinship struct {
	broader  map[string][]string           // element -> itself and everything it is a kind of
	texts    map[string][]codes.VersionRef // element -> the versions with rules about it or what it is a kind of
	sections map[string][]passage          // element -> the sections that those rules quote
	named    map[passage]*namedElements    // the elements a section with rules speaks of
	ruled    map[string][]string           // element -> the parameters ruled of it or what it is a kind of

	measuring map[string][]*rule // parameter -> the rules about it, of whatever element
}

func newKinship() kinship {
	return kinship{make(map[string][]string), make(map[string][]codes.VersionRef), make(map[string][]passage), make(map[passage]*namedElements), make(map[string][]string), make(map[string][]*rule)}
}

// passage is a section of a version.
type passage struct {
	ref     codes.VersionRef
	section string
}

// namedElements are the elements a section names. It is read when that is first asked:
// most sections never are, and reading all of them would take as long as the rules.
type namedElements struct {
	once   sync.Once
	blocks []*retrieval.Block
	ids    map[string]bool
}

// kin works out how the elements declared hang together.
func (v *rulebook) kin() {
	for _, c := range v.concepts {
		if c.Kind == rules.ElementConcept {
			v.kinship.broader[c.ID] = v.climb(c.ID)
		}
	}
	byElement := make(map[string][]rules.Subject)
	for s := range v.rules {
		byElement[s.Element] = append(byElement[s.Element], s)
		v.kinship.measuring[s.Parameter] = union(v.kinship.measuring[s.Parameter], v.rules[s])
	}
	for id, broader := range v.kinship.broader {
		for _, each := range broader {
			for _, s := range byElement[each] {
				v.kinship.add(id, s, v.rules[s])
			}
		}
	}
}

func (k *kinship) add(id string, s rules.Subject, list []*rule) {
	if !slices.Contains(k.ruled[id], s.Parameter) {
		k.ruled[id] = append(k.ruled[id], s.Parameter)
	}
	for _, r := range list {
		if !slices.Contains(k.texts[id], r.set.Ref) {
			k.texts[id] = append(k.texts[id], r.set.Ref)
		}
		if p := (passage{r.set.Ref, r.Section}); !slices.Contains(k.sections[id], p) {
			k.sections[id] = append(k.sections[id], p)
		}
	}
}

// speaksOf reports whether a section with rules names an element.
func (v *rulebook) speaksOf(p passage, id string) bool {
	n := v.kinship.named[p]
	if n == nil {
		return false
	}
	n.once.Do(func() { n.ids = v.elementsIn(n.blocks) })
	return n.ids[id]
}

// elementsIn returns the elements that blocks name.
func (v *rulebook) elementsIn(blocks []*retrieval.Block) map[string]bool {
	ids := make(map[string]bool)
	for _, block := range blocks {
		text := v.tongues.Phrase(block.Text, "")
		for _, h := range v.lexicon.Scan(text.Words) {
			for _, s := range h.Senses {
				if s.Kind == understand.ElementSense {
					ids[s.ID] = true
				}
			}
		}
	}
	return ids
}

// climb returns the element and everything it is a kind of, itself first.
func (v *rulebook) climb(element string) []string {
	list := []string{element}
	for i := 0; i < len(list); i++ {
		c := v.concepts["element "+list[i]]
		if c == nil {
			continue
		}
		for _, id := range c.Broader {
			if !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	return list
}

// broader returns the element and everything it is a kind of, itself first.
func (v *rulebook) broader(element string) []string {
	if list, ok := v.kinship.broader[element]; ok {
		return list
	}
	return []string{element}
}

// related reports whether two elements are of one family: one is a kind or a part
// of the other, or both are kinds of a third.
func (v *rulebook) related(a, b string) bool {
	return share(v.broader(a), v.broader(b)) || v.partOf(a, b) || v.partOf(b, a)
}

// partOf reports whether a, or what it is a kind of, is declared a part of b.
func (v *rulebook) partOf(a, b string) bool {
	return slices.ContainsFunc(v.broader(a), func(id string) bool {
		c := v.concepts["element "+id]
		return c != nil && share(c.Of, v.broader(b))
	})
}

// relates reports whether another element has to do with the measured one: it is
// of its family, or a section with rules about what is asked has rules about it.
func (d *decision) relates(id string) bool {
	if d.v.related(id, d.subject) {
		return true
	}
	sections := d.v.kinship.sections[id]
	return slices.ContainsFunc(d.candidates(d.subject), func(r *rule) bool {
		p := passage{r.set.Ref, r.Section}
		return slices.Contains(sections, p) || d.v.speaksOf(p, id)
	})
}

// stands reports whether another element is something the measured one can stand
// at or have: a text with rules about what is asked speaks of both.
func (d *decision) stands(id string) bool {
	texts := d.v.kinship.texts[id]
	return slices.ContainsFunc(d.candidates(d.subject), func(r *rule) bool { return slices.Contains(texts, r.set.Ref) })
}

// asksOf reports whether a text, "code/version", has rules about what is asked.
func (d *decision) asksOf(text string) bool {
	return slices.ContainsFunc(d.candidates(d.subject), func(r *rule) bool { return r.text == text })
}

// ruled reports whether a parameter is ruled of the measured element.
func (d *decision) ruled(parameter string) bool {
	return slices.Contains(d.v.kinship.ruled[d.subject], parameter)
}

func share[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(each T) bool { return slices.Contains(b, each) })
}
