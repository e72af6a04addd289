package boe

import (
	"bytes"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// counted are what a report counts, in its order.
var counted = []string{"versions", "wordings", "blocks", "articles", "paragraphs", "items", "tables", "rows", "notes", "images", "references"}

// tally counts by what.
type tally [11]int

func (t *tally) add(what string, n int) {
	for i, name := range counted {
		if name == what {
			t[i] += n
		}
	}
}

// countSource counts the tags of a file. Paragraphs of cells belong to their
// table; empty ones do not count.
func countSource(data []byte) *tally {
	t := new(tally)
	days, published := make(map[string]bool), make(map[string]bool)
	table := 0
	importers.ScanTags(data, func(name, attrs, behind []byte) {
		switch string(name) {
		case "version":
			t.add("wordings", 1)
			note(days, attrs, "fecha_vigencia")
			note(published, attrs, "fecha_publicacion")
		case "bloque":
			t.add("blocks", 1)
		case "table":
			table++
			t.add("tables", 1)
		case "/table":
			table--
		case "tr":
			t.add("rows", 1)
		case "img":
			t.add("images", 1)
		case "a":
			t.add("references", 1)
		case "li":
			t.add("items", 1)
		case "p":
			if table == 0 {
				t.paragraph(attrs, behind)
			}
		}
	})
	if len(days) == 0 {
		days = published
	}
	t.add("versions", max(len(days), 1))
	return t
}

// note enters a day of a wording, by its attributes.
func note(days map[string]bool, attrs []byte, name string) {
	d := string(importers.TagAttr(attrs, name))
	if d != unknownDay && len(d) == len(unknownDay) && len(days) < 1<<20 {
		days[d] = true
	}
}

func (t *tally) paragraph(attrs, behind []byte) {
	if bytes.HasSuffix(attrs, []byte("/")) || emptyBefore(behind, "</p>") {
		return
	}
	t.add("paragraphs", 1)
	class := importers.TagAttr(attrs, "class")
	switch {
	case bytes.HasPrefix(class, []byte("articulo")):
		t.add("articles", 1)
	case bytes.HasPrefix(class, []byte("nota")):
		t.add("notes", 1)
	default:
		text, _, _ := bytes.Cut(behind[:min(len(behind), 40)], []byte("<"))
		if importers.HasMark(string(bytes.TrimSpace(text))) {
			t.add("items", 1)
		}
	}
}

// emptyBefore reports whether only white space stands before a closing tag.
func emptyBefore(data []byte, end string) bool {
	for {
		data = bytes.TrimLeft(data, " \t\r\n")
		switch {
		case bytes.HasPrefix(data, []byte(end)):
			return true
		case bytes.HasPrefix(data, []byte("&nbsp;")):
			data = data[len("&nbsp;"):]
		case bytes.HasPrefix(data, []byte("&#160;")):
			data = data[len("&#160;"):]
		case bytes.HasPrefix(data, []byte("\u00a0")):
			data = data[len("\u00a0"):]
		default:
			return false
		}
	}
}

// count enters what the source has beside what was kept of it.
func (l *law) count(report *importers.Report, source *tally, imp *importers.Import) {
	var kept tally
	for _, b := range l.blocks {
		if len(b.wordings) > 0 {
			kept.add("blocks", 1)
		}
		for _, w := range b.wordings {
			for i, n := range w.kept {
				kept[i] += n
			}
			if w.norm != "" || !w.effective.IsZero() {
				kept.add("wordings", 1)
			}
		}
	}
	kept.add("versions", len(imp.Code.Versions))
	for i, what := range counted {
		if source[i] > 0 || kept[i] > 0 {
			report.Count(what, source[i], kept[i])
		}
	}
	report.CountWords(l.said, l.kept)
}

// weigh counts the words of the version in force, in the file and as made of it.
func (l *law) weigh(made *importers.Import, day codes.Date) {
	l.said, l.kept = make(importers.Words), make(importers.Words)
	for _, b := range l.blocks {
		if w := b.on(day); w != nil {
			l.said.Add(w.words)
		}
	}
	l.kept.AddKept(&made.Code.Versions[0], made.Blocks)
}
