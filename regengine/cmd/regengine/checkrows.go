package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify"
)

// checkRow is one line of a file of checks.
type checkRow struct {
	line  int
	id    string
	check verify.Check
	codes string // as written
	asOf  string
	with  []string // circumstances, as "id=value"
	err   error    // what is wrong with the row
}

// maxChecks is the most rows of one file: their verdicts stand in memory until
// the report is written.
const maxChecks = 200_000

// maxRow is how many bytes a row may have, with all its lines.
const maxRow = 1 << 20

// errLongRow says that a row is longer than maxRow.
var errLongRow = errors.New("row too long")

// rationed reads no more than is left, so that a quotation mark that is never
// closed does not take in the whole of a large file.
type rationed struct {
	in   io.Reader
	left int
}

func (r *rationed) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errLongRow
	}
	n, err := r.in.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

// errChecks says that a file holds no checks.
var errChecks = errors.New("no table of checks")

// requiredColumns and optionalColumns are those of a file of checks.
var (
	requiredColumns = []string{"element", "parameter", "value", "unit", "geo_id"}
	optionalColumns = []string{"building_use", "codes", "id", "as_of", "circumstances", "ref"}
)

// readChecks reads a table with a header, separated by tabs, semicolons or
// commas, whichever the header has. A row that cannot be read says so itself; the
// error is of the table as a whole. Other columns are left aside.
func readChecks(r io.Reader) ([]checkRow, error) {
	ration := &rationed{in: r, left: maxRow}
	in := bufio.NewReader(ration)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // peeked already
	}
	table := csv.NewReader(in)
	table.Comma, table.FieldsPerRecord, table.TrimLeadingSpace = separator(in), -1, true
	header, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: no header: %w", errChecks, err)
	}
	for i := range header {
		header[i] = strings.ToLower(strings.TrimSpace(header[i]))
	}
	for _, name := range requiredColumns {
		if !slices.Contains(header, name) {
			return nil, fmt.Errorf("%w: the header has no column %s; it needs %s, and may have %s", errChecks, name,
				strings.Join(requiredColumns, ", "), strings.Join(optionalColumns, ", "))
		}
	}
	var rows []checkRow
	last := 1 // line of the row before
	for len(rows) < maxChecks {
		ration.left = maxRow
		fields, err := table.Read()
		var parse *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case errors.As(err, &parse):
			rows = append(rows, checkRow{line: parse.StartLine, err: parse.Err})
			if len(fields) == 0 { // nothing behind it can be told apart for sure
				continue
			}
		case errors.Is(err, errLongRow):
			return nil, fmt.Errorf("%w: the row behind line %d is longer than %d bytes; is a quotation mark not closed?", errChecks, last, maxRow)
		case err != nil:
			return nil, err
		default:
			last, _ = table.FieldPos(0)
			rows = append(rows, newCheckRow(last, header, fields))
		}
	}
	return nil, fmt.Errorf("%w: more than %d rows; split the file", errChecks, maxChecks)
}

// separator guesses what parts the columns from the first line.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(in.Size()) // shorter at the end of the file
	line, _, _ := strings.Cut(string(head), "\n")
	for _, r := range "\t;" {
		if strings.ContainsRune(line, r) {
			return r
		}
	}
	return ','
}

func newCheckRow(line int, header, fields []string) checkRow {
	if len(fields) != len(header) {
		return checkRow{line: line, err: fmt.Errorf("%d columns, the header has %d", len(fields), len(header))}
	}
	var garbled string // name of a column that holds no text
	field := func(name string) string {
		i := slices.Index(header, name)
		if i < 0 {
			return ""
		}
		text := strings.ToValidUTF8(strings.ReplaceAll(fields[i], "\x00", "?"), "?")
		if text != fields[i] {
			garbled = name
		}
		return strings.TrimSpace(text)
	}
	row := checkRow{line: line, id: field("id"), codes: field("codes"), asOf: field("as_of")}
	row.check = verify.Check{Element: field("element"), Parameter: field("parameter"), Value: field("value"), Unit: field("unit"),
		GeoID: field("geo_id"), BuildingUse: field("building_use"), Ref: field("ref")}
	row.with = splitCircumstances(field("circumstances"))
	if row.err = row.complete(); garbled != "" {
		row.err = fmt.Errorf("%s is no text: it holds a NUL, or is not UTF-8; save the file as UTF-8", garbled)
	}
	return row
}

