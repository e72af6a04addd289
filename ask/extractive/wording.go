package extractive

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// wording is how an answer is phrased in one language.
type wording struct {
	amount   func(p *property, d ask.Direction, value, figure, heading string) string
	amountOf func(p *property, d ask.Direction, value, figure, row, column string) string
	between  func(p *property, low, high string) string
	depends  func(p *property, d ask.Direction, values []string) string
	no       string
	mind     string
	zoneUsed string // takes the zone
	nothing  string // takes the titles searched
	absent   string // takes words no text has
	offered  string // takes the title of a regulation not selected
	fact     string // takes label and value
}

var wordings = map[string]*wording{
	"es": {
		amount: func(p *property, d ask.Direction, value, figure, heading string) string {
			text := fmt.Sprintf("%s es de %s", limitedES(p, d), value)
			if heading != "" {
				text += " (apartado «" + heading + "»)"
			}
			return upperFirst(forFigure("para ", figure)+text) + "."
		},
		amountOf: func(p *property, d ask.Direction, value, figure, row, column string) string {
			text := forFigure("para ", figure) + limitedES(p, d)
			if column != "" {
				row += "», columna «" + column
			}
			return fmt.Sprintf("%s es de %s (fila «%s»).", upperFirst(text), value, row)
		},
		between: func(p *property, low, high string) string {
			return fmt.Sprintf("%s ha de estar entre %s y %s.", upperFirst(p.es), low, high)
		},
		depends: func(p *property, d ask.Direction, values []string) string {
			return fmt.Sprintf("%s depende del caso: %s.", upperFirst(limitedES(p, d)), joined(values, "o"))
		},
		no:       "No, según el texto.",
		mind:     "A tener en cuenta:",
		zoneUsed: "Según los datos del proyecto, la zona climática es %s.",
		nothing:  "Los textos de las normas seleccionadas no contienen una respuesta a esta pregunta (se ha buscado en: %s).",
		absent:   "No consta en ellos nada sobre %s.",
		offered:  "Según los datos del proyecto, %s no está entre las normas seleccionadas.",
		fact:     "Según los datos del proyecto: %s.",
	},
	"en": {
		amount: func(p *property, d ask.Direction, value, figure, heading string) string {
			text := fmt.Sprintf("the %s is %s", limitedEN(p, d), value)
			if heading != "" {
				text += " (under “" + heading + "”)"
			}
			return upperFirst(forFigure("for ", figure)+text) + "."
		},
		amountOf: func(p *property, d ask.Direction, value, figure, row, column string) string {
			text := forFigure("for ", figure) + "the " + limitedEN(p, d)
			if column != "" {
				row += "”, column “" + column
			}
			return fmt.Sprintf("%s is %s (row “%s”).", upperFirst(text), value, row)
		},
		between: func(p *property, low, high string) string {
			return fmt.Sprintf("The %s has to be between %s and %s.", p.en, low, high)
		},
		depends: func(p *property, d ask.Direction, values []string) string {
			return fmt.Sprintf("The %s depends on the case: %s.", limitedEN(p, d), joined(values, "or"))
		},
		no:       "No, according to the text.",
		mind:     "Bear in mind:",
		zoneUsed: "According to the project data, the climate zone is %s.",
		nothing:  "The texts of the selected regulations do not contain an answer to this question (searched: %s).",
		absent:   "Nothing about %s was found in the texts.",
		offered:  "According to the project data, %s is not among the regulations selected.",
		fact:     "According to the project data: %s.",
	},
}

func (a *query) wording() *wording { return wordings[a.lang] }

func limitedES(p *property, d ask.Direction) string {
	ending := "o"
	if p.feminine {
		ending = "a"
	}
	switch d {
	case ask.Minimum:
		return p.es + " mínim" + ending
	case ask.Maximum:
		return p.es + " máxim" + ending
	default:
		return p.es
	}
}

func limitedEN(p *property, d ask.Direction) string {
	switch d {
	case ask.Minimum:
		return "minimum " + p.en
	case ask.Maximum:
		return "maximum " + p.en
	default:
		return p.en
	}
}

func forFigure(word, figure string) string {
	if figure == "" {
		return ""
	}
	return word + figure + ", "
}

func joined(list []string, and string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + and + " " + list[len(list)-1]
}

func upperFirst(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
