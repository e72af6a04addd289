package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// sheet is text of lines "label: value", in headed parts.
type sheet struct{ strings.Builder }

func (s *sheet) head(title string) { fmt.Fprintf(s, "\n%s\n", title) }

func (s *sheet) line(label, value string) {
	if value = strings.TrimSpace(value); value != "" {
		fmt.Fprintf(s, "%s: %s\n", label, strings.ReplaceAll(value, "\n", "\n  "))
	}
}

func (s *sheet) item(format string, args ...any) { fmt.Fprintf(s, "- "+format+"\n", args...) }

// projectContext tells all of SPEC section 2.7 but identifiers, which no model
// needs.
func (t *turn) projectContext(context.Context, Args) (Result, error) {
	var r Result
	t.say(&r, t.contextText()) // nothing to learn: facts has the project's data from the start
	return r, nil
}

func (t *turn) contextText() string {
	p := t.asked.Project
	var s sheet
	s.line("Project", p.Name)
	s.line("Description", p.Description)
	s.line("Place", p.Place.Name)
	s.line("Level", p.Place.Level.String())
	s.line("Lies in", strings.Join(mapSlice(p.Ancestors, func(a geo.Place) string { return a.Name }), " > "))
	if p.Place.Tech != nil {
		s.line("Climate zone", p.Place.Tech.ClimateZone)
	}
	s.line("Technical data of the place", p.TechSummary)
	s.memory(p.Memory)
	s.regulations(p)
	s.files(p, t.documents)
	s.calculations(p)
	return strings.TrimSpace(s.String())
}

func (s *sheet) memory(items []projects.MemoryItem) {
	s.head(fmt.Sprintf("Site data (memory): %d", len(items)))
	for _, m := range items {
		s.item("%s: %s (%s; given by %s)", m.Label, strings.TrimSpace(m.Value+" "+m.Unit), m.Key, m.Source)
	}
}

func (s *sheet) regulations(p *projects.Info) {
	s.head(fmt.Sprintf("Regulations selected: %d", len(p.Selected)))
	for _, c := range p.Selected {
		text := ""
		if !Searchable(c) {
			text = "; its text is not here and cannot be searched"
		}
		s.item("%s (%s; %s; edition that applies: %s%s)", c.Title, c.Slug, c.ScopeLabel, orUnknown(c.Version), text)
	}
	s.head(fmt.Sprintf("Regulations that apply at the place and are not selected, which no search finds: %d", len(p.Unselected)))
	for _, c := range p.Unselected {
		s.item("%s (%s; %s)", c.Title, c.Slug, c.Scope)
	}
}

func orUnknown(version string) string {
	if version == "" {
		return "none in force"
	}
	return version
}

func (s *sheet) files(p *projects.Info, names []document) {
	s.head(fmt.Sprintf("Documents uploaded: %d", len(names)))
	for _, d := range names {
		s.item("%s", d.name)
	}
	s.head(fmt.Sprintf("Documents written for the project: %d", len(p.Generated)))
	for _, g := range p.Generated {
		s.item("%s (%s, version %d)", g.Title, g.Type, g.Version)
	}
}

func (s *sheet) calculations(p *projects.Info) {
	s.head(fmt.Sprintf("Saved calculations: %d", len(p.Calculations)))
	for _, c := range p.Calculations {
		s.item("%s (%s; %s): %s", c.Name, c.CalculatorID, compliance(&c), c.Summary)
	}
	s.head(fmt.Sprintf("Calculators: %d", len(p.Calculators)))
	for _, c := range p.Calculators {
		s.item("%s (%s)", c.Title(), c.ID())
	}
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
