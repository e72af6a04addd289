package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reglookup/regengine/regengine/internal/neutral"
)

// Table is a report as rows of cells.
type Table struct {
	Columns []string
	kept    bool // of checks that a project keeps
}

// told are the columns of every report, but for the first.
var told = []string{
	"id", "element", "parameter", "provided_value", "unit", "geo_id", "building_use", "codes", "as_of", "ref", "circumstances", "result_status", "is_compliant",
	"limit_value", "limit_direction", "margin", "conditions", "sources", "warnings", "error",
}

// NewTable returns the columns a report has: of a batch the line of each check comes
// first, of a project its identifier, and what it was made from comes last.
func NewTable(r *Report) Table {
	if r.Project == nil {
		return Table{Columns: append([]string{"line"}, told...)}
	}
	return Table{Columns: slices.Concat([]string{"check_id"}, told, []string{"decided_at", "law_of", "engine", "result_sha256"}), kept: true}
}

// Row writes a check under the columns, none of them one that a spreadsheet runs.
func (t *Table) Row(c *Check) []string {
	compliant := strconv.FormatBool(c.Compliant)
	if c.Error != "" {
		compliant = ""
	}
	row := []string{
		strconv.Itoa(c.Line), c.ID, c.Element, c.Parameter, c.ProvidedValue, c.Unit, c.GeoID, c.BuildingUse, c.Codes, c.AsOf, c.Ref, c.Circumstances, string(c.Status), compliant,
		digits(c.Limit), c.Direction, digits(c.Margin), strings.Join(c.Conditions, "; "), strings.Join(c.passages(), "; "), strings.Join(c.Warnings, "; "), c.Error,
	}
	if t.kept {
		made := c.made()
		row[0] = c.CheckID
		row = append(row, instant(c.DecidedAt), made.AsOf, made.Engine, made.SHA256)
	}
	for i := range row {
		row[i] = neutral.Cell(row[i])
	}
	return row
}

// passages names what a verdict stands on, each once.
func (c *Check) passages() []string {
	var names []string
	for _, s := range c.Sources {
		if name := strings.TrimSpace(s.Code + "/" + s.Version + " " + s.Section); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func digits(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// instant is a time in UTC; "" for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// WriteCSV writes a report as CSV (RFC 4180) in UTF-8.
func WriteCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	table := NewTable(r)
	if err := out.Write(table.Columns); err != nil {
		return err
	}
	for c, err := range r.Checks {
		if err != nil {
			return err
		}
		if err := out.Write(table.Row(c)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Summary tells what a report is of, as rows of a name and what it says, none of
// them one that a spreadsheet runs.
func Summary(r *Report) [][2]string {
	w, _ := wordsIn(r.Language)
	var out [][2]string
	add := func(name, text string) {
		if text != "" {
			out = append(out, [2]string{name, neutral.Cell(text)})
		}
	}
	if p := r.Project; p != nil {
		add(w["project"], p.Name)
		add(w["description"], p.Description)
		add(w["place"], p.Place)
		add("geo_id", p.GeoID)
	}
	add(w["on"], r.On.String())
	add(w["law_of"], r.Again.String())
	add(w["written_by"], r.Engine)
	for _, each := range r.Data.sums(w) {
		add(w["data"]+": "+each.Name, each.Sum)
	}
	for _, each := range r.Tally.counts() {
		add(w["verdict."+cmp.Or(string(each.verdict), classError)], strconv.Itoa(*each.count))
	}
	add(w["total"], strconv.Itoa(r.Tally.Checks))
	if r.Project != nil {
		for _, c := range r.Project.Codes {
			add(w["code"], strings.TrimSuffix(c.Slug+"/"+c.Version, "/")+" "+c.Title)
		}
	}
	return out
}
