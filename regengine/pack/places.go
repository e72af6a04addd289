package pack

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/geo"
)

// placeColumns are the columns every places.csv has, in canonical order.
var placeColumns = []string{
	"id", "name", "level", "parent", "aliases",
	"climate_zone", "altitude_m", "seismic_zone", "radon_zone", "population",
}

// firstTech is where the technical data begin in placeColumns.
var firstTech = slices.Index(placeColumns, "climate_zone")

const aliasSeparator = "|"

// placeReader reads places.csv.
type placeReader struct {
	rep      *report
	extra    []Extra
	anyExtra bool   // unknown columns are not to be reported
	country  geo.ID // of the pack; "" for several
	columns  []string
	seen     map[geo.ID]int // line of each identifier
	lost     bool           // a line could not even be split into cells
}

// placeRow is one place and the line it stands on.
type placeRow struct {
	place geo.Place
	line  int

	// unclear says that identifier, parent or level was complained of: what else
	// might be said of the row would only follow from that.
	unclear bool
}

// parsePlaces reads places.csv. A nil manifest is one that could not be read:
// which further columns there are is then unknown. lost says that there are
// lines of which not even the identifier is known.
func parsePlaces(rep *report, manifest *Manifest, source []byte) (rows []placeRow, lost bool) {
	r := &placeReader{rep: rep, anyExtra: manifest == nil, seen: make(map[geo.ID]int)}
	if manifest != nil {
		r.extra, r.country = manifest.Extra, manifest.Country
	}
	lines := csv.NewReader(bytes.NewReader(source))
	header, _, _ := bytes.Cut(source, []byte("\n"))
	lines.Comma, lines.FieldsPerRecord = geo.ListSeparator(string(header)), -1
	for !rep.full(placesFile) {
		record, err := lines.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if r.columns == nil {
				r.bad(1, "is empty; its first line names the columns: %s", strings.Join(r.wanted(), ","))
			}
			return rows, r.lost
		case errors.As(err, &syntax):
			r.bad(syntax.Line, "is no CSV: %s; put a field with a quote or comma in double quotes and double the quotes inside", syntax.Err)
			r.lost = true
			continue
		case err != nil:
			r.bad(1, "cannot be read: %s", err)
			return rows, true
		}
		line, _ := lines.FieldPos(0)
		if r.columns == nil {
			if !r.header(line, record) {
				return nil, true
			}
			continue
		}
		if row, ok := r.row(line, record); ok {
			rows = append(rows, row)
		}
	}
	return rows, true
}

func (r *placeReader) bad(line int, format string, args ...any) {
	r.rep.add(placesFile, line, format, args...)
}

func (r *placeReader) wanted() []string {
	columns := slices.Clone(placeColumns)
	for _, e := range r.extra {
		columns = append(columns, e.Key)
	}
	return columns
}

