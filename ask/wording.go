package ask

import (
	"fmt"
	"slices"

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
	quoted          string // leads a statement of a passage in place of a sentence that did not hold: its words at %s
	leftOut         string // takes how many statements without a source were left out
	unchecked       string // nobody read what the words of a draft mean
	near            string // takes the title of what was found nearest

	page string // takes a number

	active    string // behind the title of an edition in force
	since     string // takes a day
	succeeded string // takes the title of what took the place of an edition

	noVerdict string // a sentence on a calculation that says nothing of compliance

	scopes   map[codes.NormativeScope]string
	statuses map[codes.Status]string
	editions map[codes.Status]string // stand behind the title of one that is not in force
}

// texts are the texts of w by their keys in messages.tsv.
func (w *wording) texts() map[string]*string {
	return map[string]*string{
		"nothing_selected": &w.nothingSelected, "available": &w.available, "out_of_time": &w.outOfTime,
		"model_failed": &w.modelFailed, "model_refused": &w.modelRefused, "found": &w.found, "no_answer": &w.noAnswer,
		"no_texts": &w.noTexts, "quoted": &w.quoted, "left_out": &w.leftOut, "unchecked": &w.unchecked, "near": &w.near, "page": &w.page,
		"active": &w.active, "since": &w.since, "succeeded": &w.succeeded, "no_verdict": &w.noVerdict,
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
		quoted:       "El texto dice: «%s».",
		leftOut:      "Aviso: afirmaciones sin fuente que se han omitido: %d.",
		unchecked:    "Aviso: cifras y referencias están comprobadas con los textos; la redacción no la ha revisado una segunda lectura.",
		near:         "Lo más cercano: %s.",
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
		quoted:       "The text says: “%s”.",
		leftOut:      "Note: statements without a source that were left out: %d.",
		unchecked:    "Note: figures and references were checked against the texts; no second reading has checked the wording.",
		near:         "Nearest: %s.",
		scopes: map[codes.NormativeScope]string{
			codes.National: "national", codes.Regional: "regional", codes.Provincial: "provincial", codes.Municipal: "municipal",
			codes.Supramunicipal: "supramunicipal", codes.Sectorial: "sectorial", codes.European: "European",
		},
		statuses: map[codes.Status]string{codes.Repealed: "repealed", codes.Draft: "draft", codes.InProgress: "in progress"},
		page:     "page %d",
		active:   "in force", since: "since %s", succeeded: "replaced by %s",
		editions: map[codes.Status]string{codes.Repealed: "repealed, not in force", codes.Draft: "draft, not in force", codes.InProgress: "in progress, not in force"},

		noVerdict: "There is no verdict on compliance.",
	},
}

// unanswered is the honest answer when nothing that was drafted could stay, with what was
// found nearest, without a marker.
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
	text := fmt.Sprintf(t.words.noAnswer, t.searches, titles)
	if i := slices.IndexFunc(t.issued, func(p *passage) bool { return p.document == nil && p.status == codes.Active }); i >= 0 {
		text += " " + fmt.Sprintf(t.words.near, neutralise(t.issued[i].title))
	}
	return text
}
