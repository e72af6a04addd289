package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// polarDepends is the answer where what a rule says holds for some of the cases a
// question may mean, and the question does not say which.
const polarDepends = polarYes + 1

// sound weighs the yes or no that a statement seems to say: it stays where the
// statement rules without condition on what is asked, or the question meets its
// conditions. A rule for some cases only is one on which the answer depends, and one
// on a narrower thing than the question's says nothing flat.
func (a *query) sound(p polar, s *statement) polar {
	switch {
	case p == unjudged || s.row >= 0 || asksRuling(a.text) == rulesNothing:
		return p
	case opensList(s) || a.lacksQualifier(s) || !a.isAbout(s):
		return unjudged
	case elseOpens().MatchString(plain(s.text)) || isElse(s.text):
		return a.soundElse(p, s)
	case a.unmetAmount(s) && (a.dutyAsked() || !a.narrower(s)):
		return polarDepends
	case a.openProviso(s) && a.dutyAsked():
		return polarDepends
	case a.narrower(s) || a.narrowHeading(s):
		if a.dutyAsked() {
			return polarDepends
		}
		return unjudged
	}
	return p
}

// isAbout reports whether a statement, or what stands right above it, names what the
// question is about: a word of it that is neither a verb nor what is asked.
func (a *query) isAbout(s *statement) bool {
	local, named := a.read(s.text+"\n"+s.prior+"\n"+s.above()), false
	for i := range a.terms {
		if t := &a.terms[i]; t.property == nil && !a.asksWith(t) && !t.verb {
			if named = true; local.match(withLongNames(t)) > 0 || a.saidByScope(s.passage, t) {
				return true
			}
		}
	}
	return !named
}

// shortStem is a stem that many other words share, in bytes: that of "solar" is also
// that of "solo".
const shortStem = 3

// withLongNames is a word without its other names of one short stem.
func withLongNames(t *term) *term {
	one := *t
	one.synonyms = slices.DeleteFunc(slices.Clone(t.synonyms), func(name []string) bool {
		return len(name) == 1 && len(name[0]) <= shortStem
	})
	return &one
}

// dutyAsked reports whether the question asks whether something has to be.
func (a *query) dutyAsked() bool { return asksRuling(a.text) == obliges }

// soundElse weighs what holds in all other cases: it answers only where an amount of
// the question says that it is of none of the cases named before.
func (a *query) soundElse(p polar, s *statement) polar {
	group, ok := supported(s)
	if !ok {
		return unjudged
	}
	for i := range group[:len(group)-1] {
		if met, known := a.conditionsMet(group[i].text); known && !met && !a.openProviso(&group[i]) {
			return p
		}
	}
	return polarDepends
}

// openProviso reports whether a statement holds under a condition of which the
// question does not say whether it is met.
func (a *query) openProviso(s *statement) bool {
	text := withoutException(s.text)
	if met, known := a.conditionsMet(text); known && met && !severalProvisos(text) {
		return false
	}
	return a.clauseMet(text, provisoOpens) == clauseOpen
}

// severalProvisos reports whether a text has more than one condition.
func severalProvisos(text string) bool {
	return len(provisoOpens.FindAllStringIndex(plainKeeping(text), 2)) > 1
}

// unmetAmount reports whether a statement is for things of some size, of which the
// question does not say that its own is one: the amount stands with the thing, before
// what is ruled of it, or limits a permission, a prohibition or an exemption.
func (a *query) unmetAmount(s *statement) bool {
	if met, known := a.conditionsMet(s.text); known && met {
		return false
	}
	flat := retrieval.Fold(s.text)
	rules := rulingsOf(plain(s.text))
	for _, q := range quantitiesOf(s.text) {
		if q.Reference || q.Dir == ask.Unsaid {
			continue
		}
		if q.Strict || setsScene(flat, q) || len(rules) > 0 && rules[0].stance != obliges {
			return true
		}
	}
	return false
}

// listBreak parts what is listed.
var listBreak = lazyregexp.New(`,|;| (?:o|u|ni|y|e|or|nor|and) `)

