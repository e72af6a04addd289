package note

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// references are what names one passage or one regulation and nothing else: a sign with
// its number ("HE 9", "DIN 4109"), and the number of an article.
var references = lazyregexp.New(`\b\p{Lu}[\p{Lu}-]*[ -]?\d[\d.]*\b`)

// strange reports whether a question names what nothing found has: a sign, the number of
// an article, or a name. What is about something else then is no answer.
func (a *answer) strange() bool {
	all := a.everything()
	for _, sign := range references.FindAllString(a.Text, -1) {
		if !strings.Contains(all, tight(sign)) {
			return true
		}
	}
	for i, w := range a.asWritten {
		name := i > 0 && unicode.IsUpper([]rune(w.Text)[0]) && len([]rune(w.Text)) > 3 && !w.Number
		switch {
		case name && !strings.Contains(all, tight(w.Text)):
			return true
		case w.Number && i > 0 && retrieval.Announced(a.asWritten[i-1].Fold, a.langs[0]) != "":
			if !slices.ContainsFunc(a.found, func(c *candidate) bool {
				return strings.Contains(tight(c.Title+c.Text), tight(a.asWritten[i-1].Text+w.Text))
			}) {
				return true
			}
		}
	}
	return false
}

// everything is all that was found, and what the project is, in the form signs are
// compared in.
func (a *answer) everything() string {
	if a.all == "" {
		var b strings.Builder
		for _, c := range a.found {
			b.WriteString(tight(c.Title + " " + c.Lead + " " + c.Text))
		}
		if p := a.Project; p != nil {
			b.WriteString(tight(p.Name + p.Place.Name + p.TechSummary))
			for _, place := range p.Ancestors {
				b.WriteString(tight(place.Name + strings.Join(place.Aliases, " ")))
			}
			for _, c := range p.Selected {
				b.WriteString(tight(c.Title + c.Slug))
			}
		}
		for _, e := range a.editions {
			b.WriteString(tight(e.Text))
		}
		a.all = b.String()
	}
	return a.all
}

// tight is a text folded, with its letters and digits alone.
func tight(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, retrieval.Fold(text))
}

// textless is what the catalogue says of a regulation that the question names and whose text
// is not here; "" where there is none, or another one that is named has its text.
func (a *answer) textless() string {
	text := ""
	for _, e := range a.editions {
		switch {
		case e.Replaces:
		case e.Hosted:
			return ""
		case text == "" && (e.InForce || e.Exact):
			text = e.Text
		}
	}
	return text
}
