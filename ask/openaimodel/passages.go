package openaimodel

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
)

// longestPassage is how many bytes of one passage are shown.
const longestPassage = 24 << 10

// shown are the passages whose text goes into a request, by handle. Where there
// is no room for all, those found last stay: a model asks again for what it is
// after.
func shown(t *ask.Transcript, room int) (keep map[string]bool, size int) {
	keep = make(map[string]bool)
	for i := len(t.Results) - 1; i >= 0; i-- {
		for _, p := range t.Results[i].Passages {
			if keep[p.Handle] {
				continue
			}
			n := len(passageText(p))
			if size+n > room && len(keep) > 0 {
				continue
			}
			keep[p.Handle] = true
			size += n
		}
	}
	return keep, size
}

// page renders the results of a conversation. A passage is written out where it
// was found first and named wherever it was found again.
type page struct {
	fence fence
	keep  map[string]bool
	told  map[string]bool
}

// result renders what a call brought, as data.
func (w *page) result(r ask.Result) string {
	var b strings.Builder
	if r.Text != "" {
		b.WriteString(clipped(r.Text, longestPassage) + "\n")
	}
	for _, p := range r.Passages {
		w.passage(&b, p)
	}
	if b.Len() == 0 && r.Note == "" {
		b.WriteString("nothing found\n")
	}
	text := ""
	if b.Len() > 0 {
		text = w.fence.around(b.String())
	}
	if r.Note != "" { // the agent's own words
		text = strings.TrimLeft(text+"\nNote: "+oneLine(r.Note), "\n")
	}
	return text
}

func (w *page) passage(b *strings.Builder, p ask.Passage) {
	about := oneLine(p.Title)
	if p.Private {
		about += " (a document of the project)"
	}
	if p.Page > 0 {
		about += fmt.Sprintf(", page %d", p.Page)
	}
	fmt.Fprintf(b, "passage [[%s]] %s\n", p.Handle, about)
	switch {
	case w.told[p.Handle]:
		b.WriteString("(its text was given before)\n\n")
		return
	case !w.keep[p.Handle]:
		b.WriteString("(its text is left out for lack of room; search again for it if you need it)\n\n")
		return
	}
	w.told[p.Handle] = true
	b.WriteString(passageText(p) + "\n\n")
}

// passageText is the text of a passage, a table as rows with bars.
func passageText(p ask.Passage) string {
	var b strings.Builder
	if p.Lead != "" && !strings.Contains(p.Text, p.Lead) {
		b.WriteString("under: " + p.Lead + "\n")
	}
	if p.Table == nil {
		b.WriteString(p.Text)
		return clipped(b.String(), longestPassage)
	}
	if p.Table.Caption != "" {
		b.WriteString("table: " + oneLine(p.Table.Caption) + "\n")
	}
	writeRow(&b, p.Table.Header)
	for _, row := range p.Table.Rows {
		writeRow(&b, row)
	}
	for _, note := range p.Table.Notes {
		b.WriteString("note: " + note + "\n")
	}
	return clipped(b.String(), longestPassage)
}

func writeRow(b *strings.Builder, cells []string) {
	if len(cells) == 0 {
		return
	}
	b.WriteString("|")
	for _, cell := range cells {
		b.WriteString(" " + strings.ReplaceAll(oneLine(cell), "|", "/") + " |")
	}
	b.WriteString("\n")
}

// oneLine puts a text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// clipped cuts a text that is too long at a letter's end and says so.
func clipped(text string, most int) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD")
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "\n(cut here: the rest is too long to show)"
}
