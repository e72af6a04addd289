package extractive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
)

// abstain says that nothing answers: where was looked, which words of the
// question no text found has, and which regulation the question names that could
// not be searched.
func (a *query) abstain(q ask.Question, passages []*ask.Passage) string {
	w := a.wording()
	var searched []string
	for _, c := range q.Project.Selected {
		if ask.Searchable(c) {
			if title := shortTitle(c.Title); !slices.Contains(searched, title) {
				searched = append(searched, title)
			}
		}
	}
	lines := []string{fmt.Sprintf(w.nothing, a.withDocuments(some(searched, w.others), q.Project))}
	if missing := a.missing(passages); len(missing) > 0 {
		lines = append(lines, fmt.Sprintf(w.absent, strings.Join(missing, ", ")))
	}
	if title := a.lostTable(passages); title != "" {
		lines = append(lines, fmt.Sprintf(w.lostTable, title))
	}
	text := strings.Join(lines, " ")
	if named := a.unsearched(q.Project); len(named) > 0 {
		text += "\n"
		for _, line := range named { // an item each: a title may hold a full stop
			text += "\n- " + line
		}
	}
	return text
}

// tableCue refers to a table that ought to stand right behind.
var tableCue = lazyregexp.New(`\b(?:(?:siguiente|presente) (?:tabla|cuadro)|(?:tabla|cuadro) siguiente|(?:following|next) table|table below|tabla adjunta)\b`)

// lostTable is the regulation with a sentence about what was asked that refers to
// a table its text lacks, "" when there is none: the answer may have been there.
func (a *query) lostTable(passages []*ask.Passage) string {
	for _, p := range passages {
		if p.Table != nil || p.Private {
			continue
		}
		for _, s := range statements(p) {
			if tableCue.MatchString(retrieval.Fold(s.text)) && a.about(&s, true) >= lostEnough && !tableBeside(p, passages) {
				document, _, _ := strings.Cut(p.Title, " › ")
				return shortTitle(document)
			}
		}
	}
	return ""
}

// lostEnough is the share of the question a sentence has to be about for the table
// it lacks to matter.
const lostEnough = 0.4

// tableBeside reports whether a table stands under the heading of a passage.
func tableBeside(p *ask.Passage, passages []*ask.Passage) bool {
	return slices.ContainsFunc(passages, func(o *ask.Passage) bool { return o.Table != nil && strings.HasPrefix(o.Title, p.Title) })
}

// mostNamed is how many of the regulations searched are named.
const mostNamed = 4

// some joins the first of a list, and says when there are others.
func some(list []string, others string) string {
	if len(list) <= mostNamed {
		return strings.Join(list, "; ")
	}
	return strings.Join(list[:mostNamed], "; ") + "; " + others
}

// inline returns a title as it stands within a sentence: a full stop inside it
// would end the sentence there, and its rest would be taken for a claim.
// The point of an abbreviation ("n. 236") ends nothing and stays.
func inline(title string) string {
	parts := ask.Sentences(title)
	for i := range parts[:max(len(parts)-1, 0)] {
		parts[i] = strings.TrimSuffix(parts[i], ".")
	}
	return strings.Join(parts, ", ")
}

const mostOffered = 3

// unsearched names the regulations the question is about that were not
// searched, and why: the best named, not every one that shares a word.
func (a *query) unsearched(p *projects.Info) []string {
	w, best := a.wording(), 0
	var lines []string
	weigh := func(list []projects.Collection, why func(projects.Collection) string) {
		for _, c := range list {
			text := why(c)
			n := a.namedBy(bagOf(c.Title + "\n" + c.Slug))
			if text == "" || n == 0 || n < best {
				continue
			}
			if n > best {
				best, lines = n, nil
			}
			if len(lines) < mostOffered {
				lines = append(lines, fmt.Sprintf(text, c.Title))
			}
		}
	}
	weigh(p.Selected, func(c projects.Collection) string {
		if ask.Searchable(c) {
			return ""
		}
		return w.textless
	})
	weigh(p.Unselected, func(c projects.Collection) string {
		if ask.Searchable(c) {
			return w.offered
		}
		return w.offeredTextless
	})
	return lines
}

// namedBy tells how well a title answers to the question: the names the question
// gives that it has, counted double, or its subjects where it has most of them.
func (a *query) namedBy(title bag) int {
	subjects, found, names := 0, 0, 0
	for i := range a.terms {
		t := &a.terms[i]
		switch hit := title.match(t) == 1; {
		case t.name && hit && strings.Trim(t.text, "0123456789.,") != "":
			names++
		case t.name || t.weight < subjectWeight:
		case hit:
			subjects, found = subjects+1, found+1
		default:
			subjects++
		}
	}
	if found == 0 || 3*found < 2*subjects {
		found = 0
	}
	return 2*names + found
}

// missing lists the question's words that no passage found has.
func (a *query) missing(passages []*ask.Passage) []string {
	all := bag{}
	for _, p := range passages {
		for term := range bagOf(p.Title + "\n" + p.Version + "\n" + p.Lead + "\n" + p.Text) {
			all[term] = true
		}
	}
	var list []string
	for i := range a.terms {
		if t := &a.terms[i]; all.match(t) == 0 && !all.namesProperty(t.property) && len(list) < 5 && strings.Trim(t.text, "0123456789.,") != "" {
			list = append(list, "«"+t.text+"»")
		}
	}
	return list
}

// namesProperty reports whether a bag holds any noun of a property.
func (b bag) namesProperty(p *ask.Property) bool {
	if p == nil {
		return false
	}
	for s := range b {
		if ask.PropertyOfTerm(s) == p {
			return true
		}
	}
	return false
}
