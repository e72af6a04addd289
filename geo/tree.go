package geo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of what a place may state. A name above maxNameLength could not be
// typed into a search.
const (
	maxNameLength = 200 // code points
	maxRadonZone  = 3
	minAltitudeM  = -500
	maxAltitudeM  = 9000
	maxPopulation = 1_000_000_000 // of one municipality; those of a country are added up
)

// treeCheck looks for everything that keeps rows from being one tree a country.
type treeCheck struct {
	rows    []Place
	schemes map[ID]Scheme
	rowOf   map[ID]int // the first row of each identifier
	report  TreeError
}

// checkTree returns a *TreeError, or nil when every country's rows are a tree.
func checkTree(schemes map[ID]Scheme, rows []Place) error {
	c := treeCheck{rows: rows, schemes: schemes, rowOf: make(map[ID]int, len(rows))}
	for row := range rows {
		c.checkPlace(row)
	}
	for row := range rows {
		c.checkParent(row)
	}
	c.checkRoots()
	c.checkCycles()
	slices.SortStableFunc(c.report.Problems, func(a, b Problem) int { return cmp.Compare(a.Row, b.Row) })
	return c.report.orNil()
}

// checkPlace looks at one row by itself.
func (c *treeCheck) checkPlace(row int) {
	p := &c.rows[row]
	wrong := checkRow(p)
	wrong = append(wrong, checkNames(p)...)
	wrong = append(wrong, checkTech(p)...)
	if p.ID != "" {
		wrong = append(wrong, c.checkShape(p)...)
		if first, twice := c.rowOf[p.ID]; twice {
			wrong = append(wrong, fmt.Sprintf("row %d has the same identifier: give each place once", first))
		} else {
			c.rowOf[p.ID] = row
		}
	}
	c.report.addAll(row, p.ID, wrong)
}

func checkNames(p *Place) []string {
	var wrong []string
	check := func(what, name string) {
		switch {
		case strings.TrimSpace(name) == "":
			wrong = append(wrong, fmt.Sprintf("its %s is empty: write it or leave the row out", what))
		case utf8.RuneCountInString(name) > maxNameLength:
			wrong = append(wrong, fmt.Sprintf("its %s is longer than %d characters: shorten it", what, maxNameLength))
		}
	}
	check("name", p.Name)
	for _, alias := range p.Aliases {
		check("alias", alias)
	}
	return wrong
}

// checkShape compares the identifier with what the country's scheme says.
func (c *treeCheck) checkShape(p *Place) []string {
	country := p.ID.Country()
	scheme, served := c.schemes[country]
	if !served {
		return []string{fmt.Sprintf("country %q has no scheme: load the country's plugin or correct the identifier", string(country))}
	}
	id, level, err := scheme.ParseID(string(p.ID))
	switch {
	case err != nil:
		return []string{fmt.Sprintf("it is no identifier of %s: %v", country, err)}
	case id != p.ID:
		return []string{fmt.Sprintf("it is not in its canonical form: write %q", string(id))}
	case level != p.Level && p.Level.String() != "":
		return []string{fmt.Sprintf("its level is %s, yet the identifier is that of a %s: correct one of them", p.Level, level)}
	}
	return nil
}

func checkTech(p *Place) []string {
	tech := p.Tech
	if tech == nil {
		return nil
	}
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if p.Level != Municipality {
		add("it has technical data, which only a municipality carries: remove them")
	}
	if n := tech.RadonZone; n != nil && (*n < 0 || *n > maxRadonZone) {
		add("radon zone %d is none: use 1 to %d, 0 for officially not listed, nothing for unknown", *n, maxRadonZone)
	}
	if n := tech.AltitudeM; n != nil && (*n < minAltitudeM || *n > maxAltitudeM) {
		add("altitude %d m is outside %d to %d: give whole metres above the sea", *n, minAltitudeM, maxAltitudeM)
	}
	if n := tech.Population; n != nil && *n < 0 {
		add("population %d is negative: give the inhabitants, or nothing when unknown", *n)
	} else if n != nil && *n > maxPopulation {
		add("population %d is more than a municipality has: at most %d", *n, maxPopulation)
	}
	return append(wrong, checkExtra(tech.Extra)...)
}

func checkExtra(values []TechValue) []string {
	var wrong []string
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		switch {
		case v.Key == "":
			wrong = append(wrong, "a technical value has no key: give it one")
		case seen[v.Key]:
			wrong = append(wrong, fmt.Sprintf("technical value %q is given twice: keep one", v.Key))
		}
		seen[v.Key] = true
	}
	return wrong
}

// checkParent looks at the edge from one row to its parent.
func (c *treeCheck) checkParent(row int) {
	p := &c.rows[row]
	if message := c.parentProblem(p); message != "" {
		c.report.add(row, p.ID, "%s", message)
	}
}

func (c *treeCheck) parentProblem(p *Place) string {
	if p.Level == Country {
		if p.Parent != "" {
			return "a country lies in no other place: leave its parent empty"
		}
		return ""
	}
	if p.Parent == "" {
		return "it has no parent: name the place it lies in"
	}
	parentRow, exists := c.rowOf[p.Parent]
	if !exists {
		return fmt.Sprintf("its parent %q is not among the places: add it or correct the parent", string(p.Parent))
	}
	parent := &c.rows[parentRow]
	if p.Parent.Country() != p.ID.Country() {
		return fmt.Sprintf("its parent %q is of another country: correct the parent", string(p.Parent))
	}
	if parent.Level >= p.Level {
		return fmt.Sprintf("its parent %q is a %s, which holds no %s: name a wider place", string(p.Parent), parent.Level, p.Level)
	}
	if scheme, served := c.schemes[p.ID.Country()]; served {
		return scheme.ParentAllowed(p.ID, p.Parent)
	}
	return ""
}

// checkRoots wants exactly one country row in each country that has places.
func (c *treeCheck) checkRoots() {
	roots := make(map[ID]int)
	for row := range c.rows {
		p := &c.rows[row]
		country := p.ID.Country()
		if p.Level != Country {
			roots[country] += 0
			continue
		}
		if roots[country]++; roots[country] > 1 {
			c.report.add(row, p.ID, "country %q has a country row already: keep one", string(country))
		}
	}
	for _, country := range slices.Sorted(maps.Keys(roots)) {
		if roots[country] == 0 && country != "" {
			c.report.add(-1, country, "no row is the country itself: add one of level country")
		}
	}
}

// checkCycles reports each cycle once, at its first row.
func (c *treeCheck) checkCycles() {
	const onPath, done = 1, 2
	state := make(map[ID]uint8, len(c.rowOf))
	for row := range c.rows {
		var path []ID
		id := c.rows[row].ID
		for state[id] == 0 {
			at, exists := c.rowOf[id]
			if !exists {
				break
			}
			state[id] = onPath
			path = append(path, id)
			id = c.rows[at].Parent
		}
		if state[id] == onPath {
			c.reportCycle(path[slices.Index(path, id):])
		}
		for _, passed := range path {
			state[passed] = done
		}
	}
}

func (c *treeCheck) reportCycle(cycle []ID) {
	first := slices.MinFunc(cycle, func(a, b ID) int { return cmp.Compare(c.rowOf[a], c.rowOf[b]) })
	at := slices.Index(cycle, first)
	names := make([]string, 0, len(cycle)+1)
	for i := range len(cycle) + 1 {
		names = append(names, string(cycle[(at+i)%len(cycle)]))
	}
	c.report.add(c.rowOf[first], first, "it lies in itself: %q: correct one of these parents", strings.Join(names, " in "))
}
