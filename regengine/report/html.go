package report

import (
	"bufio"
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// WriteHTML writes a report as one page that needs nothing else, made for print. Checks
// are written as they come: the page is never held as a whole.
func WriteHTML(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	words, spoken := wordsIn(r.Language)
	page := newPage(r, words, spoken)
	if err := pageTemplate().ExecuteTemplate(out, "top", page); err != nil {
		return err
	}
	number := 0
	for c, err := range r.Checks {
		if err != nil {
			return err
		}
		number++
		if err := pageTemplate().ExecuteTemplate(out, "check", newShown(c, number, words, r.Labels)); err != nil {
			return err
		}
	}
	if err := pageTemplate().ExecuteTemplate(out, "bottom", page); err != nil {
		return err
	}
	return out.Flush()
}

// voice says texts in a template.
type voice struct{ words words }

// T returns a text by its key.
func (v voice) T(key string) string { return v.words[key] }

// page is what stands before and behind the checks.
type page struct {
	voice
	Language, Title, Footer string
	Project                 *Project
	Day, Engine, Decided    string
	Data                    []sum
	Counts                  []shownCount
	Total                   int
}

// sum names something by content.
type sum struct{ Name, Sum string }

// shownCount is how many checks came to a verdict.
type shownCount struct {
	Class, Words string
	Count        int
}

// classError marks a check that has a mistake.
const classError = "error"

func newPage(r *Report, w words, spoken string) page {
	p := page{
		voice: voice{w}, Language: spoken, Title: w["title_batch"], Project: r.Project, Day: w.day(r.On), Engine: r.Engine,
		Decided: w["as_kept"], Data: r.Data.sums(w), Total: r.Tally.Checks,
	}
	if r.Project != nil {
		p.Title = r.Project.Name
	}
	if !r.Again.IsZero() {
		p.Decided = w.text("again", w.day(r.Again))
	}
	p.Footer = strings.Join([]string{p.Title, p.Day}, " · ")
	for _, each := range r.Tally.counts() {
		if *each.count > 0 {
			class := cmp.Or(string(each.verdict), classError)
			p.Counts = append(p.Counts, shownCount{class, w["verdict."+class], *each.count})
		}
	}
	return p
}

// shortSum is how many hexadecimal digits of a sum a page shows: enough to tell by eye.
const shortSum = 16

// sums names the parts of data that there are.
func (d *Data) sums(w words) []sum {
	var out []sum
	for _, part := range []sum{{"places", d.Places}, {"codes", d.Codes}, {"texts", d.Texts}, {"rules", d.Rules}, {"limits", d.Limits}} {
		if part.Sum != "" {
			out = append(out, sum{w["data."+part.Name], part.Sum[:min(shortSum, len(part.Sum))]})
		}
	}
	return out
}

// shown is a check as the page writes it.
type shown struct {
	voice
	No                              int
	Class, Verdict, Title, Subtitle string
	Figures                         []figure
	Facts                           []fact
	Sources                         []shownSource
	Receipt                         []receiptLine
}

// figure is a number with what it is.
type figure struct{ Name, Text string }

// fact is something told of a check, a line each.
type fact struct {
	Name  string
	Lines []string
}

// receiptLine is a line of what a verdict was made from.
type receiptLine struct{ Text, Sum string }

func newShown(c *Check, number int, w words, labels map[string]string) shown {
	class := cmp.Or(string(c.Verdict()), classError)
	s := shown{
		voice: voice{w}, No: number, Class: class, Verdict: w.orSelf("verdict", class), Title: c.Element + ": " + c.Parameter,
		Figures: c.figures(w), Facts: c.facts(w, labels), Sources: c.shownSources(), Receipt: c.receiptLines(w),
	}
	if c.ID != "" {
		s.Title = c.ID + " · " + s.Title
	}
	where := []string{c.Ref, "", c.GeoID}
	if c.Line > 0 {
		where[1] = w.text("file_line", c.Line)
	}
	if c.Codes != "" {
		where = append(where, w.text("asked", c.Codes))
	}
	s.Subtitle = strings.Join(filled(where), " · ")
	return s
}

// shownSource is a passage, and whether it stands where the one before it does.
type shownSource struct {
	Source
	Same  bool
	Table *quotedTable // what the excerpt quotes; nil where that is no table
}

// shownSources are the passages of a check; rows of one table stand together.
func (c *Check) shownSources() []shownSource {
	out := make([]shownSource, 0, len(c.Sources))
	for _, s := range c.Sources {
		shown := shownSource{Source: s, Table: quotedTableOf(s.Excerpt)}
		if len(out) > 0 {
			before := &out[len(out)-1]
			shown.Same = s.Code == before.Code && s.Version == before.Version && s.Section == before.Section
			if shown.Same && before.Table.take(shown.Table) {
				continue
			}
		}
		out = append(out, shown)
	}
	return out
}

// quotedTable is the rows of a table that an excerpt quotes.
type quotedTable struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// quotedTableOf reads an excerpt as it is made of a table: caption, head and rows on lines
// of their own. What a quote leaves out of a row stands as dots.
func quotedTableOf(excerpt string) *quotedTable {
	const between = " | "
	lines := strings.Split(excerpt, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, between) })
	if at < 0 || at == len(lines)-1 {
		return nil
	}
	t := &quotedTable{Caption: strings.Join(lines[:at], " "), Head: strings.Split(lines[at], between)}
	for _, line := range lines[at+1:] {
		row := strings.Split(line, between)
		if len(row) == 1 || len(row) > len(t.Head) {
			return nil // a part of a cell, or several rows
		}
		for len(row) < len(t.Head) {
			row = append(row, "…")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// take adds the rows of another quote of the same table, and says whether it is one.
func (t *quotedTable) take(other *quotedTable) bool {
	if t == nil || other == nil || t.Caption != other.Caption || !slices.Equal(t.Head, other.Head) {
		return false
	}
	t.Rows = append(t.Rows, other.Rows...)
	return true
}

func filled(list []string) []string {
	var out []string
	for _, text := range list {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// figures are value, limit and margin, those there are.
func (c *Check) figures(w words) []figure {
	var out []figure
	if c.ProvidedValue != "" {
		out = append(out, figure{w["value"], w.measured(c.ProvidedValue, c.Unit)})
	}
	if c.Limit != nil {
		out = append(out, figure{w["limit"], strings.TrimSpace(w.direction(c.Direction) + " " + w.measured(c.Limit.String(), c.Unit))})
	}
	if c.Margin != nil {
		out = append(out, figure{w["margin"], w.measured(signed(c.Margin.String()), c.Unit)})
	}
	return out
}

// signed writes a margin: what is left has a sign as well.
func signed(digits string) string {
	if strings.HasPrefix(digits, "-") || strings.Trim(digits, "0.") == "" {
		return digits
	}
	return "+" + digits
}

// compared is a limit with decimals within a text.
var compared = lazyregexp.New(`([<>=≤≥≠] ?[-−]?\d+)\.(\d+)`)

// inTexts writes the limits within texts as the language does.
func (w words) inTexts(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = compared.ReplaceAllString(text, "${1}"+w.decimal(".")+"${2}")
	}
	return out
}

func (w words) direction(direction string) string {
	if direction == "" {
		return ""
	}
	return w.orSelf("direction", direction)
}

// unitBoolean is the unit of a value that says yes, 1, or no, 0.
const unitBoolean = "boolean"

func (w words) measured(digits, unit string) string {
	switch {
	case unit != unitBoolean:
		return strings.TrimSpace(w.decimal(digits) + "\u00a0" + unit)
	case digits == "0":
		return w["no"]
	}
	return w["yes"]
}

// facts lists what is told of a check beside its figures.
func (c *Check) facts(w words, labels map[string]string) []fact {
	made := c.made()
	missing := make([]string, len(c.Missing))
	for i, m := range c.Missing {
		missing[i] = cmp.Or(m.Label, m.ID)
	}
	all := []fact{
		{w["error"], filled([]string{c.Error})},
		{w["use"], filled([]string{c.BuildingUse})},
		{w["circumstances"], c.circumstances(labels)},
		{w["of_project"], c.Project},
		{w["law_of"], filled([]string{w.dated(cmp.Or(made.AsOf, c.AsOf))})},
		{w["missing"], missing},
		{w["conditions"], c.Conditions},
		{w["considered"], w.inTexts(c.Considered)},
		{w["notes"], c.Warnings},
	}
	var out []fact
	for _, each := range all {
		if len(each.Lines) > 0 {
			out = append(out, each)
		}
	}
	return out
}

// circumstances lists what was certain of a check, in words where there are some.
func (c *Check) circumstances(labels map[string]string) []string {
	var out []string
	for part := range strings.SplitSeq(c.Circumstances, ";") {
		part = strings.TrimSpace(part)
		id, value, told := strings.Cut(part, "=")
		if told {
			part = cmp.Or(labels[id], id) + ": " + cmp.Or(labels[part], value)
		}
		out = append(out, part)
	}
	return filled(out)
}

// receiptLines tell when, by what and from what a verdict was made.
func (c *Check) receiptLines(w words) []receiptLine {
	made := c.made()
	if made.SHA256 == "" {
		return nil
	}
	text := made.Engine
	if !c.DecidedAt.IsZero() {
		text += ", " + w.text("decided_at", c.DecidedAt.UTC().Format(w["date"]+" 15:04 UTC"))
	}
	return []receiptLine{{Text: text, Sum: made.SHA256}}
}

// Words says a verdict in a language, "" that of a check that has a mistake: colour alone
// would not reach everybody.
func Words(verdict verify.Status, language string) string {
	w, _ := wordsIn(language)
	class := cmp.Or(string(verdict), classError)
	return w.orSelf("verdict", class)
}
