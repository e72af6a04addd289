package ask

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// refTo is a reference a text makes: to an article, a table, a law, a date. It
// is matched exactly, never as an amount (CITATIONS N2).
type refTo struct {
	kind       string // one of the ref kinds
	id         string // folded: "5.2", "314/2006", "2010-02-01", "sua1"
	start, end int    // byte offsets in the folded text
}

// The kinds of references. A numbered heading serves any of those that count
// the parts of a text.
const (
	refArticle  = "article"
	refSection  = "section"
	refTable    = "table"
	refFigure   = "figure"
	refAnnex    = "annex"
	refChapter  = "chapter"
	refNote     = "note"
	refHeading  = "heading"
	refLaw      = "law"
	refDate     = "date"
	refStandard = "standard"
	refAcronym  = "acronym"
)

var refLabels = map[string]string{
	"art": refArticle, "arts": refArticle, "articulo": refArticle, "articulos": refArticle, "article": refArticle, "articles": refArticle,
	"apartado": refSection, "apartados": refSection, "apdo": refSection, "apdos": refSection, "ap": refSection, "seccion": refSection, "secciones": refSection,
	"section": refSection, "sections": refSection, "sect": refSection, "clause": refSection, "clauses": refSection, "paragraph": refSection, "paragraphs": refSection,
	"parrafo": refSection, "parrafos": refSection, "punto": refSection, "puntos": refSection, "epigrafe": refSection,
	"tabla": refTable, "tablas": refTable, "table": refTable, "tables": refTable, "cuadro": refTable,
	"figura": refFigure, "figuras": refFigure, "figure": refFigure, "figures": refFigure, "diagram": refFigure,
	"anejo": refAnnex, "anexo": refAnnex, "anejos": refAnnex, "anexos": refAnnex, "annex": refAnnex, "appendix": refAnnex, "apendice": refAnnex, "schedule": refAnnex,
	"capitulo": refChapter, "chapter": refChapter, "titulo": refChapter, "part": refChapter, "parte": refChapter,
	"nota": refNote, "notas": refNote, "note": refNote, "notes": refNote,
}

const refNumber = `(?:[a-z]?[.-]?[0-9]+(?:[.\-][0-9]+)*[a-z]?|[ivxlc]{1,6}|[a-h])`

var (
	labelled = newPattern(`\b(arts?|articulos?|articles?|apartados?|apdos?|ap|secci(?:on|ones)|sections?|sect|clauses?|paragraphs?|parrafos?|puntos?|epigrafe|` +
		`tablas?|tables?|cuadro|figuras?|figures?|diagram|anejos?|anexos?|annex|appendix|apendice|schedule|capitulo|chapter|titulo|parte?|notas?|notes?)` +
		`(?:\. ?| )(?:n[.ºo°]+ ?)?(` + refNumber + `)\b((?:(?:, ?| y | e | o | a | and | or | to |-| and to )` + refNumber + `\b)*)`)
	refListItem = lazyregexp.New(refNumber)

	lawNumber = lazyregexp.New(`\b(?:([a-z]{2,5})/)?([0-9]{1,5}/(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}/[0-9]{1,4}/(?:ue|ce|cee|eu|ec|eec))\b`)
	standard  = newPattern(`\b(?:une|en|iso|iec|din|bs|astm)(?:[- /](?:en|iso|iec|une))*[- ]([0-9]{3,6}(?:-[0-9]{1,3})*)(?::([0-9]{4}))?\b`)

	isoDate    = newPattern(`\b((?:1[89]|20)[0-9]{2})-([0-9]{2})-([0-9]{2})\b`)
	dottedDate = newPattern(`\b([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]((?:1[89]|20)[0-9]{2})\b`)
	wordDate   = newPattern(`\b([0-9]{1,2})(?:º|st|nd|rd|th)? (?:de |of )?(` + monthNames + `)(?:,? (?:de |del )?((?:1[89]|20)[0-9]{2}))?\b`)
	monthFirst = newPattern(`\b(` + monthNames + `) ([0-9]{1,2})(?:st|nd|rd|th)?,? ((?:1[89]|20)[0-9]{2})\b`)

	// acronym is read from the text as written: capitals before a number.
	acronym = newPattern(`\b[A-Z]{2,6}(?:[-‑/][A-Z]{1,4})*[-‑ ]?[0-9]+(?:[.][0-9]+)*\b`)

	headingNumber = lazyregexp.New(`(?:^|\n|› )([0-9]+(?:\.[0-9]+)*)\.?[- )]`)
	itemLabel     = lazyregexp.New(`(?m)^\s*(?:[-•] )?([0-9]{1,2}|[a-z])[.)]+[ª]? `)
)

const monthNames = `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|` +
	`january|february|march|april|may|june|july|august|september|october|november|december`

var months = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for i, name := range strings.Split(strings.Replace(monthNames, "setiembre|", "", 1), "|") {
		table[name] = string([]byte{'0' + byte((i%12+1)/10), '0' + byte((i%12+1)%10)})
	}
	table["setiembre"] = "09"
	return table
})

// refsIn lists the references of a text, none overlapping, in order.
func refsIn(text string) []refTo { return refsOf(text, retrieval.Fold(text)) }

