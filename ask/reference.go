package ask

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// name is what a text calls something by: an article, a law, a date, a zone, a mark of
// letters and digits. Names are compared whole, never as amounts (CITATIONS H5).
type name struct {
	span
	kind  nameKind
	shown string
	parts []string // of a passage named: "art-5", "ap-2"
	id    string   // letters and digits of a work, a law, a mark; "2022-01-02" of a date; "d" of a zone
}

type nameKind uint8

const (
	partName nameKind = iota
	workName
	dateName
	zoneName
	markName
)

var (
	lawNumber  = lazyregexp.New(`\b(?:\p{Lu}{2,5}/)?[0-9]{1,5}/(?:19|20)[0-9]{2}\b|\b(?:19|20)[0-9]{2}/[0-9]{1,4}\b`)
	numberDate = lazyregexp.New(`\b(?:([0-9]{4})-([0-9]{2})-([0-9]{2})|([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]((?:19|20)[0-9]{2}))\b`)

	// markShape are capitals with digits behind them, and what hangs on them: "D3",
	// "UNE-EN 81-70", "IDA 2", "B-s1,d0".
	markShape = lazyregexp.New(`\b(?:\p{Lu}{1,5}(?:-[sd]\d(?:, ?d\d)?)|\p{Lu}\p{L}?\d+(?:[.-]\d+)*[a-z]?|\p{Lu}{2,6}(?:[-‑/ ]\p{Lu}{1,4}){0,2}[-‑ ]?\d+(?:[.-]\d+)*[a-z]?)`)
)

// namesIn lists the names of a text.
func (l *tongue) namesIn(text string) []name {
	var list []name
	add := func(n name) {
		if n.end > n.start && !slices.ContainsFunc(list, func(m name) bool { return n.start < m.end && m.start < n.end }) {
			n.shown = strings.TrimSpace(text[n.start:n.end])
			list = append(list, n)
		}
	}
	l.addDates(text, add)
	for _, r := range crossref.Find(text, l.tag) {
		if r.Part != "" {
			add(name{span: span{r.Start, r.End}, kind: partName, parts: strings.Split(r.Part, "/"), id: squeezed(r.Work)})
		} else {
			add(name{span: span{r.Start, r.End}, kind: workName, id: squeezed(r.Work)})
		}
	}
	for _, m := range lawNumber.FindAllStringIndex(text, -1) {
		add(name{span: span{m[0], m[1]}, kind: workName, id: squeezed(text[m[0]:m[1]])})
	}
	l.addZones(text, add)
	addMarks(text, l.tag, add)
	return list
}

func spansOf(list []name) []span { return mapSlice(list, func(n name) span { return n.span }) }

func addMarks(text, lang string, add func(name)) {
	found := markShape.FindAllStringIndex(text, -1)
	if len(found) == 0 {
		return
	}
	var classes []span // of resistance to fire: amounts
	for _, f := range quantity.Figures(text, lang, nil) {
		if f.Unit.IsFireClass() {
			classes = append(classes, span{f.Start, f.End})
		}
	}
	for _, m := range found {
		if overlapping(classes, m[0], m[1]) {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(text[m[1]:]); unicode.IsLetter(r) || isUnit(text[m[0]:m[1]], lang) {
			continue
		}
		add(name{span: span{m[0], m[1]}, kind: markName, id: squeezed(text[m[0]:m[1]])})
	}
}

func (l *tongue) addDates(text string, add func(name)) {
	for _, m := range numberDate.FindAllStringSubmatchIndex(text, -1) {
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		year, month, day := part(1), part(2), part(3)
		if year == "" {
			year, month, day = part(6), part(5), part(4)
		}
		add(name{span: span{m[0], m[1]}, kind: dateName, id: dateID(year, month, day)})
	}
	if l.dates == nil {
		return
	}
	for _, m := range l.dates.FindAllStringSubmatchIndex(foldSame(text), -1) {
		folded := foldSame(text)
		part := func(a, b int) string {
			for _, i := range []int{a, b} {
				if m[2*i] >= 0 {
					return folded[m[2*i]:m[2*i+1]]
				}
			}
			return ""
		}
		add(name{span: span{m[0], m[1]}, kind: dateName, id: dateID(part(3, 6), strconv.Itoa(l.months[part(2, 4)]), part(1, 5))})
	}
}

// dateID is "2022-01-02", without a year "-01-02".
func dateID(year, month, day string) string {
	pad := func(s string) string { return strings.Repeat("0", max(0, 2-len(s))) + s }
	return year + "-" + pad(month) + "-" + pad(day)
}

// addZones finds a zone, a class or a type by its letter or number.
func (l *tongue) addZones(text string, add func(name)) {
	if l.zones == nil {
		return
	}
	for _, m := range l.zones.FindAllStringSubmatchIndex(text, -1) {
		add(name{span: span{m[2], m[3]}, kind: zoneName, id: strings.ToLower(text[m[2]:m[3]])})
	}
}

// datesOf is the shape of dates in words, with the months as groups.
func datesOf(months map[string]int) *regexp.Regexp {
	if len(months) == 0 {
		return nil
	}
	var names []string
	for n := range months {
		names = append(names, regexp.QuoteMeta(n))
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	month := `(` + strings.Join(names, "|") + `)`
	return regexp.MustCompile(`\b(\d{1,2})(?:º|er|st|nd|rd|th)? (?:de |of )?` + month + `(?:,? (?:de |del )?((?:18|19|20)\d{2}))?\b|\b` + month + ` (\d{1,2})(?:st|nd|rd|th)?,? ((?:18|19|20)\d{2})\b`)
}

// foldSame folds a text letter by letter, so that places stay what they are; letters
// whose folded form is longer or shorter stay as they are written.
func foldSame(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return unicode.ToLower(r)
		}
		return r
	}, text)
}

