package boe

import (
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// ends says how each version of a law ends, by its place among the days.
type ends struct {
	code   string // slug
	days   []codes.Date
	kept   []int
	stored *codes.Code // nil when it is new
	given  *importers.Given
}

// ends tells as well where the law's own end cannot be entered: a version that is
// not in force yet has no day of repeal.
func (l *law) ends(days []codes.Date, kept []int, current int, code string, given *importers.Given, report *importers.Report) *ends {
	if last := len(days) - 1; !l.overFrom.IsZero() && last > current && l.over {
		report.Add(importers.Problem{Where: "fecha_derogacion", Message: fmt.Sprintf(
			"the law ends on %s, after a wording to come, of %s; the end is not entered, import the law again when that is in force", l.overFrom, days[last])})
	}
	e := &ends{code: code, days: days, kept: kept, given: given}
	if given.Stored != nil {
		e.stored = given.Stored(code)
	}
	return e
}

// set names the version that follows the one of day i, to come or in force, where
// it is there to be named, and keeps what is stored of a later law than the file's.
func (e *ends) set(v *codes.Version, i int) {
	if i+1 < len(e.days) && e.there(i+1) {
		v.SucceededBy = codes.VersionRef{Code: e.code, Version: e.days[i+1].String()}
	}
	if e.given.Status == "" && e.given.Repealed.IsZero() {
		importers.KeepEnd(v, e.stored, e.days[len(e.days)-1])
	}
}

// there reports whether the version of a day is read or stored.
func (e *ends) there(i int) bool {
	if slices.Contains(e.kept, i) {
		return len(e.kept) > 1
	}
	slug := e.days[i].String()
	return e.stored != nil && slices.ContainsFunc(e.stored.Versions, func(v codes.Version) bool { return v.Slug == slug })
}