func refsOf(text, folded string) []refTo {
	var list []refTo
	add := func(kind, id string, start, end int) {
		if !slices.ContainsFunc(list, func(r refTo) bool { return start < r.end && r.start < end }) {
			list = append(list, refTo{kind, id, start, end})
		}
	}
	addDates(folded, add)
	if strings.Contains(folded, "/") {
		for _, m := range lawNumber.FindAllStringSubmatchIndex(folded, -1) {
			add(refLaw, folded[m[4]:m[5]], m[0], m[1])
		}
	}
	for _, m := range standard.all(folded) {
		if _, isUnit := unitAt(folded[m[1]:]); isUnit && strings.HasPrefix(folded[m[0]:], "en ") {
			continue // "en 100 cm"
		}
		add(refStandard, folded[m[2]:m[3]], m[0], m[1])
	}
	for _, m := range labelled.all(folded) {
		addLabelled(folded, m, add)
	}
	if len(folded) == len(text) { // or else capitals are not where the folded text has them
		addAcronyms(text, folded, add)
	} else {
		addAcronyms(foldKeepingCase(text), folded, add)
	}
	slices.SortFunc(list, func(a, b refTo) int { return a.start - b.start })
	return list
}

// foldKeepingCase is retrieval.Fold, letter by letter, with capitals kept.
func foldKeepingCase(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		f := retrieval.Fold(string(r))
		if unicode.IsUpper(r) {
			f = strings.ToUpper(f)
		}
		b.WriteString(f)
	}
	return b.String()
}

type refSink func(kind, id string, start, end int)

func addDates(folded string, add refSink) {
	date := func(y, m, d string, at []int) {
		if len(d) == 1 {
			d = "0" + d
		}
		if len(m) == 1 {
			m = "0" + m
		}
		add(refDate, y+"-"+m+"-"+d, at[0], at[1])
	}
	part := func(at []int, i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return folded[at[2*i]:at[2*i+1]]
	}
	for _, at := range isoDate.all(folded) {
		date(part(at, 1), part(at, 2), part(at, 3), at)
	}
	for _, at := range dottedDate.all(folded) {
		date(part(at, 3), part(at, 2), part(at, 1), at)
	}
	for _, at := range wordDate.all(folded) {
		date(part(at, 3), months()[part(at, 2)], part(at, 1), at)
	}
	for _, at := range monthFirst.all(folded) {
		date(part(at, 3), months()[part(at, 1)], part(at, 2), at)
	}
}

func addLabelled(folded string, m []int, add refSink) {
	kind := refLabels[folded[m[2]:m[3]]]
	if _, isUnit := unitAt(folded[m[5]:]); isUnit && m[7] == m[6] && kind == refNote {
		return
	}
	add(kind, strings.Trim(folded[m[4]:m[5]], ".-"), m[0], m[5])
	for _, item := range refListItem.FindAllStringIndex(folded[m[6]:m[7]], -1) {
		if id := folded[m[6]+item[0] : m[6]+item[1]]; strings.ContainsAny(id, "0123456789") {
			add(kind, strings.Trim(id, ".-"), m[6]+item[0], m[6]+item[1])
		}
	}
}

func addAcronyms(cased, folded string, add refSink) {
	if len(cased) != len(folded) {
		return
	}
	for _, m := range acronym.all(cased) {
		if next, _ := utf8.DecodeRuneInString(folded[m[1]:]); unicode.IsLetter(next) {
			continue
		}
		if _, isUnit := unitAt(folded[m[1]:]); isUnit {
			continue
		}
		if isUnitWord(squeezeName(folded[m[0]:m[1]])) { // "CM2"
			continue
		}
		add(refAcronym, squeezeName(folded[m[0]:m[1]]), m[0], m[1])
	}
}

// squeezeName leaves only letters, digits and points: "DB-SUA 1" is "dbsua1".
func squeezeName(folded string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' {
			return r
		}
		return -1
	}, folded)
}

// inRef reports whether a number is part of a reference.
func inRef(refs []refTo, q Quantity) bool {
	return q.unit.dimension != dateDimension && slices.ContainsFunc(refs, func(r refTo) bool { return q.Start < r.end && r.start < q.End })
}

// refIndex is what a passage can be referred to by, and refers to.
type refIndex struct {
	list     []refTo
	headings []string // numbers of headings
	items    map[string]bool
	squeezed string // all text, letters and digits only
}

func indexRefs(title, text *parsed) refIndex {
	x := refIndex{list: append(title.refs(), text.refs()...), items: map[string]bool{}, squeezed: squeezeName(title.folded + " " + text.folded)}
	for _, m := range headingNumber.FindAllStringSubmatch(title.folded, -1) {
		x.headings = append(x.headings, m[1])
	}
	for _, m := range itemLabel.FindAllStringSubmatch(text.folded, -1) {
		x.items[m[1]] = true
	}
	return x
}

// has reports whether a passage bears a reference out. "5.2" is borne out by
// article 5 whose text has a part 2.
func (x *refIndex) has(r refTo) bool {
	if slices.ContainsFunc(x.list, func(have refTo) bool { return have.kind == r.kind && sameRef(r, have) }) {
		return true
	}
	switch r.kind {
	case refAcronym:
		return strings.Contains(x.squeezed, r.id) && wholeName(x.squeezed, r.id)
	case refLaw, refDate, refStandard, refTable, refFigure, refNote:
		return false
	}
	if slices.Contains(x.headings, r.id) {
		return true
	}
	i := strings.LastIndexByte(r.id, '.')
	return i > 0 && x.items[r.id[i+1:]] && x.has(refTo{kind: r.kind, id: r.id[:i]})
}

func sameRef(claimed, have refTo) bool {
	if claimed.kind == refDate && strings.HasPrefix(claimed.id, "-") { // no year given
		return strings.HasSuffix(have.id, claimed.id)
	}
	return claimed.id == have.id || claimed.kind == refStandard && strings.HasPrefix(have.id, claimed.id+"-")
}

// wholeName reports whether id stands in text not followed by a further digit.
func wholeName(text, id string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], id)
		if i < 0 {
			return false
		}
		end := from + i + len(id)
		if next, _ := utf8.DecodeRuneInString(text[end:]); !unicode.IsDigit(next) {
			return true
		}
		from = end
	}
}
