package main

import (
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
	verify.Compliant: "Complies", verify.Conditional: "Complies under conditions", verify.NonCompliant: "Does not comply",
	verify.Undetermined: "Undetermined", "": "Could not be checked",
}

// shownCheck is a check with how its verdict is shown.
type shownCheck struct {
	checked
	Class, Words string
}

func newShownCheck(r checked) shownCheck {
	class := string(r.Status)
	if class == "" {
		class = "error"
	}
	return shownCheck{checked: r, Class: class, Words: verdictWords[r.Status]}
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
	}{{verify.NonCompliant, t.NonCompliant}, {verify.Undetermined, t.Undetermined}, {verify.Conditional, t.Conditional}, {verify.Compliant, t.Compliant}, {"", t.Errors}} {
		shown := newShownCheck(checked{Status: c.status})
		page.Counts = append(page.Counts, shownCount{shown.Class, shown.Words, c.count})
	}
	for i := range results {
		page.Results = append(page.Results, newShownCheck(results[i]))
	}
	return checkTemplate.Execute(w, page)
}
