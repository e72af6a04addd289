package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// designation names a case by a letter, a Roman or a plain number: zone D, class
// 2, type III. It is matched exactly (CITATIONS N2).
type designation struct{ kind, value string }

var designationKinds = map[string]string{
	"zona": "zone", "zonas": "zone", "zone": "zone", "zones": "zone",
	"clase": "class", "clases": "class", "class": "class", "classes": "class",
	"tipo": "type", "tipos": "type", "type": "type", "types": "type",
	"grupo": "group", "grupos": "group", "group": "group", "groups": "group",
	"categoria": "category", "categorias": "category", "category": "category", "categories": "category",
	"nivel": "level", "niveles": "level", "level": "level", "levels": "level",
	"grado": "grade", "grados": "grade", "grade": "grade", "grades": "grade",
	"fase": "phase", "phase": "phase", "sector": "sector",
}

const designated = `(?:[A-Z][0-9]{0,2}|[IVX]{1,4}|[0-9]{1,2})`

var (
	designationShape = newPattern(`\b((?i:zonas?|zones?|clases?|class(?:es)?|tipos?|types?|grupos?|groups?|categor[ií]as?|categor(?:y|ies)|niveles|nivel|levels?|grados?|grades?|fase|phase|sector))` +
		`(?: (?i:clim[aá]ticas?|s[ií]smicas?|e[oó]licas?|de riesgo|de viento|de exposici[oó]n|de clima invernal|de radón|pluviom[eé]tricas?))? ` +
		`(` + designated + `\b(?:(?:, ?| y | o | e | u | a | and | or | to |-|, and | & )` + designated + `\b)*)`)
	designationItem = lazyregexp.New(designated)
	letterSpan      = lazyregexp.New(`^([A-Z]) (?:a|to) ([A-Z])$|^([A-Z])-([A-Z])$`)
)

// designationsIn lists the designations of a text as written, and the places
// where they stand in it.
func designationsIn(text string) (list []designation, places [][2]int) {
	for _, m := range designationShape.all(text) {
		if _, isUnit := unitAt(retrieval.Fold(text[m[5]:])); isUnit {
			continue
		}
		kind := designationKinds[retrieval.Fold(text[m[2]:m[3]])]
		values := text[m[4]:m[5]]
		for _, v := range designationItem.FindAllString(values, -1) {
			list = append(list, designation{kind, strings.ToLower(v)})
		}
		if span := letterSpan.FindStringSubmatch(values); span != nil {
			for c := (span[1] + span[3])[0]; c < (span[2] + span[4])[0]; c++ {
				list = append(list, designation{kind, strings.ToLower(string(rune(c)))})
			}
		}
		places = append(places, [2]int{m[4], m[5]})
	}
	return list, places
}

// within reports whether d falls under one of list: zone D3 is in zone D.
func (d designation) within(list []designation) bool {
	return slices.ContainsFunc(list, func(have designation) bool {
		return d.kind == have.kind && (d.value == have.value || len(have.value) == 1 && have.value > "9" && strings.HasPrefix(d.value, have.value) && len(d.value) == 2)
	})
}

func ofKind(list []designation, kind string) bool {
	return slices.ContainsFunc(list, func(d designation) bool { return d.kind == kind })
}

// wrongDesignation returns a designation of a sentence that neither the cited
// passages nor, where they name none of its kind, the project and the question
// bear out; "" when there is none.
func (f *facts) wrongDesignation(text string, evidence []*support) string {
	list, _ := designationsIn(text)
	for _, d := range list {
		named := false
		ok := slices.ContainsFunc(evidence, func(s *support) bool {
			named = named || ofKind(s.designations, d.kind)
			return d.within(s.designations)
		})
		if !ok && (named || !f.codes[d.value] && !d.within(f.designations)) {
			return d.kind + " " + strings.ToUpper(d.value)
		}
	}
	return ""
}
