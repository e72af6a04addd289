package ask

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// forModel copies q without identifiers, and with bracketed numbers neutralised
// wherever a person could have typed one (CITATIONS M2, M6).
func (q Question) forModel() Question {
	info := *q.Project
	info.ID, info.OrganizationID = "", ""
	info.Name, info.Description = neutralise(info.Name), neutralise(info.Description)
	info.Documents = mapped(info.Documents, func(d projects.Document) projects.Document {
		d.ID, d.Name = "", neutralise(d.Name)
		return d
	})
	info.Generated = mapped(info.Generated, func(d projects.GeneratedDocument) projects.GeneratedDocument {
		d.ID, d.Title = "", neutralise(d.Title)
		return d
	})
	info.Memory = mapped(info.Memory, func(m projects.MemoryItem) projects.MemoryItem {
		m.Label, m.Value = neutralise(m.Label), neutralise(m.Value)
		return m
	})
	info.Calculations = mapped(info.Calculations, func(c projects.Calculation) projects.Calculation {
		c.ID, c.Name, c.Summary = "", neutralise(c.Name), neutralise(c.Summary)
		c.Input, c.Result = nil, nil
		return c
	})
	return Question{Text: neutralise(q.Text), Project: &info}
}

func mapped[T any](list []T, change func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = change(out[i])
	}
	return out
}

func neutraliseTable(t *retrieval.Table) *retrieval.Table {
	if t == nil {
		return nil
	}
	c := &retrieval.Table{
		Caption: neutralise(t.Caption),
		Header:  mapped(t.Header, neutralise),
		Notes:   mapped(t.Notes, neutralise),
	}
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, mapped(row, neutralise))
	}
	return c
}

// NothingSelected returns the answer for a project in which nothing can be
// searched; ok is false when something can. It costs nothing (SPEC section 4.10).
func NothingSelected(q Question) (answer *Answer, ok bool) {
	if q.Project != nil && len(q.Project.Selected)+len(q.Project.Documents) > 0 {
		return nil, false
	}
	words := wordingFor(q.Text)
	text := words.nothingSelected
	if q.Project != nil && len(q.Project.Unselected) > 0 {
		text += "\n\n" + words.available
		for i, c := range q.Project.Unselected {
			if i == 8 {
				text += "\n- …"
				break
			}
			text += "\n- " + neutralise(c.Title)
		}
	}
	return &Answer{Text: text, Sources: []Source{}}, true
}
