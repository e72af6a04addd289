package boe

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// maxPieces is how many headings and blocks all versions of one law may have
// together: every version is whole, so a law changed often is many times its file.
const maxPieces = 300_000

// imported makes the versions of the law.
func (l *law) imported(ctx context.Context, given *importers.Given, report *importers.Report) (*importers.Import, error) {
	l.identify(report)
	l.settle(report)
	l.repeal(given, report)
	days, current := l.inForce(given.Today)
	if len(days) == 0 {
		return nil, importers.Refuse(l.name, importers.ErrEmpty, importers.Problem{Line: l.line, Where: "texto", Message: "no block has a wording"})
	}
	kept := l.choose(days, current, maxPieces, given, report)
	if err := importers.OneVersion(l.name, len(kept), given); err != nil {
		return nil, err
	}
	edition, err := importers.NewEdition(l.name, given, l.of(days, current, given), report)
	if err != nil {
		return nil, err
	}
	imp := &importers.Import{Code: edition.Code}
	ends := l.ends(days, kept, current, edition.Code.Slug, given, report)
	for n, i := range kept {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e := *edition
		if len(kept) > 1 {
			e.Version = l.version(edition, days, i, current, given)
		}
		ends.set(&e.Version, i)
		b := e.Builder()
		l.build(b, days[i])
		one := e.Import(b, importers.Report{})
		if i == max(current, 0) {
			l.weigh(one, days[i])
		}
		imp.Code.Versions = append(imp.Code.Versions, one.Code.Versions...)
		imp.Blocks = append(imp.Blocks, one.Blocks...)
		if given.Progress != nil {
			given.Progress(readShare+(100-readShare)*(n+1)/len(kept), 100, "versions")
		}
	}
	return imp, nil
}

// repeal takes what the text says at its head of its own end, where the metadata and
// the caller say nothing of one.
func (l *law) repeal(given *importers.Given, report *importers.Report) {
	if l.over || given.Status != "" || !given.Repealed.IsZero() {
		return
	}
	n, ok := importers.FindNotice(l.found.Title, l.head())
	if !ok {
		return
	}
	found := importers.Found{Published: l.found.Published, Effective: l.found.Effective}
	n.Apply(&found, report)
	l.overFrom = found.Repealed
	l.over = found.Status == codes.Repealed || !l.overFrom.IsZero()
}

// head returns the first paragraphs of the last wordings, up to the second heading.
func (l *law) head() []string {
	const most = 12
	var list []string
	headings := 0
	for _, b := range l.blocks {
		if len(b.wordings) == 0 {
			continue
		}
		for _, p := range b.wordings[len(b.wordings)-1].pieces {
			switch {
			case p.heading != nil:
				headings++
			case p.text.Table == nil:
				list = append(list, p.text.Text)
			}
			if headings > 1 || len(list) == most {
				return list
			}
		}
	}
	return list
}

// identify names a law without metadata by the norm its first wordings come from.
func (l *law) identify(report *importers.Report) {
	if l.found.Lang == "" {
		l.found.Lang = "es"
	}
	if l.identifier != "" {
		return
	}
	if l.identifier = l.original(); l.identifier != "" {
		l.found.Identifier = l.identifier
		l.found.Country = "ES"
		l.found.SourceURL = l.source(&importers.Node{})
		report.Add(importers.Problem{Where: "metadatos", Message: "the file has no metadata; its first wordings are of " + l.identifier + ", taken for its identifier"})
	}
}

// inForce returns the days of the versions, and which of them is the newest in
// force on a day, or the newest of all where no day is given; -1 when none is.
// Wordings that would begin when the law had ended never did.
func (l *law) inForce(today codes.Date) (days []codes.Date, current int) {
	days = l.days()
	for len(days) > 1 && l.over && !l.overFrom.IsZero() && days[len(days)-1].Compare(l.overFrom) >= 0 {
		days = days[:len(days)-1]
	}
	current = len(days) - 1
	for !today.IsZero() && current >= 0 && days[current].Compare(today) > 0 {
		current--
	}
	return days, current
}

