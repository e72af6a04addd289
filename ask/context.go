package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// sheet is text of lines "label: value", in headed parts.
type sheet struct {
	strings.Builder
	most int // entries of a list
}

func (s *sheet) head(title string) { fmt.Fprintf(s, "\n%s\n", title) }

func (s *sheet) line(label, value string) {
	if value = strings.TrimSpace(value); value != "" {
		fmt.Fprintf(s, "%s: %s\n", label, strings.ReplaceAll(value, "\n", "\n  "))
	}
}

// projectContext tells all of SPEC section 2.7 but identifiers.
func (t *turn) projectContext(context.Context, Args) (Result, error) {
	var r Result
	t.say(&r, ProjectText(t.question, math.MaxInt)) // nothing to learn: facts has the project's data from the start
	return r, nil
}

// ProjectText tells what the project of a question is and holds, in lines; of a list at
// most so many entries.
func ProjectText(q Question, most int) string {
	p := q.Project
	if p == nil {
		return "no project"
	}
	s := sheet{most: most}
	s.line("Project", p.Name)
	s.line("Description", p.Description)
	s.line("Place", p.Place.Name)
	s.line("Level", p.Place.Level.String())
	s.line("Lies in", strings.Join(mapSlice(p.Ancestors, func(a geo.Place) string { return a.Name }), " > "))
	if p.Place.Tech != nil {
		s.line("Climate zone", p.Place.Tech.ClimateZone)
	}
	s.line("Technical data of the place", p.TechSummary)
	list(&s, "Site data (memory)", p.Memory, func(m projects.MemoryItem) string {
		return fmt.Sprintf("%s: %s (%s; given by %s)", m.Label, strings.TrimSpace(m.Value+" "+m.Unit), m.Key, m.Source)
	})
	list(&s, "Regulations selected", p.Selected, selectedText)
	list(&s, "Regulations that apply at the place and are not selected, which no search finds", p.Unselected, func(c projects.Collection) string {
		return fmt.Sprintf("%s (%s; %s)", c.Title, c.Slug, c.Scope)
	})
	list(&s, "Documents uploaded", p.Documents, func(d projects.Document) string { return d.Name })
	list(&s, "Documents written for the project", p.Generated, func(g projects.GeneratedDocument) string {
		return fmt.Sprintf("%s (%s, version %d)", g.Title, g.Type, g.Version)
	})
	list(&s, "Saved calculations", p.Calculations, func(c projects.Calculation) string {
		return fmt.Sprintf("%s (%s; %s): %s", c.Name, c.CalculatorID, compliance(&c), c.Summary)
	})
	list(&s, "Calculators", p.Calculators, func(c projects.Calculator) string { return fmt.Sprintf("%s (%s)", c.Title(), c.ID()) })
	return asData(strings.TrimSpace(s.String()))
}

// list writes a headed list that holds anything, and how many entries of it are not shown.
func list[T any](s *sheet, title string, entries []T, text func(T) string) {
	if len(entries) == 0 {
		return
	}
	s.head(fmt.Sprintf("%s: %d", title, len(entries)))
	for i, e := range entries {
		if i == s.most {
			fmt.Fprintf(s, "- and %d more\n", len(entries)-i)
			break
		}
		fmt.Fprintf(s, "- %s\n", text(e))
	}
}

func selectedText(c projects.Collection) string {
	text := ""
	if !Searchable(c) {
		text = "; its text is not here and cannot be searched"
	}
	return fmt.Sprintf("%s (%s; %s; edition that applies: %s%s)", c.Title, c.Slug, c.ScopeLabel, cmp.Or(c.Version, "none in force"), text)
}

// compliance tells a model what a calculation says of the regulation.
func compliance(c *projects.Calculation) string {
	switch c.Verdict() {
	case projects.Complies:
		return "complies"
	case projects.DoesNotComply:
		return "does not comply"
	case projects.NoVerdict:
	}
	return "no verdict: it says neither that the result complies nor that it does not"
}

// calculations tells the saved calculations with what went in and what came out.
func (t *turn) calculations(context.Context, Args) (Result, error) {
	p := t.asked.Project
	if len(p.Calculations) == 0 {
		return Result{Note: "the project has no saved calculation"}, nil
	}
	var s sheet
	for _, c := range p.Calculations {
		input, result := schemasOf(p.Calculators, c.CalculatorID)
		s.head(fmt.Sprintf("%s (%s; %s; saved %s)", c.Name, c.CalculatorID, compliance(&c), c.CreatedAt.Format("2006-01-02")))
		s.line("Summary", c.Summary)
		for _, part := range []struct{ label, text string }{{"Input", JSONText(c.Input, input)}, {"Result", JSONText(c.Result, result)}} {
			s.line(part.label, part.text)
			t.facts.learn(asData(part.text))
		}
	}
	var r Result
	t.say(&r, strings.TrimSpace(s.String()))
	return r, nil
}

func schemasOf(calculators []projects.Calculator, id string) (input, result json.RawMessage) {
	i := slices.IndexFunc(calculators, func(c projects.Calculator) bool { return c.ID() == id })
	if i < 0 {
		return nil, nil
	}
	return calculators[i].Schema()
}
