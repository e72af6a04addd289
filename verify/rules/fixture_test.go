package rules_test

import "strings"

// washrooms begins a file with the words that the rules below are in.
const washrooms = `
format: 1
language: es
elements:
  washroom: {label: {es: aseo accesible}, names: {es: [aseo accesible, aseos accesibles], en: [accessible toilet]}}
  ramp: {label: {es: rampa}, names: {es: [rampa], en: [ramp]}}
parameters:
  count: {label: {es: número}, names: {es: [número], en: [number]}}
  slope: {label: {es: pendiente}, names: {es: [pendiente], en: [slope]}, relation: slope}
  width: {label: {es: anchura}, names: {es: [anchura], en: [width]}}
facts:
  toilets: {kind: quantity, unit: ud, label: {es: inodoros}, says: {es: ["{} inodoros", "entre {} inodoros"]}}
  length: {kind: quantity, unit: m, label: {es: longitud}, says: {es: ["longitud de {}", "de {} de longitud"]}}
  lift: {kind: boolean, label: {es: ascensor}, yes: {es: [con ascensor]}, no: {es: [sin ascensor]}}
rules:
`

func rulesOf(list string) string { return washrooms + strings.TrimPrefix(list, "\n") }

const washroomRule = `
  - id: washrooms
    subjects: [{element: washroom, parameter: count}]
    require: {op: ">=", value: {formula: "ceil(toilets / 10)"}, unit: ud}
    section: aseos
    quote: Habrá al menos 1 aseo accesible por cada 10 inodoros o fracción.
`

func ramp(id, op, limit string, more ...string) string {
	quote := "La anchura de la rampa " + map[string]string{">=": "es al menos ", "<=": "es como máximo ", "=": "es ", ">": "es mayor que ", "<": "es menor que "}[op] + limit + " m (" + id + ")."
	lines := []string{
		"  - id: " + id, "    subjects: [{element: ramp, parameter: width}]",
		"    require: {op: \"" + op + "\", value: " + limit + ", unit: m}",
		"    section: rampas", "    quote: " + quote,
	}
	for _, line := range more {
		lines = append(lines, "    "+line)
	}
	return strings.Join(lines, "\n") + "\n"
}

func slopes(table string) string {
	return "  - id: slopes\n    subjects: [{element: ramp, parameter: slope}]\n" +
		"    require: {op: \"<=\", unit: \"%\", value: " + table + "}\n" +
		"    section: rampas\n    quote: La pendiente es como máximo de 12, 10, 8 y 6 % según la longitud.\n"
}
