package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

// A limit found in a text holds for the buildings its version is about. What the
// version's rules file says of that is said of the whole text.

// versionScope is what a rules file says its whole version is about.
type versionScope struct {
	set           *rules.RuleSet
	about, unless []condition
	asked         factSet // the facts those conditions ask for
}

// scoped notes what a set says of its whole version.
func (c *compiler) scoped(set *rules.RuleSet) {
	s := &versionScope{set: set, about: c.conditions(1, set.About), unless: c.conditions(1, set.Unless)}
	c.close(s.about)
	facts := make(map[int]bool)
	for _, list := range [][]condition{s.about, s.unless} {
		conditionFacts(list, facts)
	}
	for index := range facts {
		s.asked = append(s.asked, index)
	}
	slices.Sort(s.asked)
	c.v.scopes[set.Ref] = s
}

// tellsUse reports whether the version is about some uses and not about others.
func (s *versionScope) tellsUse(v *rulebook) bool {
	return s != nil && slices.ContainsFunc(s.asked, func(index int) bool { return v.facts[index].Tells == rules.TellsUse })
}

// stated is what the check says of the facts that whole versions turn on.
func (r *textRequest) stated() []knowledge {
	if r.known != nil {
		return r.known
	}
	v := r.d.v
	r.known = make([]knowledge, len(v.facts))
	for _, text := range r.d.texts() {
		v.collect(*text, r.known)
	}
	r.d.takeUse(v.scopeFacts(), r.known)
	for _, f := range v.facts {
		if r.known[f.index].unknown() {
			r.known[f.index] = f.assumed
		}
	}
	return r.known
}

// scopeFacts returns the facts that whole versions turn on.
func (v *rulebook) scopeFacts() factSet {
	var out factSet
	for _, s := range v.scopes {
		for _, index := range s.asked {
			if !out.has(index) {
				out = append(out, index)
			}
		}
	}
	return out
}

// holdsFor reports whether the text of a version may be about the building of the
// check. It notes why not.
func (r *textRequest) holdsFor(doc *textDocument) bool {
	ref, version := doc.ref, doc.version
	s := r.d.v.scopes[ref]
	if s != nil && (allOf(s.about, r.stated()) == no || anyOf(s.unless, r.stated()) == yes) {
		if words := r.unreadUse(ref); words != "" {
			r.note(msgUseUnread, words)
		}
		return false
	}
	if s != nil && s.set.Ages == rules.AnyAge {
		return true
	}
	year := olderThan(r.d.years(), version.Effective)
	if year != "" {
		r.note(msgOlder, year, ref.String())
	}
	return year == ""
}

// note keeps what a reader should know of a text that was left out, once.
func (r *textRequest) note(m message, args ...any) {
	if text := r.d.say(m, args...); !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// unreadUse returns the words of the use that nothing explains, for a version that
// tells uses apart; "" where there are none.
func (r *textRequest) unreadUse(ref codes.VersionRef) string {
	if !r.d.v.scopes[ref].tellsUse(r.d.v) {
		return ""
	}
	return strings.Join(r.d.strangeUse(r.d.v.scopeFacts()), " ")
}

// about returns the circumstances a version is about that nobody stated, in words;
// "" where there are none.
func (r *textRequest) about(ref codes.VersionRef) string {
	s := r.d.v.scopes[ref]
	if s == nil || allOf(s.about, r.stated()) != maybe {
		return ""
	}
	speaker := speaker{r.words.lang, r.words.tongues}
	describe := describer{speaker, r.d.v, r.stated(), r.d.question.unit}
	return strings.Join(describe.list(s.set.About, s.about), speaker.say(msgAnd))
}
