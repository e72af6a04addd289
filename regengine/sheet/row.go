package sheet

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify"
)

// Row is a check that a table asks for. Its circumstances are still to be read by what
// the rules of its country ask for.
type Row struct {
	Line  int // in the file; 0 for a check that stands by itself
	ID    string
	Check verify.Check
	Codes string // as written
	AsOf  string
	With  []string // circumstances, as "id=value"
	Err   error    // what is wrong with the row: a *RowError
}

// RowError is what is wrong with a row.
type RowError struct {
	Kind    Kind
	Column  Column // "" where it is the row as a whole
	Written string // what stands there; of Unread the reason
}

// Kind is a kind of mistake, the same for every row that has it.
type Kind string

// The kinds of mistakes.
const (
	Unread    Kind = "unread"    // the row could not be read
	Empty     Kind = "empty"     // what every check needs is not there
	Garbled   Kind = "garbled"   // it is no text, as of a file that is not UTF-8
	TooLong   Kind = "too_long"  // it has more characters than the API takes
	Thousands Kind = "thousands" // its comma may part thousands or decimals
	NoNumber  Kind = "no_number"
	NoCode    Kind = "no_code" // neither slug nor slug@version
	NoDay     Kind = "no_day"
)

// Error implements error, in English.
func (m *RowError) Error() string {
	switch m.Kind {
	case Unread:
	case Empty:
		return string(m.Column) + " is empty"
	case Garbled:
		return string(m.Column) + " is no text: it holds a NUL, or is not UTF-8; save the file as UTF-8"
	case TooLong:
		return string(m.Column) + " is longer than " + m.Written + " characters"
	case Thousands:
		return "value " + quote(m.Written) + ": is the comma for decimals or thousands? write a point for decimals, and nothing for thousands"
	case NoNumber:
		return "value " + quote(m.Written) + " is no number; write digits such as 1.20"
	case NoCode:
		return "codes: " + quote(m.Written) + " is neither slug nor slug@version"
	case NoDay:
		return "as_of " + quote(m.Written) + " is no day; write YYYY-MM-DD"
	}
	return m.Written
}

// Rows returns the checks of a table, in its order: one of each line, or of each measure
// that a line has.
func (t *Table) Rows(m Mapping) []Row {
	rows := make([]Row, 0, len(t.Lines))
	for _, line := range t.Lines {
		cells := lineCells{line, t, m}
		if line.Wrong != "" || !m.has(Measure) {
			rows = append(rows, cells.row(-1))
			continue
		}
		for i, c := range m.Columns {
			if c == Measure && strings.TrimSpace(line.Cells[i]) != "" {
				rows = append(rows, cells.row(i))
			}
		}
	}
	return rows
}

// lineCells is a line with what its cells are.
type lineCells struct {
	line  Line
	table *Table
	m     Mapping
}

// row makes a check, of the measure in a column or, with -1, of the line itself.
func (l lineCells) row(measure int) Row {
	if l.line.Wrong != "" {
		return Row{Line: l.line.Number, Err: &RowError{Kind: Unread, Written: l.line.Wrong}}
	}
	var garbled Column // that holds no text
	text := func(c Column) string {
		written := l.cell(c, measure)
		cell := strings.ToValidUTF8(strings.ReplaceAll(written, "\x00", "?"), "?")
		if cell != written {
			garbled = c
		}
		return strings.TrimSpace(cell)
	}
	row := Row{Line: l.line.Number, ID: text(ID), Codes: text(Codes), AsOf: text(AsOf), With: SplitCircumstances(text(Circumstances))}
	row.Check = verify.Check{Element: text(Element), Parameter: text(Parameter), Value: text(Value), Unit: text(Unit),
		GeoID: text(GeoID), BuildingUse: text(BuildingUse), Ref: text(Ref)}
	if row.Check.Unit == "" {
		row.Check.Value, row.Check.Unit = apart(row.Check.Value)
	}
	if row.Err = row.Complete(); garbled != "" {
		row.Err = &RowError{Kind: Garbled, Column: garbled}
	}
	return row
}

// cell returns what a line has of a column.
func (l lineCells) cell(c Column, measure int) string {
	if measure >= 0 {
		name, unit := parts(l.table.Header[measure])
		switch {
		case c == Value:
			return l.read(Measure, measure)
		case c == Parameter:
			return name
		case c == Unit && unit != "":
			return unit
		}
	}
	if i := slices.Index(l.m.Columns, c); i >= 0 && strings.TrimSpace(l.line.Cells[i]) != "" {
		return l.read(c, i)
	}
	return l.m.Fixed[c]
}

