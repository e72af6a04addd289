package extractive

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
)

// quotes words an answer: each statement with where it stands.
func (a *plainQuery) quotes(found []plainFound) string {
	lines := make([]string, len(found))
	for i := range found {
		f := &found[i]
		key := "quote"
		if f.stated.Row >= 0 {
			key = "row"
		}
		lines[i] = a.worded(key, a.typeset(a.plainPlace(f.passage)), f.said) + a.judged(f) + " [[" + f.passage.Handle + "]]"
	}
	return strings.Join(lines, "\n\n")
}

// judged is whether the amount of the question keeps the limit that is quoted, with the
// sign of the language before it; "" where nothing is to be judged, or not beyond doubt.
func (a *plainQuery) judged(f *plainFound) string {
	if f.stated.Row >= 0 || a.asks("asking") || len(a.cases) != 1 {
		return ""
	}
	list := ask.Statements(f.passage.Text, f.passage.Lead, f.passage.Table)
	i := slices.IndexFunc(list, func(st ask.Statement) bool { return st == f.stated })
	if i < 0 {
		return ""
	}
	if said := ask.Against(a.question, list, i); said != "" {
		return a.joined("pairs", "", a.typeset(said))
	}
	return ""
}

// plainPlace says where a passage stands: its nearest heading, the document, and the
// regulation that is an edition of, as they are written.
func (a *plainQuery) plainPlace(p *ask.Passage) string {
	parts := strings.Split(p.Title, " › ")
	document, inner := unquoted(parts[0]), unquoted(parts[len(parts)-1])
	if p.Table != nil && p.Table.Caption != "" {
		inner = unquoted(p.Table.Caption)
	}
	if len(parts) == 1 && inner == document {
		inner = ""
	}
	if code := unquoted(a.codeTitle(p)); code != "" && code != document {
		document = fmt.Sprintf(a.message("of"), document, code)
	}
	if inner == "" {
		return document
	}
	return inner + ", " + document
}

// wordsOf are those of a statement as they are quoted: a row with the signs of the
// language, an item with the line that leads to it and with the other items.
func (a *plainQuery) wordsOf(f *plainFound) string {
	text := f.stated.Text
	switch over := strings.TrimSpace(f.stated.Over); {
	case f.stated.Row >= 0:
		pairs := ask.RowPairs(f.passage.Table, f.stated.Row, f.columns)
		text = ""
		for i, p := range pairs {
			part := p.Cell
			if p.Head != "" {
				part = a.joined("pair", p.Head, p.Cell)
			}
			if i > 0 {
				part = a.joined("pairs", text, part)
			}
			text = part
		}
	case strings.HasSuffix(over, ":"):
		text = over + " " + text
		lists := ask.WholeLists(ask.Statements(f.passage.Text, f.passage.Lead, f.passage.Table))
		if i := slices.IndexFunc(lists, func(l string) bool { return strings.HasPrefix(l, f.stated.Over) && strings.Contains(l, f.stated.Text) }); i >= 0 && len(lists[i]) <= longestList && len(ask.Sentences(lists[i])) == 1 {
			text = lists[i]
		}
	}
	return a.typeset(strings.TrimRight(spaced(text), " .;"))
}

// longestList is how long a list may be that is quoted whole for one of its items, in
// bytes.
const longestList = 700

// joined puts two words into a text.
func (a *plainQuery) joined(key, one, other string) string {
	return fmt.Sprintf(a.message(key), one, other)
}

// typeset keeps a number and its unit together, where the language tells its units.
func (a *plainQuery) typeset(text string) string {
	units := a.unitSigns()
	if len(units) == 0 {
		return text
	}
	words := strings.Split(text, " ")
	var b strings.Builder
	for i, w := range words {
		if i > 0 && endsInDigit(words[i-1]) && units[strings.TrimRight(w, ".,;:)»")] {
			b.WriteString("\u00a0")
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// unitSigns are the signs of units the language names, with the one for percent.
func (a *plainQuery) unitSigns() map[string]bool {
	signs := map[string]bool{}
	for u := range strings.FieldsSeq(a.ofTexts("units")) {
		signs[u], signs["%"] = true, true
	}
	return signs
}

func endsInDigit(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// unquoted is a title as it stands within a sentence in front of a quotation.
func unquoted(title string) string {
	title = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("«»“”", r) {
			return -1
		}
		return r
	}, title)), " ")
	parts := ask.Sentences(title)
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], " .:")
	}
	return strings.Join(parts, ", ")
}

