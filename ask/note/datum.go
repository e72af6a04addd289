package note

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// writeData tells the data of the project and of its place that the question names; "" where
// it names none. They are no regulation's, so they stand without a marker.
func (a *answer) writeData() string {
	if a.Project == nil {
		return ""
	}
	data := slices.Clone(a.Project.Memory)
	for line := range strings.Lines(a.Project.TechSummary) {
		if label, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			bare, _, _ := strings.Cut(label, " (") // where it comes from
			data = append(data, projects.MemoryItem{Key: bare, Label: label, Value: value})
		}
	}
	var lines []string
	for _, m := range data {
		if a.names(&m) {
			lines = append(lines, "- "+a.words.say("datum", strings.TrimSpace(m.Label+": "+m.Value+" "+m.Unit)))
		}
	}
	return strings.Join(lines, "\n")
}

// leastDatum is how much of the question the name of a datum has to have.
const leastDatum = 0.4

// names reports whether the question has every word of a datum's label or of its key.
func (a *answer) names(m *projects.MemoryItem) bool {
	for _, name := range []string{m.Label, strings.ReplaceAll(m.Key, "_", " ")} {
		for _, lang := range a.langs {
			if a.hasAll(name, lang) && a.share(a.bagOf(name)) >= leastDatum {
				return true
			}
		}
	}
	return false
}

// hasAll reports whether the question has every word of a name that tells something.
func (a *answer) hasAll(name, lang string) bool {
	asked := retrieval.Words(a.Text, lang)
	told := 0
	for _, w := range retrieval.Words(name, lang) {
		if w.Stop() {
			continue
		}
		told++
		same := func(in retrieval.Word) bool {
			return in.Fold == w.Fold || slices.ContainsFunc(in.Terms, func(t string) bool { return slices.Contains(w.Terms, t) })
		}
		if !slices.ContainsFunc(asked, same) {
			return false
		}
	}
	return told > 0
}
