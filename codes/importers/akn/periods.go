package akn

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// span is a stretch of days; a zero Date leaves that side open.
type span struct{ from, to codes.Date }

// holds reports whether a day, which is none where the day is zero, is in the span.
func (s span) holds(day codes.Date) bool {
	return s.from.Compare(day) <= 0 && (s.to.IsZero() || day.Before(s.to))
}

// spans are when the parts of an act hold: <temporalGroup>, whose intervals run
// from one event of the <lifecycle> to another.
type spans struct {
	events map[string]codes.Date
	groups map[string][]span
}

func (m *metadata) readSpans() *spans {
	s := &spans{events: make(map[string]codes.Date), groups: make(map[string][]span)}
	each(m.meta.Child("lifecycle"), func(n *importers.Node) {
		if d := n.Attr("date"); d != "" {
			s.events[id(n)] = m.date(n)
		}
	})
	each(m.meta.Child("temporalData"), func(group *importers.Node) { s.groups[id(group)] = s.group(group) })
	return s
}

// group reads the intervals of a group: of those that say what they are of, the ones
// of being in force alone, where there are any.
func (s *spans) group(n *importers.Node) []span {
	var all, force []span
	each(n, func(interval *importers.Node) {
		if interval.Name != "timeInterval" {
			return
		}
		one := s.between(interval)
		all = append(all, one)
		if meaning(interval.Attr("refersTo")) == "effective" {
			force = append(force, one)
		}
	})
	if len(force) > 0 {
		return force
	}
	return all
}

// each calls f with the elements of a parent that may be nil.
func each(parent *importers.Node, f func(*importers.Node)) {
	if parent == nil {
		return
	}
	for n := parent.First; n != nil; n = n.Next {
		if n.Name != "" {
			f(n)
		}
	}
}

// between reads the attributes start and end of an interval, or of an element in
// the older form of the format.
func (s *spans) between(n *importers.Node) span {
	event := func(name string) codes.Date { return s.events[strings.TrimPrefix(n.Attr(name), "#")] }
	return span{event("start"), event("end")}
}

// of returns when an element holds, nothing where the file does not say.
func (s *spans) of(n *importers.Node) []span {
	if list := s.groups[strings.TrimPrefix(n.Attr("period"), "#")]; len(list) > 0 {
		return list
	}
	if strings.HasPrefix(n.Attr("start"), "#") || strings.HasPrefix(n.Attr("end"), "#") {
		if one := s.between(n); one != (span{}) {
			return []span{one}
		}
	}
	return nil
}

// on reports whether an element holds on a day, as far as the file says.
func (s *spans) on(n *importers.Node, day codes.Date) bool {
	list := s.of(n)
	return len(list) == 0 || slices.ContainsFunc(list, func(one span) bool { return one.holds(day) })
}

// whole takes the period of the act or of its body for its own.
func (m *metadata) whole() {
	m.spans = m.readSpans()
	for _, n := range []*importers.Node{m.document, m.document.Child("body"), m.document.Child("mainBody")} {
		if n == nil {
			continue
		}
		for _, one := range m.spans.of(n) {
			if !one.from.IsZero() {
				m.dates["effective"] = append(m.dates["effective"], one.from)
			}
			if !one.to.IsZero() {
				m.dates["repealed"] = append(m.dates["repealed"], one.to)
			}
		}
	}
}

// days returns the days on which some part of the act begins or ends to hold, in
// order.
func (s *spans) days(n *importers.Node) []codes.Date {
	set := make(map[codes.Date]bool)
	s.collect(n, set)
	delete(set, codes.Date{})
	list := make([]codes.Date, 0, len(set))
	for d := range set {
		list = append(list, d)
	}
	slices.SortFunc(list, codes.Date.Compare)
	return list
}

func (s *spans) collect(n *importers.Node, set map[codes.Date]bool) {
	each(n, func(kid *importers.Node) {
		if kid.Name == "meta" {
			return
		}
		for _, one := range s.of(kid) {
			set[one.from], set[one.to] = true, true
		}
		s.collect(kid, set)
	})
}

// alternate reports whether two wordings of one provision stand in the file: two
// elements of a name and number below one other that never hold on the same day.
func (s *spans) alternate(n *importers.Node) bool {
	before := make(map[string][]*importers.Node) // by name and number
	found := false
	each(n, func(kid *importers.Node) {
		if found || kid.Name == "meta" {
			return
		}
		if len(s.of(kid)) > 0 {
			key := kid.Name + " " + kid.Child("num").Plain()
			found = slices.ContainsFunc(before[key], func(other *importers.Node) bool { return s.replaces(other, kid) })
			before[key] = append(before[key], kid)
		}
		found = found || s.alternate(kid)
	})
	return found
}

// replaces reports whether two elements never hold on the same day.
func (s *spans) replaces(a, b *importers.Node) bool {
	for _, x := range s.of(a) {
		for _, y := range s.of(b) {
			if (x.to.IsZero() || y.from.Before(x.to)) && (y.to.IsZero() || x.from.Before(y.to)) {
				return false
			}
		}
	}
	return true
}

// pruned is a copy of an element without the parts that drop names, to any depth;
// the metadata are not looked into.
func pruned(n *importers.Node, drop func(*importers.Node) bool) *importers.Node {
	alone := *n
	alone.First, alone.Next = nil, nil
	last := &alone.First
	for kid := n.First; kid != nil; kid = kid.Next {
		var copied *importers.Node
		switch {
		case kid.Name == "" || kid.Name == "meta":
			copied = single(kid)
		case drop(kid):
			continue
		default:
			copied = pruned(kid, drop)
		}
		*last = copied
		last = &copied.Next
	}
	return &alone
}