func (r *placeReader) header(line int, record []string) bool {
	wanted := r.wanted()
	ok := true
	fail := func(format string, args ...any) {
		r.bad(line, format, args...)
		ok = false
	}
	for i, name := range record {
		record[i] = strings.TrimSpace(name)
		switch name = record[i]; {
		case !slices.Contains(wanted, name) && !r.anyExtra:
			fail("unknown column %q; known are %s, and the keys of extra in %s", name, strings.Join(placeColumns, ", "), manifestFile)
		case slices.Contains(record[:i], name):
			fail("column %q is here twice; remove one", name)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(record, name) {
			fail("column %q is missing; leave its cells empty where a value is unknown", name)
		}
	}
	r.columns = record
	return ok
}

// row reads one record. ok is false when the row has no identifier to go by.
func (r *placeReader) row(line int, record []string) (row placeRow, ok bool) {
	cells := placeCells{r, line, make(map[string]string, len(r.columns)), make(map[string]bool)}
	for i, cell := range record[:min(len(record), len(r.columns))] {
		cells.values[r.columns[i]] = strings.TrimSpace(cell)
	}
	if len(record) != len(r.columns) {
		r.bad(line, "has %d fields, the first line has %d; each row needs a field for each column", len(record), len(r.columns))
		// Which cell is which can only be guessed: what matters is that the
		// place is there, for other places and codes to name.
		id := geo.ID(cells.values["id"])
		r.lost = r.lost || id == ""
		return placeRow{geo.Place{ID: id, Name: string(id)}, line, true}, id != ""
	}
	place := cells.place()
	if place.ID == "" {
		r.lost = true
		return placeRow{}, false
	}
	if first, twice := r.seen[place.ID]; twice {
		r.bad(line, "id %s is here twice, first on line %d; remove one", place.ID, first)
		return placeRow{}, false
	}
	r.seen[place.ID] = line
	if place.Name == "" {
		place.Name = string(place.ID) // complained of; whoever goes on need not again
	}
	unclear := cells.faults["id"] || cells.faults["parent"] || place.Level.String() == ""
	return placeRow{place, line, unclear}, true
}

// placeCells is one row by column.
type placeCells struct {
	*placeReader
	line   int
	values map[string]string
	faults map[string]bool // columns that were complained of
}

func (c placeCells) bad(column, format string, args ...any) {
	c.faults[column] = true
	c.placeReader.bad(c.line, column+": "+format, args...)
}

func (c placeCells) place() geo.Place {
	p := geo.Place{
		ID:      c.id("id"),
		Name:    c.text("name"),
		Parent:  c.id("parent"),
		Aliases: c.aliases(),
	}
	if p.ID == "" {
		c.bad("id", "is empty; it is required")
	} else if c.country != "" && p.ID.Country() != c.country {
		c.bad("id", "%s is not of the pack's country %s", p.ID, c.country)
	}
	if p.Name == "" {
		c.bad("name", "is empty; it is required")
	}
	level, ok := geo.ParseLevel(c.values["level"])
	if !ok {
		c.bad("level", "%q is none of country, region, province, municipality", c.values["level"])
	}
	p.Level = level
	if tech := c.tech(); level == geo.Municipality {
		p.Tech = tech
	} else if ok && c.anyTech() {
		c.bad("level", "a %s has no technical data; leave its cells from climate_zone on empty", level)
	}
	return p
}

func (c placeCells) id(column string) geo.ID {
	text := c.text(column)
	if strings.ContainsFunc(text, unicode.IsSpace) || strings.ToUpper(text) != text {
		c.bad(column, "%q must be in capitals and without spaces, such as ES-28079", text)
		text = strings.ToUpper(strings.Join(strings.Fields(text), "")) // what others will call it
	}
	return geo.ID(text)
}

func (c placeCells) text(column string) string {
	text := c.values[column]
	if strings.Contains(text, "\n") || controlProblem(text) != "" {
		c.bad(column, "contains a line break or control character; remove it")
	}
	return text
}

func (c placeCells) aliases() []string {
	text := c.text("aliases")
	if text == "" {
		return nil
	}
	var list []string
	for alias := range strings.SplitSeq(text, aliasSeparator) {
		switch alias = strings.TrimSpace(alias); {
		case alias == "":
			c.bad("aliases", "one is empty; write them as a|b")
		case slices.Contains(list, alias):
			c.bad("aliases", "%q is here twice; remove one", alias)
		default:
			list = append(list, alias)
		}
	}
	return list
}

func (c placeCells) anyTech() bool {
	for column, value := range c.values {
		if i := slices.Index(placeColumns, column); value != "" && (i < 0 || i >= firstTech) {
			return true
		}
	}
	return false
}

func (c placeCells) tech() *geo.TechData {
	t := &geo.TechData{
		ClimateZone: c.text("climate_zone"),
		AltitudeM:   c.number("altitude_m"),
		SeismicZone: c.text("seismic_zone"),
		RadonZone:   c.number("radon_zone"),
		Population:  c.number("population"),
	}
	if t.RadonZone != nil && (*t.RadonZone < 0 || *t.RadonZone > 3) {
		c.bad("radon_zone", "%d is none of 0, 1, 2, 3; 0 says that the place is in no zone of the official list, empty that it is unknown", *t.RadonZone)
		t.RadonZone = nil
	}
	if t.Population != nil && *t.Population < 0 {
		c.bad("population", "%d is negative", *t.Population)
		t.Population = nil
	}
	for _, e := range c.extra {
		if value := c.text(e.Key); value != "" {
			t.Extra = append(t.Extra, geo.TechValue{Key: e.Key, Label: e.Label, Value: value, Unit: e.Unit})
		}
	}
	return t
}

func (c placeCells) number(column string) *int {
	text := c.values[column]
	if text == "" {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		c.bad(column, "%q is no whole number; write digits only, such as 667", text)
		return nil
	}
	value := int(n)
	return &value
}

// placeRecord is the row a place is written as.
func placeRecord(p *geo.Place, extra []Extra) []string {
	record := make([]string, len(placeColumns)+len(extra))
	record[0], record[1], record[2], record[3] = string(p.ID), p.Name, p.Level.String(), string(p.Parent)
	record[4] = strings.Join(p.Aliases, aliasSeparator)
	t := p.Tech
	if t == nil {
		return record
	}
	record[5], record[6], record[7] = t.ClimateZone, digits(t.AltitudeM), t.SeismicZone
	record[8], record[9] = digits(t.RadonZone), digits(t.Population)
	for _, value := range t.Extra {
		if i := slices.IndexFunc(extra, func(e Extra) bool { return e.Key == value.Key }); i >= 0 {
			record[len(placeColumns)+i] = value.Value
		}
	}
	return record
}

func digits(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