// choose returns which versions are made, in order: all, or the one in force (the
// first to come, before there is one). Where all would be too many, those longest
// ago are left out, and then those furthest off: room is for how many headings and
// blocks.
func (l *law) choose(days []codes.Date, current, room int, given *importers.Given, report *importers.Report) []int {
	if given.OnlyCurrent {
		return []int{max(current, 0)}
	}
	order := []int{max(current, 0)} // by weight: in force, to come, past
	for i := order[0] + 1; i < len(days); i++ {
		order = append(order, i)
	}
	for i := order[0] - 1; i >= 0; i-- {
		order = append(order, i)
	}
	kept := 0
	for ; kept < len(order); kept++ {
		if room -= l.size(days[order[kept]]); room < 0 && kept > 0 {
			break
		}
	}
	if left := len(order) - kept; left > 0 {
		report.Add(importers.Problem{Where: "texto", Message: fmt.Sprintf(
			"%d of %d versions are left out, the oldest first: all would be more than %d headings and blocks", left, len(order), maxPieces)})
	}
	order = order[:kept]
	slices.Sort(order)
	return order
}

// size returns how much a version holds, no less than it costs to find out.
func (l *law) size(day codes.Date) int {
	n := 0
	for _, b := range l.blocks {
		if w := b.on(day); w != nil {
			n += len(w.pieces)
		}
	}
	return max(n, len(l.blocks))
}

// of is what the file says of the law, with the dates of the version in force.
func (l *law) of(days []codes.Date, current int, given *importers.Given) importers.Found {
	found := l.found
	v := l.dated(days, max(current, 0), current, given)
	found.Status, found.Effective, found.Repealed = v.Status, v.Effective, v.Repealed
	found.Newest = days[len(days)-1]
	found.Published = cmp.Or(v.Published, l.found.Published)
	return found
}

// version is the version of one day, with what is common to all.
func (l *law) version(e *importers.Edition, days []codes.Date, i, current int, given *importers.Given) codes.Version {
	v := l.dated(days, i, current, given)
	v.Slug = days[i].String()
	v.Title, v.Author, v.SourceURL, v.Internal = e.Version.Title, e.Version.Author, e.Version.SourceURL, true
	return v
}

// dated gives a version its dates and status: an old one ended on the day the next
// began, the last with the law; one in force that a later is to follow ends with
// that one's beginning and has no day of repeal of its own. A version published only after it had ended has
// no day of publication, for the dates would contradict each other.
func (l *law) dated(days []codes.Date, i, current int, given *importers.Given) codes.Version {
	v := codes.Version{Effective: days[i], Published: l.publishedFor(days[i])}
	if i == 0 && v.Published.IsZero() {
		v.Published = l.found.Published
	}
	switch {
	case i > current || days[i].IsZero():
		v.Status = codes.InProgress
	case i < current:
		v.Status, v.Repealed = codes.Repealed, days[i+1]
	default:
		if i+1 == len(days) {
			v.Repealed = l.overFrom
		}
		v.Status = importers.StatusOn(given.Today, v)
		if l.over && l.overFrom.IsZero() {
			v.Status = codes.Repealed
		}
	}
	if !v.Repealed.IsZero() && v.Repealed.Before(v.Published) {
		v.Published = codes.Date{}
	}
	return v
}

// build enters every block as it was on a day.
func (l *law) build(b *importers.Builder, day codes.Date) {
	for _, block := range l.blocks {
		w := block.on(day)
		if w == nil {
			continue
		}
		for _, p := range w.pieces {
			if p.heading != nil {
				b.Open(*p.heading)
			} else {
				b.Add(p.text)
			}
		}
		if block.alone {
			b.End()
		}
	}
}