func (l lineCells) read(c Column, i int) string {
	if l.table.Workbook {
		return inWorkbook(c, l.line.Cells[i])
	}
	return l.line.Cells[i]
}

// withUnit is a number with its unit behind it, as schedules have it.
var withUnit = lazyregexp.New(`^([-+]?[0-9][0-9.,]*)\s*([^0-9\s.,].*)$`)

// apart takes a value with its unit apart.
func apart(text string) (value, unit string) {
	if m := withUnit.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return text, ""
}

// textLimits are the most characters the API takes of each text.
var textLimits = []struct {
	name Column
	most int
	of   func(c *verify.Check) string
}{
	{Element, 500, func(c *verify.Check) string { return c.Element }},
	{Parameter, 200, func(c *verify.Check) string { return c.Parameter }},
	{Unit, 100, func(c *verify.Check) string { return c.Unit }},
	{GeoID, 100, func(c *verify.Check) string { return c.GeoID }},
	{BuildingUse, 500, func(c *verify.Check) string { return c.BuildingUse }},
	{Ref, 200, func(c *verify.Check) string { return c.Ref }},
}

// Complete reads what is not plain text, and holds the row to what the API takes.
func (r *Row) Complete() error {
	r.Check.Value, r.Check.Unit = quantity.PartClass(r.Check.Value, r.Check.Unit)
	for _, t := range textLimits {
		switch text := t.of(&r.Check); {
		case text == "" && slices.Contains(Required, t.name):
			return &RowError{Kind: Empty, Column: t.name}
		case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
			return &RowError{Kind: Garbled, Column: t.name}
		case utf8.RuneCountInString(text) > t.most:
			return &RowError{Kind: TooLong, Column: t.name, Written: strconv.Itoa(t.most)}
		}
	}
	value, err := checkValue(r.Check.Value, r.Check.Unit)
	if err != nil {
		return err
	}
	r.Check.Value = value
	if r.Check.Codes, err = checkCodes(r.Codes); err != nil {
		return err
	}
	if r.AsOf != "" {
		if r.Check.AsOf, err = codes.ParseDate(r.AsOf); err != nil {
			return &RowError{Kind: NoDay, Column: AsOf, Written: r.AsOf}
		}
	}
	return nil
}

// SplitCircumstances cuts "id=value; id=value" into its parts.
func SplitCircumstances(text string) []string {
	return slices.DeleteFunc(strings.Split(text, ";"), func(part string) bool { return strings.TrimSpace(part) == "" })
}

// decimalComma is a number as spreadsheets of many countries write it.
var decimalComma = lazyregexp.New(`^(-?[0-9]+),([0-9]+)$`)

// answers are what people write for yes and no.
var answers = map[string]string{"true": "1", "yes": "1", "sí": "1", "si": "1", "oui": "1", "false": "0", "no": "0", "non": "0"}

// Answer reads yes and no: "1" and "0".
func Answer(text string) (digit string, ok bool) {
	digit, ok = answers[strings.ToLower(text)]
	return digit, ok
}

// WithPoint writes a number that has a decimal comma with a point.
func WithPoint(number string) string {
	if m := decimalComma.FindStringSubmatch(number); m != nil {
		return m[1] + "." + m[2]
	}
	return number
}

// checkValue reads a number, or yes and no for the unit boolean.
func checkValue(text, unit string) (string, error) {
	if unit == "boolean" {
		if digit, ok := Answer(text); ok {
			return digit, nil
		}
	}
	const thousands = 3 // digits behind a comma that may part them
	if m := decimalComma.FindStringSubmatch(text); m != nil && len(m[2]) == thousands {
		return "", &RowError{Kind: Thousands, Column: Value, Written: text}
	}
	text = WithPoint(text)
	if _, err := quantity.ParseNumber(text); err != nil {
		return "", &RowError{Kind: NoNumber, Column: Value, Written: text}
	}
	return text, nil
}

// checkCodes reads "slug;slug@version"; nothing means all that apply.
func checkCodes(text string) ([]codes.VersionRef, error) {
	var refs []codes.VersionRef
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ' ' || r == ',' }) {
		slug, version, versioned := strings.Cut(part, "@")
		if slug == "" || versioned && version == "" {
			return nil, &RowError{Kind: NoCode, Column: Codes, Written: part}
		}
		refs = append(refs, codes.VersionRef{Code: slug, Version: version})
	}
	return refs, nil
}

// quote is a text as messages have it: what somebody wrote may be long, or no text.
func quote(text string) string {
	const most = 60
	if len(text) > most {
		text = text[:most] + "..."
	}
	return `"` + strings.ToValidUTF8(text, "?") + `"`
}