// squeezed leaves letters and digits alone, the points and hyphens between digits, and
// where no name goes on: "DB-SUA 1 | 4.2" is "dbsua1|4.2".
func squeezed(text string) string {
	folded := []rune(retrieval.Fold(text))
	var b strings.Builder
	for i, r := range folded {
		digits := i > 0 && i+1 < len(folded) && unicode.IsDigit(folded[i-1]) && unicode.IsDigit(folded[i+1])
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || digits && strings.ContainsRune("./-,", r):
			b.WriteRune(r)
		case strings.ContainsRune("|\n;(", r), r == ',' && i+1 < len(folded) && folded[i+1] == ' ':
			b.WriteByte('|') // no name goes on beyond
		}
	}
	return b.String()
}

// holdsName reports whether a squeezed text holds a squeezed name, not followed by a
// further digit nor preceded by one.
func holdsName(text, id string) bool {
	for from := 0; id != ""; {
		i := strings.Index(text[from:], id)
		if i < 0 {
			return false
		}
		at, end := from+i, from+i+len(id)
		next, _ := utf8.DecodeRuneInString(text[end:])
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		goesOn := unicode.IsDigit(next) && unicode.IsDigit(rune(id[len(id)-1])) || unicode.IsDigit(before) && unicode.IsDigit(rune(id[0]))
		if !goesOn {
			return true
		}
		from = at + 1
	}
	return false
}

// nameSet is what a text can be referred to by, and refers to.
type nameSet struct {
	parts    map[string]bool // "art-5", "ap-2", and "2" of what headings number
	squeezed string
	dates    map[string]bool
	zones    map[string]bool
}

func (l *tongue) newNames(text string) nameSet {
	n := nameSet{parts: map[string]bool{}, squeezed: squeezed(text), dates: map[string]bool{}, zones: map[string]bool{}}
	for _, x := range l.namesIn(text) {
		switch x.kind {
		case partName:
			for _, p := range x.parts {
				n.parts[p] = true
			}
		case dateName:
			n.dates[x.id] = true
		case zoneName:
			n.zones[x.id] = true
		case workName, markName: // squeezed has them
		}
	}
	return n
}

// addPlace takes in where a block stands: the numbers of its headings and of its items.
func (n *nameSet) addPlace(b *retrieval.Block) {
	for _, title := range append(slices.Clone(b.Path), b.Title) {
		if part := crossref.HeadingPart(title, b.Lang); part != "" {
			for p := range strings.SplitSeq(part, "/") {
				n.parts[p] = true
				n.parts[numberOf(p)] = true
			}
		}
	}
	for _, m := range itemLabel.FindAllStringSubmatch(b.Text, -1) {
		n.parts["let-"+strings.ToLower(m[1])], n.parts["ap-"+m[1]] = true, true
	}
}

var itemLabel = lazyregexp.New(`(?m)^\s*(?:[-•] )?([0-9]{1,2}|[a-z])[.)]+[ª]? `)

func numberOf(part string) string { _, number, _ := strings.Cut(part, "-"); return number }

// has reports whether a name stands in the text, in what it stands under, or in its
// regulation's title.
func (n *nameSet) has(x name) bool {
	switch x.kind {
	case dateName:
		return n.hasDate(x.id)
	case zoneName:
		return n.zones[x.id] || n.zones[x.id[:1]] || len(x.id) > 1 && holdsName(n.squeezed, x.id)
	case workName:
		const title = 12 // letters of a work that goes by its title, which may be put otherwise
		return len(x.id) > title && !strings.ContainsFunc(x.id, unicode.IsDigit) || holdsName(n.squeezed, x.id)
	case markName:
		return holdsName(n.squeezed, x.id)
	case partName:
	}
	return (x.id == "" || holdsName(n.squeezed, x.id)) && !slices.ContainsFunc(x.parts, func(p string) bool { return !n.hasPart(p) })
}

// hasDate reports whether a date stands in the text, one without a year in any.
func (n *nameSet) hasDate(id string) bool {
	if n.dates[id] || !strings.HasPrefix(id, "-") {
		return n.dates[id]
	}
	for d := range n.dates {
		if strings.HasSuffix(d, id) {
			return true
		}
	}
	return false
}

func (n *nameSet) hasPart(part string) bool {
	kind, number, _ := strings.Cut(part, "-")
	return n.parts[part] || kind != "tab" && kind != "fig" && n.parts[number]
}

// isUnit reports whether capitals with digits are a unit: "CM2".
func isUnit(mark, lang string) bool {
	_, err := quantity.ParseUnitIn(mark, lang)
	return err == nil
}
