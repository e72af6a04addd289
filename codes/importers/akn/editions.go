package akn

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// maxPieces is how many blocks all versions of one act may have together: each is
// whole, so an act changed often is many times its file.
const maxPieces = 300_000

// editions makes one version of an act, or one for each day on which a provision
// took another wording where the file has several.
type editions struct {
	ctx      context.Context
	name     string
	given    *importers.Given
	m        *metadata
	text     []byte // of the file
	document *importers.Node
}

// read reads the whole text once, which is what is counted, and then each version.
func (e *editions) read(report *importers.Report) (*importers.Import, error) {
	several := e.m.spans.alternate(e.document)
	if !several {
		e.document = e.inForce(report)
	}
	days := e.days(several)
	edition, err := e.edition(days)
	if err != nil {
		return nil, err
	}
	r, all, err := e.one(edition, e.document, report)
	if err != nil {
		return nil, err
	}
	r.count(e.text)
	all.Report = *report
	countWords(&all.Report, e.document, all)
	if len(days) < 2 {
		return all, nil
	}
	return e.versions(edition, all, days)
}

// one reads the text of one version.
func (e *editions) one(edition *importers.Edition, document *importers.Node, report *importers.Report) (*reading, *importers.Import, error) {
	r := &reading{ctx: e.ctx, given: e.given, report: report, lines: 1 + bytes.Count(e.text, []byte("\n")), b: edition.Builder(), lang: edition.Lang}
	r.host = hostOf(value(e.m.meta.Child("identification").Child("FRBRWork").Child("FRBRuri")))
	if err := r.document(document, 1); err != nil {
		return nil, nil, err
	}
	if r.b.Len() == 0 {
		return nil, nil, importers.Refuse(e.name, importers.ErrEmpty, importers.Problem{Line: int(document.Line), Message: "its <" + document.Name + "> has no text"})
	}
	return r, edition.Import(r.b, *report), nil
}

// inForce leaves out what does not hold in the one wording of the file: what ended
// by its day, and what has not begun by today either.
func (e *editions) inForce(report *importers.Report) *importers.Node {
	from := firstKnown(e.m.expression, e.m.found.Effective)
	by := e.given.Today
	if by.Before(from) {
		by = from
	}
	var out []string
	without := pruned(e.document, func(n *importers.Node) bool {
		list := e.m.spans.of(n)
		over := len(list) > 0 && !slices.ContainsFunc(list, func(s span) bool {
			return (s.to.IsZero() || from.Before(s.to)) && (by.IsZero() || s.from.Compare(by) <= 0)
		})
		if over {
			out = append(out, named(n))
		}
		return over
	})
	tellLeftOut(report, out, "do not hold on the day of this wording")
	return without
}

func firstKnown(list ...codes.Date) codes.Date {
	for _, d := range list {
		if !d.IsZero() {
			return d
		}
	}
	return codes.Date{}
}

// days returns the first days of the versions in order: one that is perhaps not
// known where the file has one wording.
func (e *editions) days(several bool) []codes.Date {
	if !several {
		return []codes.Date{e.m.found.Effective}
	}
	days := e.m.spans.days(e.document)
	if base := e.m.found.Effective; !base.IsZero() && base.Before(days[0]) && e.holds(base) {
		days = slices.Insert(days, 0, base)
	}
	for len(days) > 1 && !e.holds(days[len(days)-1]) {
		if e.m.found.Repealed.IsZero() {
			e.m.found.Repealed = days[len(days)-1]
		}
		days = days[:len(days)-1]
	}
	if last := days[len(days)-1]; e.lasts(last) { // an event that repealed some parts only
		e.m.found.Repealed = codes.Date{}
	}
	return days
}

// holds reports whether any part with a period holds on a day.
func (e *editions) holds(day codes.Date) bool {
	return e.any(e.document, func(s span) bool { return s.holds(day) })
}

// lasts reports whether a part with a period holds from a day on without an end.
func (e *editions) lasts(day codes.Date) bool {
	return e.any(e.document, func(s span) bool { return s.to.IsZero() && s.holds(day) })
}

func (e *editions) any(n *importers.Node, is func(span) bool) bool {
	found := false
	each(n, func(kid *importers.Node) {
		found = found || kid.Name != "meta" && (slices.ContainsFunc(e.m.spans.of(kid), is) || e.any(kid, is))
	})
	return found
}

