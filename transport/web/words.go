package web

import (
	"strings"

	"github.com/reglookup/regengine/codes"
)

// words are the few texts of a reading page that are not the regulation's own.
type words struct {
	Digest, DigestNote    string
	Official, NotHosted   string
	Versions, Contents    string
	Published, Effective  string
	Repealed, SucceededBy string
	Status                map[string]string
	Issued                string

	// Force says how a version stands today, by [codes.ForceState].
	Force           map[codes.ForceState]string
	WasInForce      string // instead of that of NoLonger where its first day is known
	RepealedUndated string // instead of that of ForceUnknown for what is repealed
	From, Until     string // before the days of Force
	SkipTo, Page    string
	Permanent       string // label of a link to a block
	OnThisDay       string // "as of", before the day Force is told for
}

var spanish = words{
	Digest:      "Resumen",
	DigestNote:  "Este texto es un resumen con las cifras de la norma. No es el texto oficial.",
	Official:    "Fuente oficial",
	NotHosted:   "El texto de esta versión no está alojado aquí.",
	Versions:    "Versiones",
	Contents:    "Contenido",
	Published:   "Publicada",
	Effective:   "En vigor desde",
	Repealed:    "Sin vigor desde",
	SucceededBy: "Sustituida por",
	Issued:      "Emisor",
	Status: map[string]string{
		"active": "vigente", "repealed": "derogada", "draft": "borrador", "in_progress": "en tramitación",
	},
	Force: map[codes.ForceState]string{
		codes.InForce: "En vigor", codes.NotYetInForce: "Aún no está en vigor", codes.NoLonger: "Ya no está en vigor",
		codes.ForceUnknown: "No consta si está en vigor",
	},
	WasInForce: "Ya no está en vigor: lo estuvo", RepealedUndated: "Derogada; no consta desde qué día",
	From: "desde el", Until: "hasta el día anterior al", SkipTo: "Ir al texto",
	OnThisDay: "a fecha",
}

var english = words{
	Digest:      "Digest",
	DigestNote:  "This text is a digest with the figures of the regulation. It is not the official text.",
	Official:    "Official source",
	NotHosted:   "The text of this version is not hosted here.",
	Versions:    "Versions",
	Contents:    "Contents",
	Published:   "Published",
	Effective:   "In force from",
	Repealed:    "No longer in force from",
	SucceededBy: "Succeeded by",
	Issued:      "Issued by",
	Status: map[string]string{
		"active": "active", "repealed": "repealed", "draft": "draft", "in_progress": "in progress",
	},
	Force: map[codes.ForceState]string{
		codes.InForce: "In force", codes.NotYetInForce: "Not yet in force", codes.NoLonger: "No longer in force",
		codes.ForceUnknown: "Not known to be in force",
	},
	WasInForce: "No longer in force: it was", RepealedUndated: "Repealed; not known from which day",
	From: "from", Until: "until the day before", SkipTo: "Skip to the text",
	OnThisDay: "as of",
}

// wordsIn returns the words for a BCP 47 tag: Spanish where it is, or is used
// beside, the language; English for every other.
func wordsIn(lang string) words {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	switch primary {
	case "es", "ca", "gl", "eu":
		return spanish
	}
	return english
}
