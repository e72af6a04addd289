package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
)

// projectInfo is what "projects show --json" prints, with the names of the API.
type projectInfo struct {
	project
	TechSummary  string               `json:"tech_data_summary"`
	Selected     []projectCollection  `json:"collections"`
	Unselected   []projectCollection  `json:"unselected_collections"`
	Documents    []projectDocument    `json:"files"`
	Generated    []projectGenerated   `json:"generated_documents"`
	Memory       []projectMemory      `json:"memory"`
	Calculations []projectCalculation `json:"calculations"`
}

type projectCollection struct {
	Slug    string  `json:"slug"`
	Title   string  `json:"title"`
	Scope   string  `json:"scope"`
	Label   string  `json:"scope_label"`
	Version *string `json:"version"` // null when none is in force
}

type projectDocument struct {
	ID        string    `json:"document_id"`
	Name      string    `json:"name"`
	MediaType string    `json:"media_type"`
	Size      int64     `json:"size"` // bytes
	SHA256    string    `json:"sha256"`
	Pages     int       `json:"pages"` // 0 where the format has none
	Blocks    int       `json:"blocks"`
	CreatedAt time.Time `json:"created_at"`
}

type projectGenerated struct {
	ID      string `json:"document_id"`
	Title   string `json:"titulo"`
	Type    string `json:"tipo"`
	Version int    `json:"version"`
}

type projectMemory struct {
	Key    string  `json:"key"`
	Label  string  `json:"label"`
	Value  string  `json:"value"`
	Unit   *string `json:"unit"`
	Source string  `json:"source"`
}

type projectCalculation struct {
	ID           string    `json:"calculation_id"`
	CalculatorID string    `json:"calculator_id"`
	Name         string    `json:"name"`
	Summary      string    `json:"summary"`
	Compliant    bool      `json:"compliant"` // false also without a verdict, as in the API
	Verdict      string    `json:"verdict"`   // compliant, non_compliant or undetermined
	CreatedAt    time.Time `json:"created_at"`
}

// calculationWords say the verdict of a saved calculation in words.
var calculationWords = map[projects.Verdict]string{
	projects.Complies: "complies", projects.DoesNotComply: "does not comply", projects.NoVerdict: "no verdict",
}

func newProjectsShow(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "show PROJECT",
		Short: "Show all a project holds",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				info, err := o.Info(cmd.Context(), o.member, args[0])
				if err != nil {
					return absent(err, args[0])
				}
				return a.print(o.showInfo(info), func(w io.Writer) { writeInfo(w, info) })
			})
		},
	}), 1)
}

func writeInfo(w io.Writer, info *projects.Info) {
	fmt.Fprintf(w, "%s  %s\n%s (%s)\n", info.ID, info.Name, info.Place.Name, info.GeoID)
	if info.Description != "" {
		fmt.Fprintf(w, "%s\n", info.Description)
	}
	if info.TechSummary != "" {
		fmt.Fprintf(w, "\n%s\n", info.TechSummary)
	}
	fmt.Fprintln(w)
	table(w, slices.Concat(
		mapped(info.Selected, func(c projects.Collection) []string { return []string{"selected", c.Slug, c.Version, c.Title} }),
		mapped(info.Unselected, func(c projects.Collection) []string { return []string{"available", c.Slug, c.Version, c.Title} }),
		mapped(info.Memory, func(m projects.MemoryItem) []string {
			return []string{"memory", m.Key, measured(m), m.Label}
		}),
		mapped(info.Documents, func(d projects.Document) []string {
			return []string{"document", d.ID, strconv.FormatInt(d.Size, 10), d.Name}
		}),
		mapped(info.Generated, func(d projects.GeneratedDocument) []string {
			return []string{"generated", d.ID, strconv.Itoa(d.Version), d.Title}
		}),
		mapped(info.Calculations, func(c projects.Calculation) []string {
			return []string{"calculation", c.ID, calculationWords[c.Verdict()], c.Name}
		}),
	))
}

func (o *office) showInfo(info *projects.Info) projectInfo {
	return projectInfo{
		project: o.show(projects.Summary{
			Project: info.Project, Location: info.Place.Name, Collections: len(info.Selected),
			Documents: len(info.Documents), Active: info.Active,
		}),
		TechSummary:  info.TechSummary,
		Selected:     mapped(info.Selected, showCollection),
		Unselected:   mapped(info.Unselected, showCollection),
		Documents:    mapped(info.Documents, showDocument),
		Generated:    mapped(info.Generated, showGenerated),
		Memory:       mapped(info.Memory, showMemory),
		Calculations: mapped(info.Calculations, showCalculation),
	}
}

// mapped never returns nil: an empty list is [] in JSON.
func mapped[From, To any](list []From, f func(From) To) []To {
	out := make([]To, len(list))
	for i, entry := range list {
		out[i] = f(entry)
	}
	return out
}

func showCollection(c projects.Collection) projectCollection {
	return projectCollection{c.Slug, c.Title, c.Scope, c.ScopeLabel, known(c.Version)}
}

func showDocument(d projects.Document) projectDocument {
	return projectDocument{d.ID, d.Name, d.MediaType, d.Size, d.SHA256, d.Pages, d.Blocks, d.CreatedAt.UTC()}
}

func showGenerated(d projects.GeneratedDocument) projectGenerated {
	return projectGenerated{d.ID, d.Title, d.Type, d.Version}
}

func showMemory(m projects.MemoryItem) projectMemory {
	return projectMemory{m.Key, m.Label, m.Value, known(m.Unit), m.Source}
}

func showCalculation(c projects.Calculation) projectCalculation {
	verdict := c.Verdict()
	return projectCalculation{c.ID, c.CalculatorID, c.Name, c.Summary, verdict == projects.Complies, string(verdict), c.CreatedAt.UTC()}
}
