package openaimodel

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// mostListed is how many entries of each kind of a project are listed in brief;
// the tools bring the rest.
const mostListed = 40

// brief says what the project is, a datum a line.
func brief(q ask.Question) string {
	p := q.Project
	if p == nil {
		return "no project\n"
	}
	var b strings.Builder
	line(&b, "project", p.Name)
	line(&b, "description", clipped(p.Description, 2000))
	line(&b, "place", p.Place.Name)
	for _, a := range p.Ancestors {
		line(&b, "in", a.Name)
	}
	for datum := range strings.Lines(p.TechSummary) {
		line(&b, "technical data", datum)
	}
	writeCollections(&b, q)
	writeOwn(&b, q)
	return b.String()
}

func writeCollections(b *strings.Builder, q ask.Question) {
	for i, c := range q.Project.Selected {
		if i == mostListed {
			line(b, "and more selected", fmt.Sprint(len(q.Project.Selected)-i))
			break
		}
		text := fmt.Sprintf("%s (code %q, version %s)", c.Title, c.Slug, c.Version)
		if !ask.Searchable(c) {
			text += "; its text is not available, it cannot be searched"
		}
		line(b, "selected regulation", text)
	}
	for i, c := range q.Project.Unselected {
		if i == mostListed {
			line(b, "and more not selected", fmt.Sprint(len(q.Project.Unselected)-i))
			break
		}
		line(b, "applies here, but is not selected and cannot be searched", c.Title)
	}
}

func writeOwn(b *strings.Builder, q ask.Question) {
	for _, d := range first(q.Project.Documents) {
		line(b, "document of the project", d.Name)
	}
	for _, d := range first(q.Project.Generated) {
		line(b, "document written for the project", d.Title)
	}
	for _, m := range first(q.Project.Memory) {
		line(b, "memory", strings.TrimSpace(m.Label+": "+m.Value+" "+m.Unit)+" (source: "+m.Source+")")
	}
	for _, c := range first(q.Project.Calculations) {
		c.Summary = clipped(c.Summary, 500)
		line(b, "saved calculation", ask.CalculationText(q, c))
	}
}

func first[T any](list []T) []T { return list[:min(len(list), mostListed)] }

// line writes one datum, unless it is empty.
func line(b *strings.Builder, what, value string) {
	if value = oneLine(value); value != "" {
		b.WriteString(what + ": " + value + "\n")
	}
}
