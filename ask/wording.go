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

	page string // takes a number

	active    string // behind the title of an edition in force
	since     string // takes a day
	succeeded string // takes the title of what took the place of an edition

	nothing         string // takes the titles searched
	absent          string // takes words no text has
	offered         string // takes the title of a regulation not selected
	offeredTextless string // the same, of one without text
	textless        string // takes the title of one selected, without text
	others          string // ends a list that is cut
	noVerdict       string // a sentence on a calculation that says nothing of compliance
	fact            string // takes a datum of the project
	noArticle       string // takes the number of an article no selected text has
	within, beyond  string // take an amount of the question that keeps a limit just quoted, and one that does not

	scopes   map[codes.NormativeScope]string
	statuses map[codes.Status]string
	editions map[codes.Status]string // stand behind the title of one that is not in force
}

// texts are the texts of w by their keys in messages.tsv.
func (w *wording) texts() map[string]*string {
	return map[string]*string{
		"nothing_selected": &w.nothingSelected, "available": &w.available, "out_of_time": &w.outOfTime,
		"model_failed": &w.modelFailed, "model_refused": &w.modelRefused, "found": &w.found, "no_answer": &w.noAnswer,
		"no_texts": &w.noTexts, "partly": &w.partly, "exception": &w.exception, "differ": &w.differ, "page": &w.page,
		"active": &w.active, "since": &w.since, "succeeded": &w.succeeded,
		"nothing": &w.nothing, "absent": &w.absent, "offered": &w.offered, "offered_textless": &w.offeredTextless,
		"textless": &w.textless, "others": &w.others, "no_verdict": &w.noVerdict, "fact": &w.fact, "no_article": &w.noArticle,
		"within": &w.within, "beyond": &w.beyond,
	}
}

// lists are the words of w that belong to values of a kind.
func (w *wording) lists() map[string]map[string]string {
	return map[string]map[string]string{"scope": byName(w.scopes), "status": byName(w.statuses), "edition": byName(w.editions)}
}

func byName[K ~string](list map[K]string) map[string]string {
	out := map[string]string{}
	for k, v := range list {
		out[string(k)] = v
	}
	return out
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
		page:     "página %d",
		active:   "vigente", since: "desde el %s", succeeded: "lo sustituye %s",

		noVerdict: "No hay veredicto de cumplimiento.",
		editions:  map[codes.Status]string{codes.Repealed: "derogado, no vigente", codes.Draft: "borrador, no vigente", codes.InProgress: "en tramitación, no vigente"},
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
		page:     "page %d",
		active:   "in force", since: "since %s", succeeded: "replaced by %s",
		editions: map[codes.Status]string{codes.Repealed: "repealed, not in force", codes.Draft: "draft, not in force", codes.InProgress: "in progress, not in force"},

		nothing:         "Nothing in %s answers this.",
		absent:          "No text found has %s.",
		offered:         "“%s” is available for the project's location and is not selected.",
		offeredTextless: "“%s” applies at the project's location; its text is not available here.",
		textless:        "“%s” is selected; its text is not available here.",
		others:          "and others",
		noVerdict:       "There is no verdict on compliance.",
		fact:            "According to the project's data: %s.",
		noArticle:       "Article %s is not among the selected texts.",
		within:          "%s keeps this limit",
		beyond:          "%s does not keep this limit",
	},
}

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
