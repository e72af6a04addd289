package extractive

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/ask"
)

// mostDecisive is how many statements tell the cases an answer depends on, besides
// those they lean on.
const mostDecisive = 4

// decided is the answer to a question for yes or no that the statement s gives, with
// every case where it depends. Two statements about the same thing that say yes and no
// make no flat answer.
func (a *query) decided(p polar, s *statement, found []statement) reply {
	if p != polarDepends && s.row < 0 && a.contradicted(p, s, found) {
		p = polarDepends
	}
	if p != polarDepends {
		return reply{polar: p, chosen: []statement{*s}}
	}
	chosen := a.decisive(s, found)
	if len(chosen) == 0 {
		return reply{}
	}
	return reply{polar: polarDepends, chosen: chosen}
}

// contradicted reports whether a statement that is about all that is asked, as much as
// s, says the contrary without condition.
func (a *query) contradicted(p polar, s *statement, found []statement) bool {
	return slices.ContainsFunc(found[:min(len(found), mostJudged)], func(o statement) bool {
		if o.rank < rival*s.rank || a.missingFrom(&o) > a.missingFrom(s) {
			return false
		}
		other := a.sound(a.judged(&o), &o)
		return p >= polarYesIf && other == polarNo || p < polarYesIf && other == polarYes
	})
}

// decisive are the statements that say for which case the answer is what: s, what its
// passage says of the thing besides, and what others about as good say.
func (a *query) decisive(s *statement, found []statement) []statement {
	list := []statement{*s}
	add := func(o statement) {
		if len(list) < mostDecisive && !holdsStatement(list, &o) {
			list = append(list, o)
		}
	}
	for _, o := range statements(s.passage) {
		o.score, o.rank = s.score, s.rank
		if o.row < 0 && (leans(&o) || a.missingFrom(&o) <= a.missingFrom(s)) && len(rulingsOf(plain(o.text))) > 0 && a.speaksOf(plain(o.text)+plain(o.prior)) {
			add(o)
		}
	}
	for _, o := range found[:min(len(found), mostJudged)] {
		if o.row < 0 && o.rank >= rival*s.rank && a.missingFrom(&o) <= a.missingFrom(s) && a.judged(&o) != unjudged {
			add(o)
		}
	}
	return inOrder(whole(list))
}

// inOrder puts the statements of each passage in the order in which they stand there,
// passages as they come.
func inOrder(list []statement) []statement {
	first := map[string]int{}
	for i := range list {
		if _, seen := first[list[i].passage.Handle]; !seen {
			first[list[i].passage.Handle] = i
		}
	}
	slices.SortStableFunc(list, func(x, y statement) int {
		return cmp.Or(cmp.Compare(first[x.passage.Handle], first[y.passage.Handle]), cmp.Compare(x.order, y.order))
	})
	return list
}

// listed are the cases of a list in which something has to be, where it is asked
// whether it has to: that the list names cases is no yes.
func (a *query) listed(best *statement, passages []*ask.Passage) []statement {
	if !a.dutyAsked() || !wantsYesOrNo(a.text, a.lang) || !opensList(best) || len(rulingsOf(plain(best.text))) == 0 {
		return nil
	}
	items, _ := listOf(best, passages)
	if len(items) < 2 || len(items) > mostItems {
		return nil
	}
	return items
}