// textLimits are the most characters the API takes of each text.
var textLimits = []struct {
	name string
	most int
	of   func(c *verify.Check) string
}{
	{"element", 500, func(c *verify.Check) string { return c.Element }},
	{"parameter", 200, func(c *verify.Check) string { return c.Parameter }},
	{"unit", 100, func(c *verify.Check) string { return c.Unit }},
	{"geo_id", 100, func(c *verify.Check) string { return c.GeoID }},
	{"building_use", 500, func(c *verify.Check) string { return c.BuildingUse }},
	{"ref", 200, func(c *verify.Check) string { return c.Ref }},
}

// complete reads what is not plain text, and holds the row to what the API takes.
func (r *checkRow) complete() error {
	for _, t := range textLimits {
		switch text := t.of(&r.check); {
		case text == "" && slices.Contains(requiredColumns, t.name):
			return fmt.Errorf("%s is empty", t.name)
		case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
			return fmt.Errorf("%s is no text", t.name)
		case utf8.RuneCountInString(text) > t.most:
			return fmt.Errorf("%s is longer than %d characters", t.name, t.most)
		}
	}
	value, err := checkValue(r.check.Value, r.check.Unit)
	if err != nil {
		return err
	}
	r.check.Value = value
	if r.check.Codes, err = checkCodes(r.codes); err != nil {
		return err
	}
	if r.asOf != "" {
		if r.check.AsOf, err = codes.ParseDate(r.asOf); err != nil {
			return fmt.Errorf("as_of %s is no day; write YYYY-MM-DD", quote(r.asOf))
		}
	}
	return nil
}

// splitCircumstances cuts "id=value; id=value" into its parts.
func splitCircumstances(text string) []string {
	return slices.DeleteFunc(strings.Split(text, ";"), func(part string) bool { return strings.TrimSpace(part) == "" })
}

// readCircumstances reads circumstances by what the rules of a country ask for.
func readCircumstances(v *verify.Verifier, country geo.ID, with []string) (map[string]verify.Value, error) {
	var out map[string]verify.Value
	for _, part := range with {
		id, text, ok := strings.Cut(part, "=")
		if id = strings.TrimSpace(id); !ok || id == "" {
			return nil, fmt.Errorf("circumstances: %s is not id=value", quote(strings.TrimSpace(part)))
		}
		if _, twice := out[id]; twice {
			return nil, fmt.Errorf("circumstances: %s is given twice", quote(id))
		}
		value, err := v.ParseCircumstance(country, id, text)
		var wrong *verify.CircumstanceError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("circumstances: %s: %s", quote(id), wrong.Message)
		}
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = make(map[string]verify.Value, len(with))
		}
		out[id] = value
	}
	return out, nil
}

// decimalComma is a number as spreadsheets of many countries write it.
var decimalComma = lazyregexp.New(`^(-?[0-9]+),([0-9]+)$`)

// answers are what people write for yes and no.
var answers = map[string]string{"true": "1", "yes": "1", "sí": "1", "si": "1", "false": "0", "no": "0"}

// checkValue reads a number, or yes and no for the unit boolean.
func checkValue(text, unit string) (string, error) {
	if unit == "boolean" {
		if digit, ok := answers[strings.ToLower(text)]; ok {
			return digit, nil
		}
	}
	if m := decimalComma.FindStringSubmatch(text); m != nil {
		if len(m[2]) == 3 {
			return "", fmt.Errorf("value %s: is the comma for decimals or thousands? write a point for decimals, and nothing for thousands", quote(text))
		}
		text = m[1] + "." + m[2]
	}
	if _, err := quantity.ParseNumber(text); err != nil {
		return "", fmt.Errorf("value %s is no number; write digits such as 1.20", quote(text))
	}
	return text, nil
}

// checkCodes reads "slug;slug@version"; nothing means all that apply.
func checkCodes(text string) ([]codes.VersionRef, error) {
	var refs []codes.VersionRef
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ' ' || r == ',' }) {
		slug, version, versioned := strings.Cut(part, "@")
		if slug == "" || versioned && version == "" {
			return nil, fmt.Errorf("codes: %s is neither slug nor slug@version", quote(part))
		}
		refs = append(refs, codes.VersionRef{Code: slug, Version: version})
	}
	return refs, nil
}
