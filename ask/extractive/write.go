package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// reply is the answer to one case the question asks about.
type reply struct {
	lead   string // the sentence that answers, "" when the quotation has to
	polar  polar  // yes or no, where that is asked
	chosen []statement
}

// write words the answer: what answers each case asked about, where it stands,
// then what limits it.
func (a *query) write(q ask.Question, results []ask.Result) string {
	if a.source == ofDocuments {
		return a.documentAnswer(q, results)
	}
	r := a.answer(results)
	if s := a.preferred(results, &r); s != nil {
		return a.quoted(s)
	}
	if len(r.chosen) == 0 {
		if facts := a.fromProject(q); facts != "" {
			return facts
		}
		return a.abstain(q, passagesOf(results))
	}
	var b strings.Builder
	chosen := completed(distinct(r.chosen), r.polar)
	if len(chosen) == 0 && r.lead == "" {
		return a.abstain(q, passagesOf(results)) // nothing is whole
	}
	quoted := chosen
	if r.lead != "" {
		b.WriteString(r.lead + "\n\n")
		quoted = filter(chosen, func(s statement) bool {
			return a.brief || !strings.Contains(retrieval.Fold(r.lead), retrieval.Fold(a.placeOf(&s))) || a.adds(&s, r.lead)
		})
	}
	a.toldPlace = ""
	if len(quoted) > 0 && !a.brief && strings.Contains(retrieval.Fold(r.lead), retrieval.Fold(a.placeOf(&quoted[0]))) {
		a.toldPlace = a.placeOf(&quoted[0])
	}
	a.writeQuotes(&b, quoted, r.polar)
	for _, line := range a.limits(chosen) {
		b.WriteString("\n" + line)
	}
	if a.zone != "" && a.zoneFromProject && slices.ContainsFunc(chosen, func(s statement) bool { return s.row >= 0 && a.usesZone(&s) }) {
		b.WriteString(a.zoneNote(q.Project))
	}
	return strings.TrimSpace(b.String()) + a.besideRules(results, chosen)
}

// answer finds what answers each case the question asks about. A statement that
// has every word asked about answers; where there is none, what the search puts
// first may; see recalled.
func (a *query) answer(results []ask.Result) reply {
	var all reply
	var leads []string
	passages := passagesOf(results)
	for _, one := range a.parts() {
		r := one.certainReply(passages)
		if len(r.chosen) == 0 {
			r = one.recalledReply(results)
		}
		all.polar = max(all.polar, r.polar)
		if r.lead != "" && !slices.Contains(leads, r.lead) {
			leads = append(leads, r.lead)
		}
		all.chosen = append(all.chosen, one.onSubject(r.chosen)...)
	}
	all.lead = strings.Join(leads, "\n\n")
	return all
}

// certainReply answers from a statement that has every word asked about, there or
// right above.
func (a *query) certainReply(passages []*ask.Passage) reply {
	found := a.find(passages)
	if len(found) == 0 || !a.covers(&found[0]) {
		return reply{}
	}
	if found[0].passage.Private {
		return reply{chosen: found[:1]} // what it says is no rule
	}
	return a.reply(found, passages)
}

// recalledReply answers from the statement that the search bears out best.
func (a *query) recalledReply(results []ask.Result) reply {
	found := a.recalled(results)
	if len(found) == 0 {
		return reply{}
	}
	if r := a.polarReply(found); r.polar != unjudged {
		return r
	}
	if chosen := a.refined(&found[0], passagesOf(results)); len(chosen) > 0 {
		return reply{chosen: chosen}
	}
	if says := filter(found, func(s statement) bool { return !opensList(&s) }); len(says) > 0 {
		found = says
	}
	chosen := found[:1]
	if found[0].row >= 0 {
		chosen = a.rowsOf(found[0], found)
	}
	return reply{chosen: chosen}
}

// mostJudged is how many statements are tried for a yes or no.
const mostJudged = 6

// polarReply answers a question for yes or no from the first of the statements,
// best first, that says so for the case asked about.
func (a *query) polarReply(found []statement) reply {
	if len(a.tested) > 0 || !wantsYesOrNo(a.text, a.lang) {
		return reply{}
	}
	best, fewest := reply{}, 0
	for i := range found[:min(len(found), mostJudged)] {
		s := &found[i]
		if s.rank < rival*found[0].rank {
			break
		}
		if p := a.sound(a.judged(s), s); p != unjudged && (best.polar == unjudged || a.missingFrom(s) < fewest) {
			best, fewest = a.decided(p, s, found), a.missingFrom(s)
		}
	}
	if best.polar != unjudged {
		return best
	}
	if a.kind == mayI && a.refuses(found[:1]) && a.missingFrom(&found[0]) == 0 && a.sound(polarNo, &found[0]) == polarNo {
		return reply{polar: polarNo, chosen: found[:1]}
	}
	return reply{}
}

