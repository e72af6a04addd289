package ask

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Statement is what of a passage can be quoted whole: a sentence, an item of a list,
// or a row of a table.
type Statement struct {
	Text string
	Over string // the line it stands under: what leads a list; a table's caption
	Row  int    // in the table; -1 for prose
}

// Statements takes a passage apart. A quotation of one, or of a row by
// [RowText], is what the check of a draft lets stand in any language.
func Statements(text, lead string, table *retrieval.Table) []Statement {
	var list []Statement
	if table != nil {
		for i := range table.Rows {
			list = append(list, Statement{Text: RowText(table, i, nil), Over: table.Caption, Row: i})
		}
		text, lead = strings.Join(table.Notes, "\n"), table.Caption
	}
	over := lead
	for line := range strings.Lines(text) {
		item := itemShape.MatchString(line)
		for _, s := range Sentences(line) {
			st := Statement{Text: withoutItemMark(s), Over: lead, Row: -1}
			if item {
				st.Over = over
			}
			if st.Text != "" {
				list = append(list, st)
			}
		}
		if trimmed := strings.TrimSpace(line); !item && strings.HasSuffix(trimmed, ":") {
			over = trimmed
		} else if !item {
			over = lead
		}
	}
	return list
}

// leads reports whether a line stands over a statement that it does not say all of.
func (s *Statement) leads() bool {
	return s.Row < 0 && strings.HasSuffix(strings.TrimSpace(s.Over), ":")
}

// withoutItemMark drops the mark of an item of a list.
func withoutItemMark(s string) string {
	return strings.TrimSpace(s[len(itemShape.FindString(s)):])
}

// RowBreak stands between rows of a table that are quoted together.
const RowBreak = " – "

// RowText is a row of a table in words: the header of each column and its cell. cols
// are the columns told, nil for all; those that name the row are always told, see
// [LabelColumns].
func RowText(table *retrieval.Table, row int, cols map[int]bool) string {
	labels := LabelColumns(table)
	var parts []string
	for c, cell := range table.Rows[row] {
		if c < labels || cols == nil || cols[c] {
			parts = append(parts, cellText(table, c, oneLine(cell), c < labels))
		}
	}
	return strings.Join(parts, "; ")
}

// cellText is a cell under the header of its column. Behind a bare number that is no label
// stands the unit that its header or the caption ends with: "75 m³/h" in a table "Flows,
// in m³/h", "Width: 1,40 m" in a column "Width (m)".
func cellText(table *retrieval.Table, col int, cell string, label bool) string {
	head := ""
	if col < len(table.Header) {
		head = strings.TrimRight(oneLine(table.Header[col]), " :")
	}
	if !label && cell != "" && strings.Trim(cell, "0123456789.,") == "" {
		if unit, before := captionUnit(head); unit != "" {
			head, cell = before, cell+" "+unit
		} else if unit, _ := captionUnit(table.Caption); unit != "" {
			cell += " " + unit
		}
	}
	if head == "" {
		return cell
	}
	return head + ": " + cell
}

// captionUnit is the unit a caption ends with, in brackets or behind a comma and at most two
// words, "at least in m³/h", and what stands before it; "" for none. A sign in a name is no
// unit ("Ld", "LK,d"), nor is what is counted ("2 plantas").
func captionUnit(caption string) (unit, before string) {
	caption = strings.TrimRight(caption, " .:")
	for _, m := range unitShapes {
		if at := m.FindStringSubmatchIndex(caption); at != nil {
			unit, before = caption[at[2]:at[3]], strings.TrimRight(caption[:at[0]], " ")
		}
		if _, err := quantity.ParseUnit(unit); unit != "" && err == nil {
			return unit, before
		}
	}
	return "", caption
}

// unitShapes are how a caption ends with a unit: "(m)", ", m", ", in dB(A)".
var unitShapes = []*lazyregexp.Regexp{
	lazyregexp.New(`(?:^|\s)\(\s*([^()\s]+(?:\([^()\s]*\))?[^()\s]*)\s*\)$`),
	lazyregexp.New(`,(?:\s+\pL+){0,2}\s+(\S+)$`),
}

// LabelColumns is how many columns at the left name what a row is of: those without
// an amount in any row, one at least.
func LabelColumns(table *retrieval.Table) int {
	widest := 0
	for _, row := range table.Rows {
		widest = max(widest, len(row))
	}
	for c := 1; c < widest; c++ {
		for _, row := range table.Rows {
			if c < len(row) && strings.ContainsAny(row[c], "0123456789") {
				return c
			}
		}
	}
	return 1
}

// oneLine puts single spaces where white space is, but for one that keeps a number and
// its unit together, and takes out what would end a sentence within a quotation; the
// point of an abbreviation ("R. 4216-8") does not.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }), " ")
	parts := Sentences(text)
	for i := range len(parts) - 1 {
		parts[i] = strings.TrimSuffix(strings.TrimSpace(parts[i]), ".") + ","
	}
	return strings.Join(parts, " ")
}