// current is the version in force on the day given, or the last where none is.
func (e *editions) current(days []codes.Date) int {
	at := len(days) - 1
	for !e.given.Today.IsZero() && at > 0 && days[at].Compare(e.given.Today) > 0 {
		at--
	}
	return at
}

// edition is what is common to all versions, with the dates of the one in force.
func (e *editions) edition(days []codes.Date) (*importers.Edition, error) {
	if len(days) > 1 {
		if !e.given.OnlyCurrent {
			if err := importers.OneVersion(e.name, len(days), e.given); err != nil {
				return nil, err
			}
		}
		e.m.found.Effective, e.m.found.Newest = days[e.current(days)], days[len(days)-1]
	}
	return e.m.edition(e.name, e.given)
}

// versions reads the versions of the days: all that there is room for, the latest
// first, or the one in force.
func (e *editions) versions(edition *importers.Edition, all *importers.Import, days []codes.Date) (*importers.Import, error) {
	current := e.current(days)
	from := max(0, min(current, len(days)-maxPieces/max(1, len(all.Blocks))))
	made := &importers.Import{Code: all.Code, Report: all.Report}
	made.Code.Versions = nil
	if from > 0 {
		made.Report.Add(importers.Problem{Where: "temporalData", Message: fmt.Sprintf("%d of %d versions are left out, the oldest first: all would be more than %d blocks", from, len(days), maxPieces)})
	}
	for i := from; i < len(days); i++ {
		if e.given.OnlyCurrent && i != current {
			continue
		}
		on := *edition
		if !e.given.OnlyCurrent {
			e.dated(&on, days, i, current)
		}
		document := pruned(e.document, func(n *importers.Node) bool { return !e.m.spans.on(n, days[i]) })
		_, one, err := e.one(&on, document, &importers.Report{})
		if err != nil {
			return nil, err
		}
		made.Code.Versions = append(made.Code.Versions, one.Code.Versions...)
		made.Blocks = append(made.Blocks, one.Blocks...)
	}
	if !e.given.OnlyCurrent {
		made.Report.Counts[0] = importers.Count{What: "versions", Source: len(days), Kept: len(made.Code.Versions)}
	}
	return made, nil
}

// dated gives a version its dates and state: one before that in force ended when
// the next began, one behind it is to come.
func (e *editions) dated(on *importers.Edition, days []codes.Date, i, current int) {
	v := &on.Version
	v.Slug, v.Effective = days[i].String(), days[i]
	if i+1 < len(days) {
		v.SucceededBy = codes.VersionRef{Code: on.Code.Slug, Version: days[i+1].String()}
	}
	switch {
	case i < current:
		v.Status, v.Repealed = codes.Repealed, days[i+1]
	case i > current:
		v.Status, v.Repealed = codes.InProgress, codes.Date{}
	}
	if i+1 < len(days) && i == current {
		v.Repealed = codes.Date{}
	}
	if v.Effective.Before(v.Published) {
		v.Published = codes.Date{}
	}
	if i > current && v.Published.IsZero() {
		v.Published = firstKnown(e.m.found.Published, e.m.made)
	}
}

// notInForce are the states of an element whose text is in the file and not, or no
// longer, part of the law.
var notInForce = []string{"removed", "repealed", "revoked", "ignored"}

// withoutRemoved leaves out what the file marks as removed, and names it.
func withoutRemoved(document *importers.Node, report *importers.Report) *importers.Node {
	var out []string
	without := pruned(document, func(n *importers.Node) bool {
		removed := slices.Contains(notInForce, strings.ToLower(n.Attr("status")))
		if removed {
			out = append(out, named(n))
		}
		return removed
	})
	tellLeftOut(report, out, "are marked in the file as removed or repealed")
	return without
}

// named calls an element as somebody who looks for it in the source would.
func named(n *importers.Node) string {
	name := cmp.Or(heading(n), "<"+n.Name+">")
	if id := id(n); id != "" {
		return name + " (" + id + ")"
	}
	return fmt.Sprintf("%s of line %d", name, n.Line)
}

// tellLeftOut names parts that are left out, and why.
func tellLeftOut(report *importers.Report, names []string, why string) {
	const enough = 10
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(len(names), enough)], ", ")
	if len(names) > enough {
		list += ", ..."
	}
	report.Add(importers.Problem{Message: fmt.Sprintf("%d parts of the text are left out, for they %s: %s", len(names), why, list)})
}
