package geo

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// reach says where in a form of a name a query may begin to match. Forms that
// only rearrange another form need not be found from their middle: the other
// one is.
type reach byte

const (
	anywhere  reach = iota + 1
	wordsOnly       // at the beginning of a word
	startOnly       // at the beginning of the form
)

// nameForm is a folded text under which a place is known in full.
type nameForm struct {
	text  string
	reach reach
	alias bool // a form of an alias alone, not of the official name
}

// formKind is what the text of names says of a form, in one byte.
type formKind byte

const aliasKind formKind = 1 << 2 // above every reach

func (f nameForm) kind() formKind {
	if f.alias {
		return formKind(f.reach) | aliasKind
	}
	return formKind(f.reach)
}

func (k formKind) reach() reach { return reach(k &^ aliasKind) }

// alias returns ofAlias for a form of an alias, 0 for one of the official name.
func (k formKind) alias() match { return match(k&aliasKind) / match(aliasKind) * ofAlias }

// names holds the forms of every place's names in one text, those of the
// official name first. Each form begins with its kind and ends with a NUL, so
// that no query, which holds neither, runs from one into the next.
type names struct {
	text  []byte
	start []uint32 // by rank: where a place's forms begin; one more at the end
}

func collectNames(ranked []*Place) names {
	n := names{start: make([]uint32, 0, len(ranked)+1)}
	for _, p := range ranked {
		n.start = append(n.start, uint32(len(n.text)))
		for _, form := range nameForms(p) {
			n.text = append(n.text, byte(form.kind()))
			n.text = append(n.text, form.text...)
			n.text = append(n.text, 0)
		}
	}
	n.start = append(n.start, uint32(len(n.text)))
	return n
}

// of returns the forms of the place of a rank.
func (n *names) of(rank uint32) []byte { return n.text[n.start[rank]:n.start[rank+1]] }

// eachForm yields the forms of the place of a rank, with their position.
func (n *names) eachForm(rank uint32, yield func(at uint32, form []byte, kind formKind)) {
	for at := n.start[rank]; at < n.start[rank+1]; {
		form := n.text[at+1 : n.start[rank+1]]
		form = form[:bytes.IndexByte(form, 0)]
		yield(at+1, form, formKind(n.text[at]))
		at += uint32(len(form)) + 2
	}
}

// nameForms returns every form of p's name and aliases: as written, each part
// of a bilingual name alone, an article written behind in front, an article
// left out, and words joined that an apostrophe parts. Each text comes once, as
// a form of the official name if it is one.
func nameForms(p *Place) []nameForm {
	var forms []nameForm
	alias := false
	add := func(text string, r reach) {
		folded := Fold(text)
		same := func(f nameForm) bool { return f.text == folded }
		switch i := slices.IndexFunc(forms, same); {
		case i >= 0:
			forms[i].reach = min(forms[i].reach, r)
		case folded != "":
			forms = append(forms, nameForm{folded, r, alias})
		}
	}
	addSpellings(p.Name, add)
	alias = true
	for _, name := range p.Aliases {
		addSpellings(name, add)
	}
	return forms
}

// addSpellings adds the forms of one name.
func addSpellings(name string, add func(text string, r reach)) {
	add(name, anywhere)
	joined := withoutApostrophes.Replace(name)
	add(joined, wordsOnly)
	for _, spelling := range []string{name, joined} {
		for part := range strings.SplitSeq(spelling, "/") {
			add(part, startOnly)
			addArticleForms(part, func(text string) { add(text, startOnly) })
		}
	}
}

// withoutApostrophes joins what an apostrophe parts: people type "lhospitalet".
var withoutApostrophes = strings.NewReplacer("'", "", "’", "", "‘", "", "`", "", "´", "", "\u02BC", "")

// addArticleForms adds the forms of a name that has an article: behind it, as
// in "Coruña, A" and "Bañeza (La)", or in front.
func addArticleForms(part string, add func(string)) {
	if noun, article, ok := cutArticleBehind(part); ok {
		add(article + " " + noun)
		add(article + noun) // "lhospitalet", "acoruna"
		add(noun)
		return
	}
	folded := Fold(part)
	if article, noun, ok := strings.Cut(folded, " "); ok && isArticle(article) {
		add(noun)
		add(article + noun)
	}
}

// cutArticleBehind parts "Coruña, A" and "Bañeza (La)". What stands behind is
// taken for an article by its length, so that no language has to be known.
func cutArticleBehind(part string) (noun, article string, ok bool) {
	part = strings.TrimSpace(part)
	at := strings.LastIndexAny(part, ",(")
	if at < 0 {
		return "", "", false
	}
	article = strings.TrimSpace(strings.TrimSuffix(part[at+1:], ")"))
	folded := Fold(article)
	if folded == "" || utf8.RuneCountInString(folded) > longestArticle || strings.Contains(folded, " ") {
		return "", "", false
	}
	return part[:at], article, true
}

const longestArticle = 3

// isArticle knows the folded articles that stand in front of place names in the
// languages of Spain, Portugal, France and Italy.
func isArticle(word string) bool {
	switch word {
	case "el", "la", "los", "las", "lo", "els", "les", "l", "a", "o", "as", "os", "es", "sa", "ses", "s", "le", "il", "gli", "i":
		return true
	}
	return false
}

// bestMatch returns the best quality of a match of query, which is not empty,
// in the forms of the place of a rank; ok is false when there is none better
// than bound, which saves most of the work where bound is good. It does not tell
// exact matches.
func (n *names) bestMatch(rank uint32, query []byte, bound match) (quality match, ok bool) {
	if !bytes.Contains(n.of(rank), query) {
		return 0, false
	}
	quality = bound
	n.eachForm(rank, func(_ uint32, form []byte, kind formKind) {
		if quality > wordMatch || bytes.HasPrefix(form, query) {
			quality = min(quality, bestInForm(form, query, kind))
		}
	})
	return quality, quality < bound
}

// bestInForm returns the best quality of a match of query in a form, or noMatch.
func bestInForm(form, query []byte, kind formKind) match {
	best := noMatch
	for from := 0; ; {
		i := bytes.Index(form[from:], query)
		if i < 0 {
			return best
		}
		if here, ok := matchAt(form, from+i, kind); ok {
			best = min(best, here)
		}
		if best < insideMatch {
			return best // what follows is no better
		}
		from += i + 1
	}
}