// narrower reports whether a statement rules on a narrower thing than the question
// asks about: its subject has a word that is not in the question. Of things listed,
// one that the question names is enough.
func (a *query) narrower(s *statement) bool {
	text := insideOf.ReplaceAllString(withoutProvisos(withoutException(s.text)), " ")
	rules := rulingsOf(text)
	if len(rules) == 0 {
		return false
	}
	subject, object := text[:rules[0].from], text[rules[0].to:]
	if rules[0].stance == obliges && a.countOwn(subject) > 0 {
		return a.hasQualifier(subject)
	}
	return a.hasQualifier(subject) || a.hasQualifier(object)
}

// hasQualifier reports whether a part of a sentence has, beside words of the
// question, one that narrows them.
func (a *query) hasQualifier(part string) bool {
	own, strange := 0, 0
	for _, item := range listBreak.Split(part, -1) {
		if n := a.countOwn(item); n > 0 {
			own, strange = own+n, strange+a.countStrange(item)
		}
	}
	return strange*mostOwn > own
}

// mostOwn is how many words of the question have to stand with one that it has not,
// for that not to make another thing of them.
const mostOwn = 3

// insideOf says no more than "in".
var insideOf = lazyregexp.New(` (?:el|al|the) (?:interior|inside) (?:del?|of) `)

// withoutProvisos leaves out the conditions of a text, made plain: one that it opens
// with up to the comma, another up to its end.
func withoutProvisos(text string) string {
	flat := plainKeeping(text)
	if at := provisoOpens.FindStringIndex(flat); at != nil && at[0] == 0 {
		if _, rest, ok := strings.Cut(flat, " ,"); ok {
			flat = rest
		}
	}
	if at := provisoOpens.FindStringIndex(flat); at != nil {
		flat = flat[:at[0]] + " "
	}
	return flat
}

// countOwn counts the words of a text that the question has, countStrange those it
// has not.
func (a *query) countOwn(text string) (n int) {
	a.eachWord(text, func(own bool) {
		if own {
			n++
		}
	})
	return n
}

func (a *query) countStrange(text string) (n int) {
	a.eachWord(text, func(own bool) {
		if !own {
			n++
		}
	})
	return n
}

// eachWord tells of each word of a text that says something whether the question has
// it, in whichever word.
func (a *query) eachWord(text string, tell func(own bool)) {
	asked := a.read(a.text)
	for _, w := range retrieval.Words(text, ask.Language(text)) {
		if w.Stop() || w.Number || len(w.Fold) < 3 || weakVerbs[w.Fold] || stageWords[w.Fold] {
			continue
		}
		b := bagOf(w.Text)
		own := a.matchesTerm(b) || asked.hasAny(b)
		if own || !framing()[w.Fold] {
			tell(own)
		}
	}
}

// stageWords stand in a rule without narrowing it.
var stageWords = words(`caso casos general generales siempre tambien todo toda todos todas cada cualquier edificio edificios
	ademas tipo presente norma reglamento case cases always also every each any all building buildings`)

// narrowHeading reports whether a statement stands under a heading that names the
// thing asked about with a word that narrows it: "Escaleras de uso restringido".
func (a *query) narrowHeading(s *statement) bool {
	title := plainKeeping(heading(s.innermost()))
	if strings.Contains(title, " y ") || strings.Contains(title, " and ") || strings.Contains(title, " , ") {
		return false
	}
	at := a.subjectAt(title)
	return at >= 0 && a.countStrange(title[at:]) > 0 && ofKind.MatchString(title[at:])
}

// subjectAt is where the first subject of the question stands in a plain text, -1
// where none does.
func (a *query) subjectAt(text string) int {
	from := 0
	for _, w := range strings.Fields(text) {
		at := from + strings.Index(text[from:], w)
		if b := bagOf(w); a.speaksOf(" "+w+" ") && a.matchesTerm(b) {
			return at
		}
		from = at + len(w)
	}
	return -1
}

// ofKind narrows what a heading begins with: "de uso", "para", an adjective of use.
var ofKind = lazyregexp.New(`^\S+ (?:(?:de|en|para|con|sin|for|in|of|with|without) \S|\p{L}+(?:id[oa]s?|ad[oa]s?|al(?:es)?|ic[oa]s?) )`)
