package extractive

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

var zoneShape = regexp.MustCompile(`^[a-eα][1-4]?$`)

// readZone finds the climate zone that decides columns and rows: the one the
// question names, else the project's own datum, else that of its municipality.
func (a *query) readZone(q ask.Question) {
	list := strings.Fields(retrieval.Fold(q.Text))
	for i, w := range list {
		w = strings.Trim(w, ".,;:?!()")
		if i > 0 && zoneShape.MatchString(w) && (len(w) >= 2 && w[len(w)-1] <= '4' && w[len(w)-1] >= '1' || zoneWords[list[i-1]] && list[i-1] != "de") {
			a.zone = strings.ToUpper(w)
			return
		}
	}
	if q.Project == nil {
		return
	}
	if q.Project.Place.Tech != nil {
		a.zone, a.zoneFromProject = q.Project.Place.Tech.ClimateZone, true
	}
	for _, m := range q.Project.Memory {
		label := retrieval.Fold(m.Key + " " + m.Label)
		if strings.Contains(label, "climate_zone") || strings.Contains(label, "zona climatica") || strings.Contains(label, "climate zone") {
			a.zone, a.zoneFromProject = m.Value, true
		}
	}
}

// fromProject answers from the project's own data, where a datum is what is
// asked for.
func (a *query) fromProject(q ask.Question) string {
	if q.Project == nil {
		return ""
	}
	var lines []string
	for line := range strings.Lines(q.Project.TechSummary) {
		lines = append(lines, strings.TrimSpace(line))
	}
	for _, m := range q.Project.Memory {
		lines = append(lines, strings.TrimSpace(m.Label+": "+m.Value+" "+m.Unit))
	}
	for _, c := range q.Project.Calculations {
		lines = append(lines, c.Name+": "+c.Summary)
	}
	best, score := "", enough
	for _, line := range lines {
		label, datum, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(datum) == "" {
			continue
		}
		if s := a.share(bagOf(label)); s > score {
			best, score = line, s
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(a.wording().fact, strings.TrimSuffix(best, "."))
}

// share is how much of the question a text is about.
func (a *query) share(b bag) float64 {
	total, found := 0.0, 0.0
	for i := range a.terms {
		total += a.terms[i].weight
		found += a.terms[i].weight * b.match(&a.terms[i])
	}
	if total == 0 {
		return 0
	}
	return found / total
}
