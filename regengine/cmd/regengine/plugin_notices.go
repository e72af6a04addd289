package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// noticesOf tells what is allowed and most often a slip: nobody is kept from serving it,
// and who looks at a plugin reads it.
func noticesOf(c *join.Contents, brought, stored regengine.Data) (list []string) {
	if !c.PlacesOnly {
		list = append(list, upgradeNotices(c, stored)...)
		list = append(list, nameNotices(c, brought)...)
		list = append(list, unitNotices(c)...)
		list = append(list, decimalNotices(c, brought)...)
		list = append(list, untestedNotices(brought)...)
		list = append(list, languageNotices(brought, c.Tag, "en", "es")...)
		return list
	}
	return renamedNotices(c, stored)
}

// upgradeNotices tells of a lower version, and of identifiers that change hands.
func upgradeNotices(c *join.Contents, stored regengine.Data) (list []string) {
	for i := range stored.Countries {
		before := stored.Countries[i].Origin
		if stored.Countries[i].ID() == c.Country && before.Plugin == c.Origin.Plugin && lowerVersion(c.Origin.Version, before.Version) {
			list = append(list, fmt.Sprintf("version %s is lower than %s, which is stored: what it brings takes the place of the later one's", c.Origin.Version, before.Version))
		}
	}
	return append(list, renamedNotices(c, stored)...)
}

// renamedNotices tells of places whose identifier another name had.
func renamedNotices(c *join.Contents, stored regengine.Data) []string {
	named := map[geo.ID]string{}
	for i := range stored.Places {
		if p := &stored.Places[i]; p.ID.Country() == c.Country {
			named[p.ID] = p.Name
		}
	}
	var renamed []string
	for i := range c.Places {
		p := &c.Places[i]
		if before, known := named[p.ID]; known && !strings.EqualFold(before, p.Name) {
			renamed = append(renamed, fmt.Sprintf("%s (%s, now %s)", p.ID, before, p.Name))
		}
	}
	if len(renamed) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d identifiers are given to another name; an identifier is for ever, for projects and answers refer to it, so this must be the same place: %s",
		len(renamed), someOf(renamed))}
}

// lowerVersion reports whether a is lower than b, by the numbers of semantic versions;
// false where one of them has none. What stands behind a hyphen comes before the release.
func lowerVersion(a, b string) bool {
	x, restA, okA := versionNumbers(a)
	y, restB, okB := versionNumbers(b)
	if !okA || !okB {
		return false
	}
	if order := slices.Compare(x, y); order != 0 {
		return order < 0
	}
	return restA != "" && (restB == "" || cmp.Less(restA, restB))
}

func versionNumbers(text string) (numbers []int, pre string, ok bool) {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "v"), "+")
	text, pre, _ = strings.Cut(text, "-")
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, "", false
		}
		numbers = append(numbers, n)
	}
	return numbers, pre, true
}

// nameNotices tells of regulations and calculators that do not begin with the country's
// code.
func nameNotices(c *join.Contents, brought regengine.Data) (list []string) {
	prefix := strings.ToLower(string(c.Country)) + "-"
	var slugs, ids []string
	for i := range brought.Codes {
		if code := &brought.Codes[i]; code.CountryCode == string(c.Country) && !strings.HasPrefix(code.Slug, prefix) {
			slugs = append(slugs, code.Slug)
		}
	}
	for _, f := range c.Calculators {
		if !strings.HasPrefix(f.ID, prefix) {
			ids = append(ids, f.ID)
		}
	}
	const why = "do not begin with %q: all countries share one list, and the name is for ever"
	if len(slugs) > 0 {
		list = append(list, fmt.Sprintf("regulations %s "+why, someOf(slugs), prefix))
	}
	if len(ids) > 0 {
		list = append(list, fmt.Sprintf("calculators %s "+why, someOf(ids), prefix))
	}
	return list
}

// unitNotices tells of units in forms of calculators that the engine does not know. What
// an integer counts is a noun.
func unitNotices(c *join.Contents) (list []string) {
	for _, f := range c.Calculators {
		var unknown []string
		for _, schema := range []json.RawMessage{f.Input, f.Result} {
			for _, unit := range unitsOf(schema) {
				if _, err := quantity.ParseUnitIn(unit, c.Tag); err != nil && !slices.Contains(unknown, unit) {
					unknown = append(unknown, unit)
				}
			}
		}
		if len(unknown) > 0 {
			list = append(list, fmt.Sprintf("calculator %s: no unit the engine knows: %s", f.ID, someOf(unknown)))
		}
	}
	return list
}

// formSchema is as much of a form as has units.
type formSchema struct {
	Type       string                `json:"type"`
	Unit       string                `json:"x-unit"`
	Properties map[string]formSchema `json:"properties"`
	Items      *formSchema           `json:"items"`
}

func unitsOf(schema json.RawMessage) []string {
	var form formSchema
	if json.Unmarshal(schema, &form) != nil {
		return nil // told elsewhere
	}
	return form.units()
}

func (f *formSchema) units() (list []string) {
	if f.Unit != "" && f.Type != "integer" {
		list = append(list, f.Unit)
	}
	for _, name := range sortedKeys(f.Properties) {
		field := f.Properties[name]
		list = append(list, field.units()...)
	}
	if f.Items != nil {
		list = append(list, f.Items.units()...)
	}
	return list
}

var (
	commaNumber = lazyregexp.New(`(?:^|[^\d.,])\d+,\d{1,2}(?:$|[^\d.,])`)
	pointNumber = lazyregexp.New(`(?:^|[^\d.,])\d+\.\d{1,2}(?:$|[^\d.,])`)
)

// decimalNotices tells that texts write numbers with another decimal mark than the
// language says.
func decimalNotices(c *join.Contents, brought regengine.Data) []string {
	words, ok := c.Language["quantity.txt"]
	if !ok {
		return nil
	}
	mark := "."
	for lines := bufio.NewScanner(bytes.NewReader(words)); lines.Scan(); {
		if value, found := strings.CutPrefix(strings.TrimSpace(lines.Text()), "decimal:"); found {
			mark = strings.TrimSpace(value)
		}
	}
	commas, points := 0, 0
	for i := range brought.Blocks {
		if b := &brought.Blocks[i]; b.Lang == c.Tag {
			commas += len(commaNumber.FindAllString(b.Text, -1))
			points += len(pointNumber.FindAllString(b.Text, -1))
		}
	}
	const several = 3
	if mark == "." && commas >= several && points == 0 || mark == "," && points >= several && commas == 0 {
		return []string{fmt.Sprintf("quantity.txt says \"decimal: %s\", and the texts write %d numbers with a decimal comma and %d with a point: is it right?", mark, commas, points)}
	}
	return nil
}

// untestedNotices tells of rules nobody tests.
func untestedNotices(brought regengine.Data) (list []string) {
	for i := range brought.Rules {
		set := &brought.Rules[i]
		var untested []string
		for j := range set.Rules {
			if len(set.Rules[j].Cases) == 0 {
				untested = append(untested, set.Rules[j].ID)
			}
		}
		if len(untested) > 0 {
			list = append(list, fmt.Sprintf("rules of %s without tests: %s", set.Ref, someOf(untested)))
		}
	}
	return list
}
