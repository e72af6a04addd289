package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// nearLimit is a limit that would be about the check but for one of its words.
type nearLimit struct {
	limit *textLimit
	word  string
}

// languages are those a check is read in: its own where it is known, else all; of
// those the ones that texts are read in, which takes a thesaurus.
func (d *decision) languages() []string {
	out := make([]string, 0, len(d.v.tongues.languages))
	for _, l := range d.v.tongues.languages {
		if own := d.parameter.lang; (own == "" || own == l.lang) && d.v.limits.languages[l.lang] != nil {
			out = append(out, l.lang)
		}
	}
	return out
}

// search returns the limits in scope that are about the check, and those that
// would be but for a word of it that nothing explains.
func (r *textRequest) search(ix *limitIndex) (matches []*textMatch, near []nearLimit) {
	vocabulary := r.vocabulary()
	list := blockLists.Get().(*[]int32)
	defer blockLists.Put(list)
	*list = merge(*list, r.rarest(ix))
	for _, n := range *list {
		b := &ix.blocks[n]
		if !r.d.scope.holds(b.ref, b.version) {
			continue
		}
		limits := b.read()
		for i := range limits {
			l := &limits[i]
			if !r.fits(l) {
				continue
			}
			m, misfit := r.match(l, vocabulary)
			switch {
			case misfit == nil && !r.holdsFor(b.ref, b.version):
			case misfit == nil:
				matches = append(matches, &m)
			case misfit.near:
				near = append(near, nearLimit{l, misfit.word})
			}
		}
	}
	for _, m := range matches {
		m.partial = m.rest && !wholeGroup(m.limit, matches)
	}
	return r.direct(matches), near
}

// wholeGroup reports whether all the cases beside "all other cases" are among the
// limits found: a case that was not understood may be the one that holds.
func wholeGroup(rest *textLimit, matches []*textMatch) bool {
	for i := range rest.siblings {
		l := &rest.siblings[i]
		if l.Group == rest.Group && bound(l.Op) == bound(rest.Op) && !slices.ContainsFunc(matches, func(m *textMatch) bool { return m.limit == l }) {
			return false
		}
	}
	return true
}

// direct leaves out limits that have the check's thing in their sentence alone,
// where another of the same block names it.
func (r *textRequest) direct(matches []*textMatch) []*textMatch {
	names := func(m *textMatch) bool {
		l := m.limit
		own := unionTerms(slices.Clone(l.thing), l.measured)
		for _, h := range l.headers {
			own = unionTerms(own, h.terms)
		}
		for _, c := range l.whens {
			own = unionTerms(own, c.terms)
		}
		return r.words.explained(r.head, own)
	}
	return slices.DeleteFunc(slices.Clone(matches), func(m *textMatch) bool {
		return !m.limit.isDuty() && !names(m) && slices.ContainsFunc(matches, func(other *textMatch) bool {
			return other.limit.block == m.limit.block && bound(other.limit.Op) == bound(m.limit.Op) && names(other)
		})
	})
}

// fits reports whether the units can be held against each other.
func (r *textRequest) fits(l *textLimit) bool {
	q := r.d.question
	if l.isDuty() {
		return q.unit.IsBoolean()
	}
	if q.open {
		return true
	}
	fits, ok := r.fitting[l.unit.String()]
	if !ok {
		_, err := quantity.Convert(quantity.NewNumber(1, 1), l.unit, q.unit, r.relation)
		fits = err == nil
		r.fitting[l.unit.String()] = fits
	}
	return fits
}

// rarest returns where the rarest of the check's words stands that must be among a
// limit's: those of the parameter, and what they are kinds of.
func (r *textRequest) rarest(ix *limitIndex) []*posting {
	var best []*posting
	fewest := -1
	for _, id := range r.param.terms {
		if id == noTerm || r.refined(id) {
			continue
		}
		list := ix.lists(r.words, id, nil)
		for _, b := range r.words.of(id).broader {
			list = ix.lists(r.words, b, list)
		}
		n := 0
		for _, p := range list {
			n += len(p.blocks)
		}
		if (r.words.isMeasure(id) || len(r.measures) == 0 && n > 0) && (fewest < 0 || n < fewest) {
			best, fewest = list, n
		}
	}
	return best
}

// refined reports whether the parameter says a kind of the measure as well.
func (r *textRequest) refined(id term) bool {
	return slices.ContainsFunc(r.measures, func(m term) bool { return m != id && r.words.isA(m, id) })
}

// vocabulary tells whether a word says where, of what or how a thing is.
func (r *textRequest) vocabulary() func(s *said, k token) bool {
	covered := make(map[*said][]bool)
	return func(s *said, k token) bool {
		list, ok := covered[s]
		if !ok {
			list = make([]bool, len(s.words))
			for _, h := range r.d.v.lexicon.scan(s.phrase) {
				if !slices.ContainsFunc(h.senses, func(x sense) bool { return x.kind == contextSense && x.lang == r.words.lang }) {
					continue
				}
				for i := h.start; i < h.end; i++ {
					list[i] = true
				}
			}
			covered[s] = list
		}
		for i := k.start; i < k.end; i++ {
			w := &s.words[i]
			if !list[i] && !w.isName() && !w.neutral && !r.words.presence[w.stem] {
				return false
			}
		}
		return k.end > k.start
	}
}

// sectionsOf names the sections of limits, each once.
func sectionsOf(list []*textLimit) string {
	var names []string
	for _, l := range list {
		name := l.ref.String()
		if n := len(l.block.Path); n > 0 {
			name += ", " + l.block.Path[n-1]
		}
		if !slices.Contains(names, name) && len(names) < maxNear {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// maxNear is the most sections a warning names.
const maxNear = 3
