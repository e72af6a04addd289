package main

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

//go:embed checkreport.html
var checkPage string

var checkTemplate = template.Must(template.New("checks").Parse(checkPage))

// verdictWords say a verdict in words: colour alone would not reach everybody.
var verdictWords = map[verify.Status]string{
	verify.Compliant: "Complies", verify.Conditional: "Complies, with further duties", verify.ConditionalNotCompliant: "Complies under some readings only", verify.NonCompliant: "Does not comply",
	verify.Undetermined: "Undetermined", "": "Could not be checked",
}

// classError marks a check that could not be made.
const classError = "error"

// shownCheck is a check with how its verdict is shown.
type shownCheck struct {
	checked
	Class, Words string
}

func newShownCheck(r checked) shownCheck {
	verdict := r.verdict()
	return shownCheck{checked: r, Class: cmp.Or(string(verdict), classError), Words: verdictWords[verdict]}
}

type shownCount struct {
	Class, Words string
	Count        int
}

// writeCheckHTML writes a report as one page that needs nothing else.
func writeCheckHTML(w io.Writer, results []checked, day codes.Date) error {
	t := tallyChecks(results)
	page := struct {
		Day     string
		Version string
		Tally   checkTally
		Counts  []shownCount
		Results []shownCheck
	}{Day: day.String(), Version: thisBuild().Version, Tally: t}
	for _, c := range []struct {
		status verify.Status
		count  int
	}{{verify.NonCompliant, t.NonCompliant}, {verify.ConditionalNotCompliant, t.SomeReadings}, {verify.Undetermined, t.Undetermined}, {verify.Conditional, t.Conditional}, {verify.Compliant, t.Compliant}, {"", t.Errors}} {
		class := cmp.Or(string(c.status), classError)
		page.Counts = append(page.Counts, shownCount{class, verdictWords[c.status], c.count})
	}
	for i := range results {
		page.Results = append(page.Results, newShownCheck(results[i]))
	}
	return checkTemplate.Execute(w, page)
}