// spaced puts one space where several are, or lines break. A space that keeps a
// number and its unit together stays.
func spaced(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }), " ")
}

// abstainPlainly says that nothing answers: where was looked, which words no text
// found has, and which regulations the question may be about that were not searched.
func (a *plainQuery) abstainPlainly(passages []*ask.Passage) string {
	var searched []string
	for _, c := range a.question.Project.Selected {
		if title := unquoted(c.Title); ask.Searchable(c) && !slices.Contains(searched, title) {
			searched = append(searched, title)
		}
	}
	if len(searched) == 0 && len(a.question.Project.Documents) == 0 {
		return "" // the agent says so in its own words
	}
	for _, d := range a.question.Project.Documents {
		searched = append(searched, unquoted(d.Name))
	}
	lines := []string{a.said("nothing", a.listed(some(searched, a.said("others"))))}
	if len(a.articles) > 0 && !slices.ContainsFunc(passages, a.isArticle) {
		return a.said("no_article", a.articleWords())
	}
	if missing := a.absent(passages); len(missing) > 0 {
		lines = append(lines, a.said("absent", strings.Join(missing, ", ")))
	}
	text := strings.Join(lines, " ")
	if list := a.notSearched(passages); len(list) > 0 {
		text += "\n\n- " + strings.Join(list, "\n- ")
	}
	return text
}

// listed puts the signs of the language between the items of a list.
func (a *plainQuery) listed(list string) string {
	items := strings.Split(list, "; ")
	text := items[0]
	for _, item := range items[1:] {
		text = a.joined("pairs", text, item)
	}
	return text
}

// articleWords are the articles a question names, as it writes them.
func (a *plainQuery) articleWords() string {
	refs := articlesIn(a.question.Text, a.lang)
	list := make([]string, len(refs))
	for i, r := range refs {
		list[i] = a.question.Text[r.from:r.to]
	}
	return strings.Join(list, ", ")
}

// absent lists the subjects that no passage found speaks of.
func (a *plainQuery) absent(passages []*ask.Passage) []string {
	all := termBag{}
	for _, p := range passages {
		all.add(p.Title+"\n"+p.Lead+"\n"+p.Text, a.texts)
	}
	const most = 5
	var list []string
	for i := range a.subjects {
		if s := &a.subjects[i]; !s.optional && !all.has(s) && !a.inTitles(s) && len(list) < most {
			list = append(list, s.text)
		}
	}
	return list
}

// inTitles reports whether the title of a regulation selected has a subject.
func (a *plainQuery) inTitles(s *topic) bool {
	for _, title := range a.codes {
		if title.has(s) {
			return true
		}
	}
	return false
}

// notSearched names the regulations that were not searched and whose titles speak of
// what no text found does, or of half of what is asked.
func (a *plainQuery) notSearched(passages []*ask.Passage) []string {
	var lines []string
	lacked := a.absent(passages)
	speaks := func(title termBag) bool {
		return 2*a.lacking(title) <= len(a.subjects) ||
			slices.ContainsFunc(a.subjects, func(s topic) bool { return slices.Contains(lacked, s.text) && title.has(&s) })
	}
	tell := func(list []projects.Collection, key func(projects.Collection) string) {
		for _, c := range list {
			title := bagIn(c.Title, a.texts)
			if k := key(c); k != "" && len(a.subjects) > 0 && speaks(title) && len(lines) < mostOffered {
				lines = append(lines, a.said(k, unquoted(c.Title)))
			}
		}
	}
	tell(a.question.Project.Selected, func(c projects.Collection) string {
		if ask.Searchable(c) {
			return ""
		}
		return "textless"
	})
	tell(a.question.Project.Unselected, func(c projects.Collection) string {
		if ask.Searchable(c) {
			return "offered"
		}
		return "offered_textless"
	})
	return lines
}
