package ask

import (
	"slices"

	"github.com/reglookup/regengine/projects"
)

// forModel copies q without identifiers, and with bracketed numbers neutralised
// wherever a person could have typed one (CITATIONS M2, M6).
func (q Question) forModel() Question {
	info := *q.Project
	info.ID, info.OrganizationID = "", ""
	info.Name, info.Description, info.TechSummary = asData(info.Name), asData(info.Description), asData(info.TechSummary)
	info.Selected, info.Unselected = slices.Clone(info.Selected), slices.Clone(info.Unselected)
	names := documentsOf(info.Documents)
	info.Documents = mapSlice(info.Documents, func(d projects.Document) projects.Document {
		d.ID, d.SHA256 = "", ""
		return d
	})
	for i := range names {
		info.Documents[i].Name = names[i].name
	}
	info.Generated = mapSlice(info.Generated, func(d projects.GeneratedDocument) projects.GeneratedDocument {
		d.ID, d.Title, d.Type, d.Content = "", asData(d.Title), asData(d.Type), ""
		return d
	})
	info.Memory = mapSlice(info.Memory, func(m projects.MemoryItem) projects.MemoryItem {
		m.Key, m.Label, m.Value, m.Unit = asData(m.Key), asData(m.Label), asData(m.Value), asData(m.Unit)
		return m
	})
	info.Calculations = mapSlice(info.Calculations, func(c projects.Calculation) projects.Calculation {
		c.ID, c.Name, c.Summary = "", asData(c.Name), asData(c.Summary)
		c.Input, c.Result = nil, nil
		return c
	})
	return Question{Text: asData(q.Text), Project: &info}
}

// NothingSelected returns the answer for a project in which nothing can be
// searched; ok is false when something can. It costs nothing (SPEC section 4.10).
func NothingSelected(q Question) (answer *Answer, ok bool) {
	if q.Project != nil && len(q.Project.Selected)+len(q.Project.Documents) > 0 {
		return nil, false
	}
	words := wordsFor(q)
	text := words.say("nothing_selected")
	if q.Project != nil && len(q.Project.Unselected) > 0 {
		text += "\n\n" + words.say("available")
		for i, c := range q.Project.Unselected {
			if i == 8 {
				text += "\n- …"
				break
			}
			text += "\n- " + neutralise(c.Title)
		}
	}
	return &Answer{Text: text, Form: FormNotice, Sources: []Source{}}, true
}