func distinct(list []statement) []statement {
	var out []statement
	for _, s := range list {
		if !slices.ContainsFunc(out, func(o statement) bool { return o.passage == s.passage && o.order == s.order }) {
			out = append(out, s)
		}
	}
	return out
}

// reply answers one case from the statements that do, best first.
func (a *query) reply(found []statement, passages []*ask.Passage) reply {
	if a.kind == howMuch && a.property != nil && !a.composite {
		if values := a.certain(a.limitsOf(a.cases(found))); len(values) > 0 {
			return a.withVerdict(reply{lead: a.leadOf(values), chosen: sourcesOf(values)})
		}
	}
	if r := a.polarReply(found); r.polar != unjudged {
		return r
	}
	if items := a.listed(&found[0], passages); len(items) > 0 {
		return reply{polar: polarDepends, chosen: items}
	}
	if chosen := a.refined(&found[0], passages); len(chosen) > 0 {
		return reply{chosen: chosen}
	}
	return reply{chosen: a.telling(a.pick(found))}
}

// telling leaves out what gives no amount where an amount is asked for and another
// statement gives one, and what only opens a list.
func (a *query) telling(chosen []statement) []statement {
	tells := func(s statement) bool { return !opensList(&s) }
	if a.kind == howMuch {
		tells = func(s statement) bool { return !opensList(&s) && (s.row >= 0 || a.hasAmount(&s)) }
	}
	if list := filter(chosen, tells); len(list) > 0 {
		return list
	}
	return chosen
}

// opensList reports whether a statement only announces what stands below it.
func opensList(s *statement) bool {
	return s.row < 0 && strings.HasSuffix(strings.TrimSpace(s.text), ":")
}

// How much an answer quotes where no amount leads it.
const (
	mostStatements = 3
	nearBest       = 0.92 // share of the best rank others under its heading must have
	tied           = 0.98 // and those under other headings
)

// pick takes the best statement and those about as good; of a table the rows
// the question's amounts and zone select.
func (a *query) pick(found []statement) []statement {
	best := found[0]
	chosen := []statement{best}
	if best.row >= 0 {
		chosen = a.rowsOf(best, found)
	} else {
		chosen = append(chosen, a.complements(&best)...)
	}
	if a.kind == howMuch || !a.covers(&best) {
		return append(chosen, a.rivals(&best, found)...)
	}
	for _, s := range found[1:] {
		if len(chosen) >= mostStatements {
			break
		}
		if s.rank < nearBest*best.rank && (a.kind != whenIs || s.score < asGood*best.score) {
			continue
		}
		if s.innermost() != best.innermost() && s.rank < tied*best.rank && (a.kind != whenIs || s.score < asGood*best.score) {
			continue
		}
		if s.row < 0 && !slices.ContainsFunc(chosen, func(c statement) bool { return c.text == s.text }) {
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// rival is the share of the best rank a statement must have to be
// shown beside one that leaves out a word of the question.
const rival = 0.8

// rivals are the next best statements, one row of a table: where none has every
// word asked, the reader has to choose.
func (a *query) rivals(best *statement, found []statement) []statement {
	var list []statement
	for _, s := range found[1:] {
		if len(list) == mostStatements-1 || s.rank < rival*best.rank {
			break
		}
		if (a.covers(&s) || !a.covers(best)) && !slices.ContainsFunc(append(list, *best), func(o statement) bool { return s.row >= 0 && o.passage == s.passage || o.text == s.text }) {
			list = append(list, s)
		}
	}
	return list
}

// complements are sentences of the best one's paragraph that speak of a subject
// of the question which it leaves out itself.
func (a *query) complements(best *statement) []statement {
	var list []statement
	own := bagOf(best.text)
	for _, other := range statements(best.passage) {
		b := bagOf(other.text)
		if other.order != best.order && slices.ContainsFunc(a.terms, func(t term) bool {
			return t.weight >= subjectWeight && own.match(&t) == 0 && b.match(&t) > 0
		}) {
			other.score, other.rank = best.score*0.9, best.rank*0.9
			list = append(list, other)
		}
	}
	return list[:min(len(list), 2)]
}
