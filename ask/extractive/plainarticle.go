package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// articleRef is the number of an article where a text names it: "R. 134-59", "CO 36".
type articleRef struct {
	id       string // without points and spaces, in capitals
	from, to int    // bytes of the text
	through  string // the last of a range that begins with it; "" for none
}

type articleRefs []articleRef

var (
	articleShape = lazyregexp.New(`^(?i:([a-zé]{1,3})(?:\.\s?|\s|\*\s?)?)?(\d+(?:[-.]\d+)*)`)
	barerShape   = lazyregexp.New(`\b([A-Z])(?:\.\s?|\s)?(\d+-\d+(?:-\d+)*)\b`)
)

// articlesIn finds the articles a text names: behind the word for one, with all that
// are joined to it, and those whose number has a letter and a hyphen.
func articlesIn(text, lang string) articleRefs {
	var list articleRefs
	words := retrieval.Words(text, lang)
	for i := range words {
		if retrieval.Announced(words[i].Text, lang) != "art" {
			continue
		}
		at := words[i].End
		if strings.HasPrefix(text[at:], ".") {
			at++
		}
		list = append(list, runOfArticles(text, lang, at)...)
	}
	for _, m := range barerShape.FindAllStringSubmatchIndex(text, -1) {
		if !slices.ContainsFunc(list, func(r articleRef) bool { return r.from <= m[0] && m[0] < r.to }) {
			list = append(list, articleRef{id: articleID(text[m[0]:m[1]]), from: m[0], to: m[1]})
		}
	}
	return list
}

// runOfArticles reads numbers from a place on, with commas or a stop word between.
func runOfArticles(text, lang string, at int) (list articleRefs) {
	for {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \u00a0\u202f"))
		m := articleShape.FindStringIndex(text[at:])
		if m == nil {
			return list
		}
		ref := articleRef{id: articleID(text[at : at+m[1]]), from: at, to: at + m[1]}
		list = append(list, ref)
		next, through := joint(text, lang, ref.to)
		if next < 0 {
			return list
		}
		if m := articleShape.FindStringIndex(text[next:]); through && m != nil {
			list[len(list)-1].through = articleID(text[next : next+m[1]])
		}
		at = next
	}
}

// joint is where the number behind the next comma or stop word begins, and whether
// that word makes a range of both; -1 where the numbers end.
func joint(text, lang string, at int) (next int, through bool) {
	rest := strings.TrimLeft(text[at:], " \u00a0\u202f")
	from := len(text) - len(rest)
	if strings.HasPrefix(rest, ", ") {
		return from + 2, false
	}
	words := retrieval.Words(rest[:min(len(rest), 12)], lang)
	if len(words) < 2 || words[0].Start > 0 || !words[0].Stop() || strings.TrimSpace(rest[words[0].End:words[1].Start]) != "" {
		return -1, false
	}
	at = from + words[1].Start
	if articleShape.FindString(text[at:]) == "" {
		return -1, false
	}
	return at, slices.Contains(foldedFields(messageIn(lang, "through")), words[0].Fold)
}

// articleID brings a number to the form it is compared in.
func articleID(text string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \u00a0\u202f.*", r) {
			return -1
		}
		return r
	}, text))
}

func (list articleRefs) ids() []string {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.id
	}
	return ids
}

// hold reports whether a word is of one of the numbers.
func (list articleRefs) hold(w *retrieval.Word) bool {
	return slices.ContainsFunc(list, func(r articleRef) bool { return r.from <= w.Start && w.End <= r.to })
}

// names reports whether a text that names articles names one of these.
func (list articleRefs) names(ids []string) bool {
	return slices.ContainsFunc(list, func(r articleRef) bool {
		return slices.ContainsFunc(ids, func(id string) bool {
			return r.id == id || r.through != "" && len(r.id) == len(id) && len(id) == len(r.through) && r.id <= id && id <= r.through
		})
	})
}

// isArticle reports whether a passage is of one of the articles asked for, as one of
// its headings says.
func (a *plainQuery) isArticle(p *ask.Passage) bool {
	_, inner, _ := strings.Cut(p.Title, " › ")
	return articlesIn(inner, a.texts).names(a.articles)
}

