package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/transport/httpapi"
)

// answerPage shows an answer to a person.
type answerPage struct {
	answer *httpapi.AskAnswer
	paint  painter
	width  int // of the terminal in columns; 0 for no terminal
}

func newAnswerPage(a *app, answer *httpapi.AskAnswer) *answerPage {
	p := &answerPage{answer: answer, paint: painter{on: a.colours()}}
	if screen, ok := terminal(a.stdout); ok {
		p.width = 80
		if width, _, err := term.GetSize(int(screen.Fd())); err == nil && width > 0 {
			p.width = width
		}
	}
	return p
}

// widest is the longest line that is read with ease.
const widest = 100

func (p *answerPage) write(w io.Writer) {
	for line := range strings.SplitSeq(strings.TrimSpace(inert(p.answer.Answer)), "\n") {
		fmt.Fprintln(w, p.markers(wrapLine(line, min(p.width, widest))))
	}
	if len(p.answer.Sources) > 0 {
		fmt.Fprintln(w)
	}
	for _, s := range p.answer.Sources {
		p.writeSource(w, s)
	}
	fmt.Fprintln(w, "\n"+p.paint.faint(p.footer()))
}

func (p *answerPage) writeSource(w io.Writer, s httpapi.AskSource) {
	mark := fmt.Sprintf("[%d]", s.Index)
	indent := strings.Repeat(" ", len(mark)+1)
	fmt.Fprintln(w, p.marker(mark)+" "+p.paint.bold(wrapHanging(printable(s.DocumentTitle), p.textWidth(), indent)))
	var parts []string
	for _, part := range []*string{s.SectionTitle, s.BlockTitle} {
		if part != nil && printable(*part) != "" && !slices.Contains(parts, printable(*part)) {
			parts = append(parts, printable(*part))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintln(w, indent+wrapHanging(strings.Join(parts, " › "), p.textWidth(), indent))
	}
	switch {
	case s.CitationType == "user_document":
		fmt.Fprintln(w, indent+p.paint.faint("a document of the project"))
	case s.URL != "" && s.URLValid:
		fmt.Fprintln(w, indent+p.paint.link(printable(s.URL)))
	case s.URL != "":
		fmt.Fprintln(w, indent+p.paint.faint(printable(s.URL)+" (could not be resolved)"))
	}
}

func (p *answerPage) textWidth() int { return min(p.width, widest) }

// footer says where the answer holds and what it took.
func (p *answerPage) footer() string {
	project := p.answer.Project
	return fmt.Sprintf("%s (%s) · %s, %s", printable(project.Location), project.GeoID,
		count(p.answer.Iterations, "round"), count(p.answer.Searches, "search"))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "h") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

var markerForm = lazyregexp.New(`\[[1-9][0-9]{0,2}\]`)

func (p *answerPage) markers(text string) string {
	return markerForm.ReplaceAllStringFunc(text, p.marker)
}

func (p *answerPage) marker(mark string) string { return p.paint.wrap("1;36", mark) }

// link paints an address.
func (p painter) link(text string) string { return p.wrap("4", text) }

// itemMark is what hangs out of an item of a list.
var itemMark = lazyregexp.New(`^\s*(?:(?:[-*•–]|\d{1,2}[.)])\s+)?`)

// wrapLine wraps a line, the items of a list hanging. Width 0 leaves it as it is,
// and so are rows of a table left.
func wrapLine(line string, width int) string {
	if width == 0 || strings.HasPrefix(strings.TrimSpace(line), "|") {
		return line
	}
	mark := itemMark.FindString(line)
	return mark + wrapHanging(line[len(mark):], width, strings.Repeat(" ", utf8.RuneCountInString(mark)))
}

// wrapHanging wraps words at a width; every line but the first, which stands
// behind an indent already, begins with it. A word that is longer stays whole.
func wrapHanging(text string, width int, indent string) string {
	if width == 0 {
		return text
	}
	var b strings.Builder
	column := utf8.RuneCountInString(indent)
	first := true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
		case column+1+n > width:
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
		first = false
	}
	return b.String()
}

// inert takes out of a text what a terminal would obey: control characters,
// and those that turn the direction of writing round.
func inert(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return -1
		}
		return r
	}, text)
}
