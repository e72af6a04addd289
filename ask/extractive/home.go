package extractive

import (
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
)

// A rule of a regional law does not name the region, and one of a part of a
// regulation does not name that part: the law does, somewhere. Where a question
// names a place or a part, the regulation that speaks of it most is meant.

// leastNaming is in how many of its passages a regulation has to name what it is
// the home of; homeShare is how many as a share of the one that does most.
const (
	leastNaming = 2
	homeShare   = 0.5
)

// homes are, for each word of the question that names a place or a part of a
// regulation, the editions that speak of it most.
type homes map[int]map[string]bool

// readHomes counts in what was found who speaks of the names.
func (a *query) readHomes(passages []*ask.Passage) {
	a.homes = homes{}
	for i := range a.terms {
		if t := &a.terms[i]; t.name && (a.isPlace(t) || a.isPart(t)) {
			if of := homesOf(t, passages); len(of) > 0 {
				a.homes[t.at] = of
			}
		}
	}
}

func homesOf(t *term, passages []*ask.Passage) map[string]bool {
	count, most := map[string]int{}, 0
	for _, p := range passages {
		if !p.Private && bagOf(p.Title+"\n"+p.Lead+"\n"+p.Text).match(t) > 0 {
			count[p.Version]++
			most = max(most, count[p.Version])
		}
	}
	of := map[string]bool{}
	for version, n := range count {
		if n >= leastNaming && float64(n) >= homeShare*float64(most) {
			of[version] = true
		}
	}
	return of
}

// atHome reports whether a passage is of a regulation that a name of the question
// stands for.
func (a *query) atHome(p *ask.Passage, t *term) bool { return a.homes[t.at][p.Version] }

// isPlace reports whether a name is that of a place: an adjective of one, or a
// word in capitals behind "en" or "de".
func (a *query) isPlace(t *term) bool {
	word := retrieval.Fold(t.text)
	return ofPlace(word) != nil || !isName(retrieval.Word{Text: t.text}) && a.before(t, placeBefore)
}

// isPart reports whether a name numbers a requirement or a part of a regulation:
// "under M4(2)", "según la exigencia HE1".
func (a *query) isPart(t *term) bool { return a.before(t, partBefore) }

var (
	placeBefore = lazyregexp.New(`(?:\b(?:en|de|in|of) (?:el |la |los |las |the )?(?:\p{L}+ (?:de |del |of )?(?:la |los |las )?)?)$`)
	partBefore  = lazyregexp.New(`\b(?:under|requirement|part|category|segun|exigencia|requisito|categoria)(?: (?:la|el|the|requirement|part|category|exigencia|requisito))? (?:\p{L}[0-9]+[( ]?)?$`)
)

// homeCalls look for the names themselves, so that their homes become known.
func (a *query) homeCalls() []ask.Call {
	var names []string
	for i := range a.terms {
		t := &a.terms[i]
		if !t.name || !a.isPlace(t) && !a.isPart(t) {
			continue
		}
		names = append(names, t.text)
		names = append(names, ofPlace(retrieval.Fold(t.text))...)
	}
	return nonEmptyCalls(searchFor(strings.Join(names, " ")))
}

// atHomeCalls ask the whole question again in the regulation that is meant: the
// home of a name.
func (a *query) atHomeCalls() []ask.Call {
	seen := map[string]bool{}
	var calls []ask.Call
	for _, of := range a.homes {
		if len(of) > 1 {
			continue
		}
		for version := range of {
			slug, _, _ := strings.Cut(version, "/")
			if !seen[slug] {
				seen[slug] = true
				calls = append(calls, a.searchIn(slug, nil))
			}
		}
	}
	return calls
}

// searchIn asks in one regulation, without the words that only say which: all of it
// is about them.
func (a *query) searchIn(slug string, named bag) ask.Call {
	var list []string
	for i := range a.terms {
		if t := &a.terms[i]; !t.name && named.match(t) < 1 {
			list = append(list, t.text)
		}
	}
	text := strings.Join(list, " ")
	if text == "" {
		text = a.text
	}
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{text}, ask.ArgTop: mostPassages, ask.ArgCode: slug})
}

// titledCall asks in the one regulation whose title the question gives.
func (a *query) titledCall(q ask.Question) ask.Call {
	slug, title := a.titled(q)
	if slug == "" {
		return ask.Call{}
	}
	return a.searchIn(slug, a.read(title))
}

// leastOfTitle is how many words of its title a question has to give to mean one
// regulation.
const leastOfTitle = 3

// titled is the one selected regulation whose title the question gives, "" where
// it gives none, or several alike.
func (a *query) titled(q ask.Question) (slug, title string) {
	if q.Project == nil {
		return "", ""
	}
	var best projects.Collection
	most, tied := 0, false
	for _, c := range q.Project.Selected {
		title, n := a.read(c.Title), 0
		for i := range a.terms {
			if t := &a.terms[i]; title.match(t) == 1 {
				n++
				if t.name {
					n += leastOfTitle
				}
			}
		}
		switch {
		case n > most:
			best, most, tied = c, n, false
		case n == most:
			tied = true
		}
	}
	if most < leastOfTitle || tied {
		return "", ""
	}
	return best.Slug, best.Title
}

func nonEmptyCalls(calls ...ask.Call) []ask.Call {
	var list []ask.Call
	for _, c := range calls {
		if c.Tool != "" {
			list = append(list, c)
		}
	}
	return list
}
