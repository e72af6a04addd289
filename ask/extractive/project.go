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

// abstain says that nothing answers: where was looked, which words of the
// question no text found has, and which regulation of the place might.
func (a *query) abstain(q ask.Question, passages []*ask.Passage) string {
	w := a.wording()
	var searched, offered []string
	for _, c := range q.Project.Selected {
		if len(c.Versions) > 0 {
			searched = append(searched, c.Title)
		}
	}
	for _, c := range q.Project.Unselected {
		if b := bagOf(c.Title); a.namedBy(b) && len(offered) < 3 {
			offered = append(offered, "«"+c.Title+"»")
		}
	}
	lines := []string{fmt.Sprintf(w.nothing, strings.Join(searched, "; "))}
	if missing := a.missing(passages); len(missing) > 0 {
		lines = append(lines, fmt.Sprintf(w.absent, strings.Join(missing, ", ")))
	}
	for _, title := range offered {
		lines = append(lines, fmt.Sprintf(w.offered, title))
	}
	return strings.Join(lines, " ")
}

// namedBy reports whether a title is about the question: it has a name the
// question gives, or most of its subjects.
func (a *query) namedBy(title bag) bool {
	subjects, found := 0, 0
	for i := range a.terms {
		t := &a.terms[i]
		switch hit := title.match(t) == 1; {
		case t.name && hit && strings.Trim(t.text, "0123456789.,") != "":
			return true
		case t.name || t.weight < subjectWeight:
		case hit:
			subjects, found = subjects+1, found+1
		default:
			subjects++
		}
	}
	return found > 0 && 3*found >= 2*subjects
}

// missing lists the question's words that no passage found has.
func (a *query) missing(passages []*ask.Passage) []string {
	all := bag{}
	for _, p := range passages {
		for term := range bagOf(p.Title + "\n" + p.Version + "\n" + p.Text) {
			all[term] = true
		}
	}
	var list []string
	for i := range a.terms {
		if t := &a.terms[i]; all.match(t) == 0 && len(list) < 5 && strings.Trim(t.text, "0123456789.,") != "" {
			list = append(list, "«"+t.text+"»")
		}
	}
	return list
}
