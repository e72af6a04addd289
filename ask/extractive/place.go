package extractive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Where a statement stands is told as a colleague would: by the number of the law
// and of the article, not by titles in full.

var (
	// lawNumber ends what a law is called by: "Orden TMA/851/2021".
	lawNumber = lazyregexp.New(`^[^,;:]{3,60}?\b[0-9]{1,5}/[0-9]{4}\b`)

	// itemNumber opens a heading or an item: "2.2.1 En local", "9. ", "A) ", "3.º ".
	// Within a sentence its point would end it.
	itemNumber = lazyregexp.New(`^\s*(?:[0-9]{1,3}(?:\.[0-9]{1,3})*(?:\.?º|[.)])|[0-9]{1,3}(?:\.[0-9]{1,3})+|[A-Za-z][.)]|[ivx]{1,4}[.)]|[-–•])\s+`)

	// provision is a heading that numbers an article: "Artículo 14. Rampas."
	provision = lazyregexp.New(`(?i)^((?:art[ií]culo|article|disposici[oó]n \p{L}+|anexo|annex|schedule|regulation|section)\s+(?:[0-9]+[a-zº]*(?:\s(?:bis|ter|quater))?|\p{L}+|[ivxIVX]+))\s*[.:–-]?\s*(.*?)[.\s]*$`)

	// feminine is the kind of a law whose name is feminine in Spanish.
	feminine = lazyregexp.New(`(?i)^(?:orden|ley|norma|directiva|instrucci[oó]n|ordenanza|resoluci[oó]n|circular|gu[ií]a|ord)\b`)

	masculine = lazyregexp.New(`(?i)^(?:real decreto|decreto|reglamento|c[oó]digo|documento|rd)\b`)
)

const (
	longTitle   = 70 // bytes
	longHeading = 80
)

// shortTitle is what a regulation is called by.
func shortTitle(title string) string {
	title = strings.TrimSpace(title)
	if name := lawNumber.FindString(title); name != "" {
		return name
	}
	if len(title) <= longTitle {
		return inline(title)
	}
	if first, _, ok := strings.Cut(title, ". "); ok && len(first) > 8 && len(first) <= longTitle {
		return first // what follows tells of its edition
	}
	if name, _, ok := strings.Cut(title, ", "); ok && len(name) > 8 && len(name) <= longTitle {
		return inline(name)
	}
	return inline(short(title))
}

// plainHeading is a heading as it may stand within a sentence, cut where it is too
// long to say where something is.
func plainHeading(text string) string {
	text = heading(withoutMark(text))
	if len(text) > longHeading {
		return cutHeading(text)
	}
	return text
}

// cutHeading cuts a long heading at its first bracket, or as cutAt does.
func cutHeading(text string) string {
	text, _, _ = strings.Cut(text, " (")
	return cutAt(text, longHeading)
}

// cutAt cuts a text to at most so many bytes: at its last comma, or else behind a word
// that can end it.
func cutAt(text string, most int) string {
	if len(text) > most {
		at := strings.LastIndexByte(text[:most], ',')
		if at <= 0 {
			at = strings.LastIndexByte(text[:most], ' ')
		}
		if at <= 0 {
			return ""
		}
		text = text[:at]
	}
	list := strings.Fields(text)
	for n := len(list); n > 1 && isStop(list[n-1]); n = len(list) {
		list = list[:n-1]
	}
	return strings.TrimRight(strings.Join(list, " "), ",;:")
}

// isStop reports whether a word only links others, in either language.
func isStop(word string) bool {
	list := retrieval.Words(word, "")
	return len(list) == 1 && (list[0].Stop() || len(list[0].Fold) <= 3 && !list[0].Number)
}

// placeOf says where a statement stands: "el artículo 14 de la Orden TMA/851/2021
// («Rampas»)".
func (a *query) placeOf(s *statement) string {
	document, _, _ := strings.Cut(s.passage.Title, " › ")
	inner := strings.TrimSpace(s.innermost())
	if retrieval.Fold(inner) == retrieval.Fold(document) {
		inner = ""
	}
	title := shortTitle(document)
	if s.passage.Private {
		return a.wording().inDocument(title)
	}
	if m := provision.FindStringSubmatch(inner); m != nil {
		return a.wording().inArticle(lowerFirst(m[1]), plainHeading(m[2]), title)
	}
	return a.wording().inLaw(plainHeading(inner), title)
}

// ofLaw joins the name of a law to what is of it, in Spanish.
func ofLaw(title string) string {
	switch {
	case feminine.MatchString(title):
		return "de la " + title
	case masculine.MatchString(title):
		return "del " + title
	}
	return "de «" + title + "»"
}

func theLaw(title string) string {
	switch {
	case feminine.MatchString(title):
		return "la " + title
	case masculine.MatchString(title):
		return "el " + title
	}
	return "«" + title + "»"
}

// plainText is a statement without the mark of its item, and in one line.
func plainText(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if rest := withoutMark(text); rest != "" {
		return rest
	}
	return text
}

// mostMarks is how many marks may lead one text: "– a) ".
const mostMarks = 3

// withoutMark drops what numbers a text. A bare decimal ("2.50 m") is an amount.
func withoutMark(text string) string {
	for range mostMarks {
		mark := itemNumber.FindString(text)
		if mark == "" {
			break
		}
		rest := text[len(mark):]
		next, _ := utf8.DecodeRuneInString(rest)
		if last := mark[len(strings.TrimRight(mark, " "))-1]; last >= '0' && last <= '9' && !unicode.IsUpper(next) {
			break
		}
		text = rest
	}
	return text
}

// leadText is the last sentence of what a list stands under, without its mark; the
// one before where the last only points back to it ("En este caso:"). It is "" where
// that is long.
func leadText(lead string) string {
	sentences := ask.Sentences(strings.Join(strings.Fields(lead), " "))
	for i := len(sentences) - 1; i >= 0; i-- {
		text := strings.TrimRight(plainText(sentences[i]), " .:;")
		switch {
		case pointsBack.MatchString(retrieval.Fold(text)):
			continue
		case len(text) > longLead:
			return ""
		}
		return text
	}
	return ""
}

// pointsBack is a line that says nothing by itself.
var pointsBack = lazyregexp.New(`^(?:en (?:este|estos|tal|tales|dicho|dichos|ambos) (?:casos?|supuestos?)|a estos efectos|asimismo|ademas|in (?:this|these|such|both) cases?|in addition|also)$`)
