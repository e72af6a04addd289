package report

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// Wanted is what a requirement is asked for of: a parameter of an element, by the ids of
// the rules.
type Wanted struct {
	Element, Parameter string
	Unit               string // of the limits
	Given              string // a circumstance that is certain, as "id=value"; "" for none
}

// carrier is the property of a model that holds what a rule limits.
type carrier struct {
	Wanted
	bounds string // any, or the one direction of a limit that it can be held to

	entity     string
	predefined []string // nil: every type
	where      *setting

	set, name, dataType string
	source              string
}

// setting is a property with the value that tells which parts of a model are meant.
type setting struct{ set, name, value string }

// attributeSet stands for the attributes of an entity in the place of a property set.
const attributeSet = "attribute"

// anyBound is a property that can be held to limits of every direction.
const anyBound = "any"

//go:embed ifc.tsv
var carrierFile string

var carriers = sync.OnceValue(func() []carrier {
	list, err := parseCarriers(carrierFile)
	if err != nil {
		panic(err) // embedded
	}
	return list
})

// parseCarriers reads a table as ifc.tsv has it.
func parseCarriers(file string) ([]carrier, error) {
	const columns = 12
	var out []carrier
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != columns {
			return nil, fmt.Errorf("report: ifc.tsv: %d columns, not %d: %s", len(f), columns, line)
		}
		c := carrier{
			Wanted: Wanted{Element: f[0], Parameter: f[1], Unit: f[2], Given: f[7]}, bounds: f[3], entity: f[4],
			set: f[8], name: f[9], dataType: f[10], source: f[11],
		}
		if f[5] != "" {
			c.predefined = strings.Split(f[5], "|")
		}
		if f[6] != "" {
			property, value, _ := strings.Cut(f[6], "=")
			set, name, _ := strings.Cut(property, ".")
			c.where = &setting{set, name, value}
		}
		out = append(out, c)
	}
	return out, nil
}
