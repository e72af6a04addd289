package extractive

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
)

var spanish = wording{
	amount: func(p *ask.Property, d ask.Direction, value, figure, heading string) string {
		text := fmt.Sprintf("%s es de %s", limitedES(p, d), strings.TrimPrefix(value, "de ")) // "de 2 a 5 m" has its own
		if heading != "" {
			text += " (apartado «" + heading + "»)"
		}
		return upperFirst(forFigure("para ", figure)+text) + "."
	},
	amountOf: func(p *ask.Property, d ask.Direction, value, figure, row, column string) string {
		text := forFigure("para ", figure) + limitedES(p, d)
		if column != "" {
			row += "», columna «" + column
		}
		return fmt.Sprintf("%s es de %s (fila «%s»).", upperFirst(text), value, row)
	},
	between: func(p *ask.Property, span, heading string) string {
		text := upperFirst(p.ES) + " ha de estar " + span
		if heading != "" {
			text += " (apartado «" + heading + "»)"
		}
		return text + "."
	},
	depends: func(p *ask.Property, d ask.Direction, cases []string) string {
		return fmt.Sprintf("%s depende del caso: %s.", upperFirst(limitedES(p, d)), listed(cases, "o"))
	},
	verdict: func(p *ask.Property, figure string, within, beyond []string) string {
		limit := strings.TrimPrefix(strings.TrimPrefix(p.ES, "la "), "el ") + " de " + figure
		switch {
		case len(beyond) == 0:
			return fmt.Sprintf("Sí: con %s se cumple: %s.", limit, strings.Join(within, "; "))
		case len(within) == 0:
			return fmt.Sprintf("No: con %s no se cumple: %s.", limit, strings.Join(beyond, "; "))
		}
		return fmt.Sprintf("Depende del caso: con %s se cumple: %s; no se cumple: %s.", limit, strings.Join(within, "; "), strings.Join(beyond, "; "))
	},
	bound: func(d ask.Direction, value string) string {
		return map[ask.Direction]string{ask.Minimum: "mínimo ", ask.Maximum: "máximo "}[d] + value
	},
	span:   func(low, high string) string { return "entre " + low + " y " + high },
	fromTo: func(low, high string) string { return "de " + low + " a " + high + " según la tabla" },
	inArticle: func(article, heading, law string) string {
		if heading != "" {
			article += " («" + heading + "»)"
		}
		return "Según " + theES(article) + " " + ofLaw(law)
	},
	inLaw: func(heading, law string) string {
		if heading == "" {
			return "Según " + theLaw(law)
		}
		return "Según " + theLaw(law) + ", apartado «" + heading + "»"
	},
	inDocument:      func(name string) string { return "Según el documento del proyecto «" + name + "»" },
	further:         "y otros casos",
	no:              "No",
	mind:            "A tener en cuenta:",
	zoneUsed:        "Según los datos del proyecto, la zona climática es %s.",
	nothing:         "Los textos de las normas seleccionadas no contienen una respuesta a esta pregunta (se ha buscado en: %s).",
	lostTable:       "Un pasaje de «%s» remite a una tabla que no consta en los textos.",
	others:          "entre otras",
	absent:          "No consta en ellos nada sobre %s.",
	offered:         "Según los datos del proyecto, «%s» no está entre las normas seleccionadas.",
	offeredTextless: "Según los datos del proyecto, «%s» no está entre las normas seleccionadas, y su texto no está disponible.",
	textless:        "Según los datos del proyecto, «%s» está entre las normas seleccionadas, pero su texto no está disponible.",
	fact:            "Según los datos del proyecto: %s.",
}

func limitedES(p *ask.Property, d ask.Direction) string {
	ending := "o"
	if p.Feminine {
		ending = "a"
	}
	switch d {
	case ask.Minimum:
		return p.ES + " mínim" + ending
	case ask.Maximum:
		return p.ES + " máxim" + ending
	default:
		return p.ES
	}
}

// theES puts the article before the name of a provision.
func theES(name string) string {
	if strings.HasPrefix(name, "disposici") || strings.HasPrefix(name, "section") {
		return "la " + name
	}
	return "el " + name
}
