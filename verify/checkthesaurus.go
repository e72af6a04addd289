package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// thesaurusSections are the sections of a file of synonyms, and whether each of
// their lines is "name: ...".
var thesaurusSections = map[string]bool{
	"measures": false, "qualifiers": false, "things": false, "settings": false, "apart": false, "generic": false, "neutral": false,
	"presence": false, "rest": false, "spans": false, "slope": false,
	"exclusive": true, "bounds": true, "usual": true, "kinds": true, "only": true, "units": true, "bare": true,
}

// checkThesaurus says what is wrong with a file of synonyms.
func checkThesaurus(source string) []error {
	var wrong []error
	section, known, n := "", false, 0
	fail := func(format string, args ...any) {
		wrong = append(wrong, &fileError{SynonymsFile, n, fmt.Sprintf(format, args...)})
	}
	for line := range strings.Lines(source) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			if _, known = thesaurusSections[section]; !known {
				fail("unknown section %q", section)
			}
		case section == "":
			fail("a line before the first section")
		case known:
			if reason := thesaurusProblem(section, line); reason != "" {
				fail("%s", reason)
			}
		}
	}
	return wrong
}

// thesaurusProblem says what is wrong with a line of a section; "" for nothing.
func thesaurusProblem(section, line string) string {
	label, list, labelled := strings.Cut(line, ":")
	if thesaurusSections[section] && (!labelled || strings.TrimSpace(list) == "") {
		return fmt.Sprintf("a line of [%s] is written \"name: ...\"", section)
	}
	switch section {
	case "bounds":
		if _, ok := boundOps[label]; !ok {
			return fmt.Sprintf("%q is none of maximum, minimum, open", label)
		}
	case "usual":
		unit, op, _ := strings.Cut(list, ", ")
		if _, err := quantity.ParseUnit(unit); err != nil {
			return fmt.Sprintf("%q is no unit; write its symbol", strings.TrimSpace(unit))
		}
		if !slices.Contains(operators, strings.TrimSpace(op)) {
			return fmt.Sprintf("%q is none of %s", strings.TrimSpace(op), strings.Join(operators, " "))
		}
	}
	return ""
}
