package extractive

// phrases are the parts of an answer around what it states.
type phrases struct {
	polar map[polar]string // opens a quotation that says yes or no
}

var phrasings = map[string]*phrases{
	"es": {
		polar: map[polar]string{polarYes: "Sí", polarYesIf: "Sí, con condiciones", polarNo: "No", polarNoUnless: "No, con alguna excepción", polarDepends: "Depende"},
	},
	"en": {
		polar: map[polar]string{polarYes: "Yes", polarYesIf: "Yes, under conditions", polarNo: "No", polarNoUnless: "No, with an exception", polarDepends: "It depends"},
	},
}

func (a *query) phrases() *phrases { return phrasings[a.lang] }
