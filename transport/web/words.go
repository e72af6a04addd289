package web

import "strings"

// words are the few texts of a reading page that are not the regulation's own.
type words struct {
	Digest, DigestNote    string
	Official, NotHosted   string
	Versions, Contents    string
	Published, Effective  string
	Repealed, SucceededBy string
	Status                map[string]string
	Issued                string
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
