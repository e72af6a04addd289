package extractive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
)

// wording is how an answer is phrased in one language.
type wording struct {
	amount          func(p *ask.Property, d ask.Direction, value, figure, heading string) string
	amountOf        func(p *ask.Property, d ask.Direction, value, figure, row, column string) string
	between         func(p *ask.Property, span, heading string) string
	depends         func(p *ask.Property, d ask.Direction, cases []string) string
	verdict         func(p *ask.Property, figure string, within, beyond []string) string
	bound           func(d ask.Direction, value string) string
	span            func(low, high string) string
	fromTo          func(low, high string) string
	inArticle       func(article, heading, law string) string // where a quotation stands
	inLaw           func(heading, law string) string
	inDocument      func(name string) string
	further         string
	no              string // opens a quotation that says no
	mind            string
	zoneUsed        string // takes the zone
	nothing         string // takes the titles searched
	lostTable       string // takes the title of a regulation
	others          string // ends a list that is cut
	absent          string // takes words no text has
	offered         string // takes the title of a regulation not selected
	offeredTextless string // the same, of one without text
	textless        string // takes the title of one selected, without text
	fact            string // takes label and value
}

var wordings = map[string]*wording{"es": &spanish, "en": &english}

func (a *query) wording() *wording { return wordings[a.lang] }

func forFigure(word, figure string) string {
	if figure == "" {
		return ""
	}
	return word + figure + ", "
}

// listed joins cases: two short ones by a word, others by semicolons.
func listed(list []string, or string) string {
	if len(list) == 2 && !strings.ContainsAny(list[0]+list[1], "(,") {
		return list[0] + " " + or + " " + list[1]
	}
	return strings.Join(list, "; ")
}

func upperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[size:]
}

// lowerFirst leaves an acronym as it is.
func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(next) || unicode.IsDigit(next) {
		return s
	}
	return strings.ToLower(string(r)) + s[size:]
}
