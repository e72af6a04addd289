package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// A mark says in braces what a title or a block is: {#anchor .kind key=value}.

// label is what the lines above a block say of it.
type label struct {
	title   string
	caption *string // of a table, where it is not the title
	line    int

	anchor string
	class  string // the word behind the dot; "" when there is none
	lang   string
	depth  int // as the others below, unsaid where the mark does not say
	page   int
	head   int
	level  int // of a heading
	spans  []retrieval.Span

	links []retrieval.Ref // in the caption
}

const unsaid = -1

func newLabel(line int) label {
	return label{line: line, depth: unsaid, page: unsaid, head: unsaid, level: unsaid}
}

// markStart tells a mark from other text in braces.
const markStart = `(?:#|\.[a-z]|[a-z]+=)`

var (
	// lineMark is a mark that is all there is on a line.
	lineMark = lazyregexp.New(`^\{(` + markStart + `[^{}]*)\}$`)

	// trailingMark is a mark at the end of a line, with the blanks before it, not
	// led by a backslash.
	trailingMark = lazyregexp.New(`(?:^|[^\\ \t])([ \t]*\{(` + markStart + `[^{}]*)\})[ \t]*$`)

	beginsMark = lazyregexp.New(`^\{` + markStart)

	markToken   = lazyregexp.New(`^(?:#([^ "]*)|\.([^ "]*)|([a-z]+)=(?:"([^"]*)"|([^ "]*)))(?: +|$)`)
	wholeNumber = lazyregexp.New(`^(0|[1-9][0-9]{0,5})$`)
)

// kindClasses are the classes that make a paragraph a block of another kind.
var kindClasses = []retrieval.Kind{retrieval.Article, retrieval.Item, retrieval.Definition, retrieval.Note}

// Classes of the bold line above a table.
const (
	captionClass = "caption" // it is the caption alone
	titleClass   = "title"   // it is the title alone
)

// mark reads what stands between the braces into l.
func (m *markdown) mark(l *label, text string) {
	seen := make(map[string]bool)
	for rest := strings.TrimSpace(text); rest != ""; {
		token := markToken.FindStringSubmatch(rest)
		if token == nil {
			m.bad(l.line, "{%s} cannot be read; write it like {#anchor .item page=12}", text)
			return
		}
		name := "." // or what else may stand there only once
		switch rest[0] {
		case '#':
			name, l.anchor = "#", token[1]
			m.checkAnchor(l)
		case '.':
			l.class = token[2]
		default:
			name = token[3]
			m.attribute(l, name, token[4]+token[5])
		}
		if seen[name] {
			m.bad(l.line, "{%s}: %s is here twice; remove one", text, name)
		}
		seen[name] = true
		rest = rest[len(token[0]):]
	}
}

func (m *markdown) checkAnchor(l *label) {
	if !importers.IsAnchor(l.anchor) {
		m.bad(l.line, "anchor {#%s} must be made of lower-case letters, digits and single hyphens, at most %d", l.anchor, codes.MaxSlug)
	}
}

func (m *markdown) attribute(l *label, key, value string) {
	numbers := map[string]*int{"depth": &l.depth, "page": &l.page, "head": &l.head, "level": &l.level}
	switch {
	case numbers[key] != nil && wholeNumber.MatchString(value):
		*numbers[key], _ = strconv.Atoi(value)
	case numbers[key] != nil:
		m.bad(l.line, "%s=%s must be a whole number below a million", key, value)
	case key == "lang" && languageTag.MatchString(value):
		l.lang = value
	case key == "lang":
		m.bad(l.line, "lang=%s is no BCP 47 tag such as es, ca or es-ES", value)
	case key == "span":
		m.spans(l, value)
	default:
		m.bad(l.line, "unknown key %s in braces; known are depth, page and lang, of a table also head and span, of a heading level", key)
	}
}

var spanForm = lazyregexp.New(`^([1-9][0-9]{0,5}),([1-9][0-9]{0,5}),([1-9][0-9]{0,5}),([1-9][0-9]{0,5})$`)

// spans reads merged cells: row, column, rows and columns, counted from 1.
func (m *markdown) spans(l *label, value string) {
	for _, field := range strings.Fields(value) {
		match := spanForm.FindStringSubmatch(field)
		if match == nil {
			m.bad(l.line, `span: %s must be row,column,rows,columns of a merged cell, counted from 1, such as span="1,2,1,3"`, field)
			return
		}
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(match[i+1])
		}
		l.spans = append(l.spans, retrieval.Span{Row: n[0] - 1, Col: n[1] - 1, Rows: n[2], Cols: n[3]})
	}
}

// kindOf returns the kind of a block written as a form: a paragraph may say what
// it is. What the label says and the form has no use for is reported.
func (m *markdown) kindOf(form retrieval.Kind, l *label) retrieval.Kind {
	kind := form
	switch {
	case l.class == "":
	case form == retrieval.Paragraph && slices.Contains(kindClasses, retrieval.Kind(l.class)):
		kind = retrieval.Kind(l.class)
	case form == retrieval.TableKind && (l.class == captionClass || l.class == titleClass):
	default:
		m.bad(l.line, "{.%s} says nothing of a %s; of a paragraph there are .%s, above a table .%s and .%s",
			l.class, form, strings.ReplaceAll(join(kindClasses), ", ", ", ."), captionClass, titleClass)
	}
	if l.depth != unsaid && form != retrieval.Paragraph {
		m.bad(l.line, "depth is of an .item, or another paragraph that is one of a list; remove it")
	}
	if (l.head != unsaid || l.spans != nil || l.caption != nil) && form != retrieval.TableKind {
		m.bad(l.line, "head, span and .caption are of a table; remove them")
	}
	if l.level != unsaid {
		m.bad(l.line, "level is of a heading; remove it")
	}
	return kind
}

// usualDepth is the depth of a block that does not say it.
func usualDepth(kind retrieval.Kind) int {
	if kind == retrieval.Item {
		return 1
	}
	return 0
}

// blockMark writes the mark of a block; "" when it needs none. anchor, page and
// lang are what has to be said of these.
func blockMark(b *retrieval.Block, anchor, class string, page bool, lang string) string {
	var words []string
	add := func(needed bool, format string, args ...any) {
		if needed {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(anchor != "", "#%s", anchor)
	add(class != "", ".%s", class)
	add(b.Depth != usualDepth(b.Kind), "depth=%d", b.Depth)
	add(page, "page=%d", b.Page)
	add(lang != "", "lang=%s", lang)
	if t := b.Table; t != nil {
		add(len(t.Head) > 0, "head=%d", len(t.Head))
		add(len(t.Spans) > 0, `span="%s"`, spanText(t.Spans))
	}
	if len(words) == 0 {
		return ""
	}
	return "{" + strings.Join(words, " ") + "}"
}

func spanText(spans []retrieval.Span) string {
	list := make([]string, len(spans))
	for i, s := range spans {
		list[i] = fmt.Sprintf("%d,%d,%d,%d", s.Row+1, s.Col+1, s.Rows, s.Cols)
	}
	return strings.Join(list, " ")
}
