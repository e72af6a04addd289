package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// painter writes for a terminal where that is one, and plainly elsewhere.
type painter struct{ on bool }

// colours reports whether standard output is a terminal whose user has not asked
// for plain text (https://no-color.org).
func (a *app) colours() bool {
	_, ok := terminal(a.stdout)
	return ok && a.mayColour()
}

// mayColour reports whether the user has not asked for plain text.
func (a *app) mayColour() bool {
	return lookup(a.environ, "NO_COLOR") == "" && lookup(a.environ, "TERM") != "dumb"
}

func (p painter) wrap(code, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p painter) bold(text string) string  { return p.wrap("1", text) }
func (p painter) faint(text string) string { return p.wrap("2", text) }

// marked paints the words that a test accepts.
func (p painter) marked(text string, m func(text string) [][2]int) string {
	if !p.on {
		return text
	}
	var b strings.Builder
	last := 0
	for _, span := range m(text) {
		b.WriteString(text[last:span[0]] + p.wrap("1;33", text[span[0]:span[1]]))
		last = span[1]
	}
	return b.String() + text[last:]
}

// marker finds the words of a text that made a hit.
func marker(hit retrieval.Hit, lang string) func(text string) [][2]int {
	terms := make(map[string]bool)
	for _, t := range hit.Terms {
		for part := range strings.FieldsSeq(t.Text) {
			terms[part] = true
		}
	}
	return func(text string) (spans [][2]int) {
		for _, w := range retrieval.Words(text, lang) {
			for _, t := range w.Terms {
				if terms[t] {
					spans = append(spans, [2]int{w.Start, w.End})
					break
				}
			}
		}
		return spans
	}
}

// writeRows shows the rows that match, under their caption and header.
func writeRows(w io.Writer, paint painter, marked func(string) [][2]int, hit retrieval.Hit) {
	const most = 5
	t := hit.Block.Table
	if t.Caption != "" {
		writeIndented(w, paint.bold(t.Caption))
	}
	if t.Header != nil {
		writeIndented(w, paint.faint(strings.Join(t.Header, " | ")))
	}
	for _, i := range hit.Rows[:min(most, len(hit.Rows))] {
		writeIndented(w, paint.marked(strings.ReplaceAll(strings.Join(t.Rows[i], " | "), "\n", " "), marked))
	}
	if more := len(t.Rows) - min(most, len(hit.Rows)); more > 0 {
		writeIndented(w, paint.faint(fmt.Sprintf("and %d more rows", more)))
	}
	for _, note := range t.Notes {
		writeIndented(w, paint.faint(note))
	}
}

func writeIndented(w io.Writer, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(w, "   "+line)
	}
}

// shorten cuts a text after so many letters, at a word.
func shorten(text string) string {
	const most = 900
	if len(text) <= most {
		return text
	}
	cut := strings.LastIndexAny(text[:most], " \n")
	if cut < most/2 {
		cut = most
		for cut > 0 && text[cut]&0xC0 == 0x80 { // within a letter
			cut--
		}
	}
	return text[:cut] + " …"
}