// statesArticle reports whether a statement says in brackets that it is of one of them.
func (a *plainQuery) statesArticle(st *ask.Statement) bool {
	_, behind, ok := strings.Cut(st.Text, "(")
	return ok && articlesIn(behind, a.texts).names(a.articles) && !a.deniesIn(behind)
}

// findArticle returns what the articles asked for say: all of it, or what speaks of the
// rest of the question.
func (a *plainQuery) findArticle(t *ask.Transcript) []plainFound {
	all := passagesOf(t.Results)
	list := slices.DeleteFunc(slices.Clone(all), func(p *ask.Passage) bool { return p.Private || !a.isArticle(p) })
	list = a.ofNamedText(list)
	rest := *a
	rest.subjects = slices.DeleteFunc(slices.Clone(a.subjects), func(s topic) bool {
		return s.optional || slices.ContainsFunc(all, func(p *ask.Passage) bool { return a.titleOf(p).has(&s) })
	})
	if len(rest.subjects) > 0 && len(list) > 0 {
		if found := rest.findIn(t, list); len(found) > 0 {
			return found
		}
	}
	var found []plainFound
	for _, p := range list {
		found = append(found, a.everything(p)...)
	}
	if len(list) == 0 {
		for _, p := range all {
			found = append(found, slices.DeleteFunc(a.everything(p), func(f plainFound) bool { return !a.statesArticle(&f.stated) })...)
		}
	}
	found = slices.DeleteFunc(found, func(f plainFound) bool { return refused(t.Repair, &f) || a.statesOther(&f.stated) })
	slices.SortStableFunc(found, func(x, y plainFound) int { return a.placeOf(&x) - a.placeOf(&y) })
	return unrepeated(found, mostOfArticle)
}

// mostOfArticle is how many statements of an article are quoted.
const mostOfArticle = 12

// placeOf puts rows and what sets an amount before the rest of an article.
func (a *plainQuery) placeOf(f *plainFound) int {
	if f.stated.Row >= 0 || len(a.measuresIn(f.stated.Text, a.texts)) > 0 {
		return 0
	}
	return 1
}

// statesOther reports whether a statement says in brackets that it is of another
// article.
func (a *plainQuery) statesOther(st *ask.Statement) bool {
	_, behind, ok := strings.Cut(st.Text, "(")
	refs := articlesIn(behind, a.texts)
	return ok && len(refs) > 0 && !refs.names(a.articles)
}

// titleOf are the words of the titles of a passage's document and regulation.
func (a *plainQuery) titleOf(p *ask.Passage) termBag {
	document, _, _ := strings.Cut(p.Title, " › ")
	return bagIn(document+"\n"+a.codeTitle(p), a.texts)
}

// ofNamedText keeps, of passages of several texts, those of the one whose title has
// most of the question's words and numbers.
func (a *plainQuery) ofNamedText(list []*ask.Passage) []*ask.Passage {
	refs := articlesIn(a.question.Text, a.lang)
	worth := func(p *ask.Passage) int {
		title, n := a.titleOf(p), 0
		for _, w := range retrieval.Words(a.question.Text, a.texts) {
			if !w.Stop() && !refs.hold(&w) && (title[w.Fold] || slices.ContainsFunc(w.Terms, func(t string) bool { return title[t] })) {
				n++
			}
		}
		return n
	}
	most := 0
	for _, p := range list {
		most = max(most, worth(p))
	}
	return slices.DeleteFunc(list, func(p *ask.Passage) bool { return worth(p) < most })
}

// everything is all that a passage states and that can be quoted by itself.
func (a *plainQuery) everything(p *ask.Passage) []plainFound {
	list := ask.Statements(p.Text, p.Lead, p.Table)
	var found []plainFound
	for i := range list {
		if st := &list[i]; a.quotable(st) {
			f := plainFound{passage: p, order: i, stated: *st}
			f.said = a.wordsOf(&f)
			found = append(found, f)
		}
	}
	return found
}

// unrepeated are the first of a list, each said once.
func unrepeated(list []plainFound, most int) []plainFound {
	var out []plainFound
	for _, f := range list {
		if len(out) < most && !slices.ContainsFunc(out, func(o plainFound) bool { return o.said == f.said }) {
			out = append(out, f)
		}
	}
	return out
}
