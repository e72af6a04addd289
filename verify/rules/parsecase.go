package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
)

// caseStatuses are the verdicts a test may expect.
var caseStatuses = []string{"compliant", "conditional", "non_compliant", "undetermined"}

var caseDirections = []Direction{Maximum, Minimum, Equality, Boolean}

func (p *parser) readCases(n *yaml.Node) []Case {
	var list []Case
	p.items(n, "tests", func(item *yaml.Node) {
		c := Case{Line: item.Line}
		text := func(dst *string, what string) func(*yaml.Node) {
			return func(n *yaml.Node) { *dst = p.text(n, what) }
		}
		var direction string
		p.fields(item, "a test", map[string]func(*yaml.Node){
			"!element": text(&c.Element, "element"), "!parameter": text(&c.Parameter, "parameter"),
			"!value": text(&c.Value, "value"), "!unit": text(&c.Unit, "unit"), "!expect": text(&c.Status, "expect"),
			"use": text(&c.BuildingUse, "use"), "zone": text(&c.Place.ClimateZone, "zone"),
			"limit": text(&c.Limit, "limit"), "margin": text(&c.Margin, "margin"),
			"altitude_m": p.wholeNumber(&c.Place.Altitude, "altitude_m"), "population": p.wholeNumber(&c.Place.Population, "population"),
			"radon_zone": p.wholeNumber(&c.Place.RadonZone, "radon_zone"), "seismic_zone": text(&c.Place.SeismicZone, "seismic_zone"),
			"extra": func(n *yaml.Node) { c.Place.Extra = p.readExtra(n) },
			"says":  text(&c.Says, "says"), "direction": text(&direction, "direction"),
			"at": func(n *yaml.Node) { c.At = p.readDate(n, "at") },
		})
		c.Direction = Direction(direction)
		if !slices.Contains(caseStatuses, c.Status) {
			p.add(item, "expect %q is no verdict; it is one of %v", c.Status, caseStatuses)
		}
		if direction != "" && !slices.Contains(caseDirections, c.Direction) {
			p.add(item, "direction %q is none of %v", direction, caseDirections)
		}
		list = append(list, c)
	})
	return list
}

// wholeNumber reads a datum of a place that is a whole number.
func (p *parser) wholeNumber(dst *string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		*dst = p.text(n, what)
		if number := p.readNumber(n); !number.IsInt() || len(*dst) > 9 {
			p.add(n, "%s is a whole number of at most 9 digits", what)
		}
	}
}

// readExtra reads open data of a place, one "key=value" a line in order of key.
func (p *parser) readExtra(n *yaml.Node) string {
	var lines []string
	p.entries(n, "extra", func(key, value *yaml.Node) {
		lines = append(lines, p.id(key, "extra")+"="+p.text(value, "extra"))
	})
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// readDate reads a day such as 2020-01-31.
func (p *parser) readDate(n *yaml.Node, what string) codes.Date {
	day, err := codes.ParseDate(p.text(n, what))
	if err != nil {
		p.add(n, "%s is a day such as 2020-01-31, not %q", what, n.Value)
	}
	return day
}
