package ask

import (
	"fmt"

	"github.com/reglookup/regengine/codes"
)

// wording is what the agent itself says, in one language. It speaks only of the
// search, never of what a regulation demands.
type wording struct {
	nothingSelected string
	available       string
	outOfTime       string
	modelFailed     string
	modelRefused    string // nothing it wrote could stay
	found           string // leads a list of passages
	noAnswer        string // takes the number of searches and the titles searched
	noTexts         string
	partly          string // more was taken out of a draft than stayed
	exception       string // points to an exception: its words at %s, the mark at %m
	differ          string // leads what cited sources say differently

	scopes   map[codes.NormativeScope]string
	statuses map[codes.Status]string
}

var wordings = map[string]*wording{
	"es": {
		nothingSelected: "El proyecto no tiene ninguna normativa ni documento seleccionado, así que no hay dónde buscar. " +
			"Seleccione en el proyecto las normas que quiera consultar y vuelva a preguntar; esta consulta no ha consumido crédito.",
		available:    "Para la ubicación del proyecto están disponibles:",
		outOfTime:    "Aviso: se agotó el tiempo de la consulta; esto es lo reunido hasta entonces.",
		modelFailed:  "Aviso: el modelo de lenguaje no ha dado respuesta; esto se ha extraído directamente de los textos encontrados.",
		modelRefused: "Aviso: los textos encontrados no respaldan lo que escribió el modelo de lenguaje; esto está tomado directamente de ellos.",
		found:        "Pasajes encontrados:",
		noAnswer:     "Las fuentes consultadas no contienen una respuesta a la pregunta. Búsquedas hechas: %d, en %s.",
		noTexts:      "las normas seleccionadas, que no tienen texto consultable",
		partly:       "Aviso: se ha suprimido parte de la respuesta porque no se apoyaba en los textos encontrados.",
		exception:    "Con esta salvedad en el propio texto: «%s» %m.",
		differ:       "Aviso: las fuentes citadas dan valores distintos:",
		scopes: map[codes.NormativeScope]string{
			codes.National: "estatal", codes.Regional: "autonómica", codes.Provincial: "provincial", codes.Municipal: "municipal",
			codes.Supramunicipal: "supramunicipal", codes.Sectorial: "sectorial", codes.European: "europea",
		},
		statuses: map[codes.Status]string{codes.Repealed: "derogada", codes.Draft: "borrador", codes.InProgress: "en tramitación"},
	},
	"en": {
		nothingSelected: "The project has no regulation and no document selected, so there is nothing to search. " +
			"Select the regulations you want to consult in the project and ask again; this question has used no credit.",
		available:    "Available for the project's location:",
		outOfTime:    "Note: the turn ran out of time; this is what had been gathered.",
		modelFailed:  "Note: the language model gave no answer; this was taken directly from the texts found.",
		modelRefused: "Note: the texts found did not support what the language model wrote; this was taken directly from them.",
		found:        "Passages found:",
		noAnswer:     "The sources consulted do not contain an answer to the question. Searches made: %d, in %s.",
		noTexts:      "the selected regulations, which have no text to search",
		partly:       "Note: a part of the answer was removed because the texts found did not support it.",
		exception:    "The same text adds: “%s” %m.",
		differ:       "Note: the sources cited give different values:",
		scopes: map[codes.NormativeScope]string{
			codes.National: "national", codes.Regional: "regional", codes.Provincial: "provincial", codes.Municipal: "municipal",
			codes.Supramunicipal: "supramunicipal", codes.Sectorial: "sectorial", codes.European: "European",
		},
		statuses: map[codes.Status]string{codes.Repealed: "repealed", codes.Draft: "draft", codes.InProgress: "in progress"},
	},
}

// wordingFor picks the question's language.
func wordingFor(question string) *wording { return wordings[Language(question)] }

// unanswered is the honest answer when nothing that was drafted could stay.
func (t *turn) unanswered() string {
	const most = 6
	titles, seen := "", map[string]bool{}
	for _, c := range t.question.Project.Selected {
		if !Searchable(c) || seen[c.Title] {
			continue
		}
		if seen[c.Title] = true; len(seen) > most {
			titles += ", …"
			break
		}
		if titles != "" {
			titles += ", "
		}
		titles += neutralise(c.Title)
	}
	if titles == "" {
		titles = t.words.noTexts
	}
	return fmt.Sprintf(t.words.noAnswer, t.searches, titles)
}
