package extractive

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
)

var english = wording{
	amount: func(p *ask.Property, d ask.Direction, value, figure, heading string) string {
		text := fmt.Sprintf("the %s is %s", limitedEN(p, d), value)
		if heading != "" {
			text += " (under “" + heading + "”)"
		}
		return upperFirst(forFigure("for ", figure)+text) + "."
	},
	amountOf: func(p *ask.Property, d ask.Direction, value, figure, row, column string) string {
		text := forFigure("for ", figure) + "the " + limitedEN(p, d)
		if column != "" {
			row += "”, column “" + column
		}
		return fmt.Sprintf("%s is %s (row “%s”).", upperFirst(text), value, row)
	},
	between: func(p *ask.Property, span, heading string) string {
		text := "The " + p.EN + " has to be " + span
		if heading != "" {
			text += " (under “" + heading + "”)"
		}
		return text + "."
	},
	depends: func(p *ask.Property, d ask.Direction, cases []string) string {
		return fmt.Sprintf("The %s depends on the case: %s.", limitedEN(p, d), listed(cases, "or"))
	},
	verdict: func(p *ask.Property, figure string, within, beyond []string) string {
		limit := p.EN + " of " + figure
		switch {
		case len(beyond) == 0:
			return fmt.Sprintf("Yes: a %s meets: %s.", limit, strings.Join(within, "; "))
		case len(within) == 0:
			return fmt.Sprintf("No: a %s does not meet: %s.", limit, strings.Join(beyond, "; "))
		}
		return fmt.Sprintf("It depends on the case: a %s meets: %s; does not meet: %s.", limit, strings.Join(within, "; "), strings.Join(beyond, "; "))
	},
	bound: func(d ask.Direction, value string) string {
		return map[ask.Direction]string{ask.Minimum: "minimum ", ask.Maximum: "maximum "}[d] + value
	},
	span:   func(low, high string) string { return "between " + low + " and " + high },
	fromTo: func(low, high string) string { return "from " + low + " to " + high + " according to the table" },
	inArticle: func(article, heading, law string) string {
		if heading != "" {
			article += " (“" + heading + "”)"
		}
		return "According to " + article + " of " + law
	},
	inLaw: func(heading, law string) string {
		if heading == "" {
			return "According to " + law
		}
		return "According to " + law + ", under “" + heading + "”"
	},
	inDocument:      func(name string) string { return "According to the project's document “" + name + "”" },
	further:         "and other cases",
	no:              "No",
	mind:            "Bear in mind:",
	zoneUsed:        "According to the project data, the climate zone is %s.",
	nothing:         "The texts of the selected regulations do not contain an answer to this question (searched: %s).",
	lostTable:       "A passage of “%s” refers to a table, which was not found in the texts.",
	others:          "among others",
	absent:          "These texts do not mention %s.",
	offered:         "According to the project data, «%s» is not among the regulations selected.",
	offeredTextless: "According to the project data, «%s» is not among the regulations selected, and its text is not available.",
	textless:        "According to the project data, «%s» is among the regulations selected, but its text is not available.",
	fact:            "According to the project data: %s.",
}

func limitedEN(p *ask.Property, d ask.Direction) string {
	switch d {
	case ask.Minimum:
		return "minimum " + p.EN
	case ask.Maximum:
		return "maximum " + p.EN
	default:
		return p.EN
	}
}
