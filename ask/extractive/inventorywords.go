package extractive

// saying is how data of the project are told. What is said that there is none of
// is worded so that it needs no source.
type saying struct {
	opens, edition, open, shut                 string
	ofTown, inDocuments                        string
	selected, unselected, documents            string
	calculations, calculators, editions, place string
	noneSelected, noneUnselected, noDocuments  string
	noCalculations, noCalculators              string
}

var sayings = map[string]*saying{
	"es": {
		opens: "Según los datos del proyecto, ", edition: "edición", open: "«", shut: "»",
		ofTown: ", la del municipio, pues no consta la de la altitud del solar.", inDocuments: "documentos del proyecto",
		selected: "normas seleccionadas: ", unselected: "normas disponibles, no seleccionadas: ", documents: "documentos del proyecto: ",
		calculations: "cálculos guardados: ", calculators: "calculadoras disponibles: ", editions: "edición aplicable: ", place: "ubicación: ",
		noneSelected:   "Según los datos del proyecto, no hay normas seleccionadas.",
		noneUnselected: "Según los datos del proyecto, no quedan normas disponibles sin seleccionar.",
		noDocuments:    "Según los datos del proyecto, no hay documentos.",
		noCalculations: "Según los datos del proyecto, no hay cálculos.",
		noCalculators:  "Según los datos del proyecto, no hay calculadoras.",
	},
	"en": {
		opens: "According to the project's data, ", edition: "edition", open: "“", shut: "”",
		ofTown: ", that of the municipality, as none is known for the altitude of the site.", inDocuments: "documents of the project",
		selected: "selected regulations: ", unselected: "available regulations, not selected: ", documents: "documents of the project: ",
		calculations: "saved calculations: ", calculators: "available calculators: ", editions: "applicable edition: ", place: "location: ",
		noneSelected:   "According to the project's data, no regulations are selected.",
		noneUnselected: "According to the project's data, no available regulations are left unselected.",
		noDocuments:    "According to the project's data, there are no documents.",
		noCalculations: "According to the project's data, there are no calculations.",
		noCalculators:  "According to the project's data, there are no calculators.",
	},
}

func (a *query) saying() *saying { return sayings[a.lang] }
