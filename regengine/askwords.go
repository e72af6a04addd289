package regengine

import (
	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// toolWording is what the tools of a turn say, in one language.
type toolWording struct {
	lang       string
	verdicts   map[verify.Status]string
	directions map[rules.Direction]string
	result     string // takes a verdict
	limit      string // takes direction, figure and unit
	duty       string // a limit without a figure
	margin     string // takes figure and unit
	condition  string
	warning    string
	applied    string // takes a datum of the project
	source     string // takes where it stands
	considered string // takes the regulation, the limit and why it did not govern
	complies   string
	fails      string
	noVerdict  string // neither of the two
	step       string
	required   string // of what has to be there
	forbidden  string
	free       string // there is no limit
	applies    string // of a regulation
	appliesNot string
	decimal    string

	zoneOrigin   string // a datum: where the climate zone comes from
	townAltitude string // a datum; takes metres
}

var toolWordings = map[string]*toolWording{
	"es": {
		lang: "es",
		verdicts: map[verify.Status]string{
			verify.Compliant: "cumple", verify.Conditional: "cumple, con otras exigencias además del límite", verify.ConditionalNotCompliant: "no se puede dar por cumplido: cumple solo en algunos supuestos, que dan las condiciones; el límite es el más estricto de los que no se pueden descartar",
			verify.NonCompliant: "no cumple", verify.Undetermined: "no se puede determinar",
		},
		directions: map[rules.Direction]string{rules.Maximum: "como máximo", rules.Minimum: "como mínimo", rules.Equality: "exactamente"},
		result:     "Resultado de la comprobación: %s.",
		limit:      "Límite: %[2]s %[3]s %[1]s.",
		duty:       "Es una exigencia sin cifra.",
		margin:     "Margen respecto al límite: %s %s.",
		condition:  "Condición: %s",
		warning:    "Advertencia: %s",
		applied:    "Dato del proyecto: %s.",
		source:     "Fuente: %s",
		considered: "También considerado: %s, %s. %s",
		complies:   "El resultado cumple.",
		fails:      "El resultado no cumple.",
		noVerdict:  "Sin veredicto: el resultado no determina el cumplimiento.",
		step:       "Paso: %s",
		required:   "obligatorio",
		forbidden:  "no se admite",
		free:       "no se exige",
		applies:    "se aplica",
		appliesNot: "no se aplica",
		decimal:    ",",

		zoneOrigin:   "Procedencia de la zona climática: la altitud del solar que da la memoria del proyecto",
		townAltitude: "Altitud del municipio: %d m",
	},
	"en": {
		lang: "en",
		verdicts: map[verify.Status]string{
			verify.Compliant: "compliant", verify.Conditional: "compliant, with further duties beside the limit", verify.ConditionalNotCompliant: "not to be taken as compliant: it complies under some readings only, which the conditions give; the limit is the strictest that cannot be excluded",
			verify.NonCompliant: "not compliant", verify.Undetermined: "cannot be determined",
		},
		directions: map[rules.Direction]string{rules.Maximum: "at most", rules.Minimum: "at least", rules.Equality: "exactly"},
		result:     "Result of the check: %s.",
		limit:      "Limit: %s %s %s.",
		duty:       "It is a duty without a figure.",
		margin:     "Margin to the limit: %s %s.",
		condition:  "Condition: %s",
		warning:    "Warning: %s",
		applied:    "Datum of the project: %s.",
		source:     "Source: %s",
		considered: "Also considered: %s, %s. %s",
		complies:   "The result complies.",
		fails:      "The result does not comply.",
		noVerdict:  "No verdict: the result does not determine compliance.",
		step:       "Step: %s",
		required:   "required",
		forbidden:  "not allowed",
		free:       "not required",
		applies:    "applies",
		appliesNot: "does not apply",
		decimal:    ".",

		zoneOrigin:   "Origin of the climate zone: the altitude of the site in the project's memory",
		townAltitude: "Altitude of the municipality: %d m",
	},
}

// duties are the words for what has to be there, may not, or need not.
func (w *toolWording) duties() map[string]string {
	return map[string]string{ask.DutyRequired: w.required, ask.DutyForbidden: w.forbidden, ask.DutyFree: w.free}
}

// scopes are the words for that a regulation applies, or does not.
func (w *toolWording) scopes() map[string]string {
	return map[string]string{ask.DutyRequired: w.applies, ask.DutyForbidden: w.appliesNot, ask.DutyFree: w.appliesNot}
}
