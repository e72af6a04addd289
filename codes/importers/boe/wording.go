package boe

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// block is one <bloque>: a provision, a heading, an annex.
type block struct {
	id       string
	line     int
	alone    bool       // nothing behind it belongs to its section
	wordings []*wording // by day in force once sorted
}

// wording is one <version> of a block: all of it as it stood from a day on.
type wording struct {
	norm      string // that brought it
	line      int
	published codes.Date
	effective codes.Date
	pending   bool   // its day is not fixed yet
	dated     bool   // it is of a kind that should say its days
	words     string // all it says in the file
	pieces    []piece
	kept      tally
}

// piece is a heading or a block of text.
type piece struct {
	heading  *importers.Heading
	text     importers.Piece
	line     int
	pictured bool // there is an image in it
}

// dates reads the days of a wording, which may leave the first day in force out;
// see [law.date].
func (p *parser) dates(w *wording, n *importers.Node, where string) {
	note := func(message string) {
		if message != "" {
			p.report.Add(importers.Problem{Line: w.line, Where: where, Message: message})
		}
	}
	var problem string
	w.published, problem = day(n.Attr("fecha_publicacion"))
	note(problem)
	w.effective, problem = day(n.Attr("fecha_vigencia"))
	note(problem)
	w.pending = n.Attr("fecha_vigencia") == unknownDay
	w.dated = n.Name == "version"
	switch {
	case w.pending:
		note("a wording whose first day in force is not fixed yet is left out")
	case !w.effective.IsZero() && w.effective.Before(w.published):
		note("a wording in force since " + w.effective.String() + " was published later, on " + w.published.String())
	}
}

// settle gives undated wordings a day, and sorts those of each block by day in
// force; of one day the last published, else the last in the file, holds.
func (l *law) settle(report *importers.Report) {
	norms := l.normDays()
	first := l.firstDay()
	for _, b := range l.blocks {
		b.wordings = slices.DeleteFunc(b.wordings, func(w *wording) bool { return w.pending && !first.IsZero() })
		for _, w := range b.wordings {
			if w.effective.IsZero() && !w.pending {
				l.date(b, w, first, norms[w.norm], report)
			}
		}
		slices.SortStableFunc(b.wordings, func(a, b *wording) int {
			return cmp.Or(a.effective.Compare(b.effective), a.published.Compare(b.published))
		})
	}
}

// date gives a wording that does not say its first day in force one: of the law's
// own that of the law, of another norm's the first day any wording of that norm
// took effect. Only where neither is known is it the day of publication, on which
// most law is not in force yet.
func (l *law) date(b *block, w *wording, first, norm codes.Date, report *importers.Report) {
	note := func(message string) {
		if w.dated {
			report.Add(importers.Problem{Line: w.line, Where: b.id, Message: message})
		}
	}
	own := w.norm == "" || w.norm == l.identifier || w.published.IsZero() || w.published == l.found.Published
	switch {
	case own:
		w.effective = first
		note("a wording without its first day in force is taken for the first of the law, " + first.String())
	case !norm.IsZero():
		w.effective = norm
		note("a wording without its first day in force is taken for in force with the others of " + w.norm + ", " + norm.String())
	default:
		w.effective = w.published
		if w.effective.Before(first) {
			w.effective = first
		}
		note("a wording without its first day in force is taken from its publication on, " + w.effective.String())
	}
}

// normDays returns the first day on which a wording of each norm took effect.
func (l *law) normDays() map[string]codes.Date {
	days := make(map[string]codes.Date)
	for _, b := range l.blocks {
		for _, w := range b.wordings {
			if day, ok := days[w.norm]; !w.effective.IsZero() && (!ok || w.effective.Before(day)) {
				days[w.norm] = w.effective
			}
		}
	}
	return days
}

// firstDay returns the law's first day in force: the first day of any wording, or
// what the metadata say where that is earlier or no wording has one; else the day
// of publication.
func (l *law) firstDay() codes.Date {
	first := l.found.Effective
	for _, b := range l.blocks {
		for _, w := range b.wordings {
			if !w.effective.IsZero() && (first.IsZero() || w.effective.Before(first)) {
				first = w.effective
			}
		}
	}
	if first.IsZero() && !l.pendingOnly() {
		first = l.firstPublished()
	}
	return first
}

// firstPublished returns the day the law was published: as the metadata say, or
// else the first day any wording was.
func (l *law) firstPublished() codes.Date {
	first := l.found.Published
	if !first.IsZero() {
		return first
	}
	for _, b := range l.blocks {
		for _, w := range b.wordings {
			if !w.published.IsZero() && (first.IsZero() || w.published.Before(first)) {
				first = w.published
			}
		}
	}
	return first
}

// pendingOnly reports whether the day of the law itself is not fixed yet.
func (l *law) pendingOnly() bool {
	for _, b := range l.blocks {
		if slices.ContainsFunc(b.wordings, func(w *wording) bool { return !w.pending }) {
			return false
		}
	}
	return true
}

// days returns the days on which some block took a new wording, in order. A law
// whose day is not fixed has one, which is zero.
func (l *law) days() []codes.Date {
	var list []codes.Date
	for _, b := range l.blocks {
		for _, w := range b.wordings {
			list = append(list, w.effective)
		}
	}
	slices.SortFunc(list, codes.Date.Compare)
	return slices.Compact(list)
}

// on returns the wording of a block on a day, nil when there is none yet.
func (b *block) on(day codes.Date) *wording {
	at, _ := slices.BinarySearchFunc(b.wordings, day, func(w *wording, day codes.Date) int {
		if w.effective.Compare(day) <= 0 {
			return -1
		}
		return 1
	})
	if at == 0 {
		return nil
	}
	return b.wordings[at-1]
}

// publishedFor returns when the last of the norms that took effect on a day was
// published.
func (l *law) publishedFor(day codes.Date) codes.Date {
	var last codes.Date
	for _, b := range l.blocks {
		if w := b.on(day); w != nil && w.effective == day && last.Before(w.published) {
			last = w.published
		}
	}
	return last
}

// original returns the identifier of the norm published first, which is the
// law's own.
func (l *law) original() string {
	var first *wording
	for _, b := range l.blocks {
		for _, w := range b.wordings {
			if w.norm != "" && (first == nil || w.published.Before(first.published)) {
				first = w
			}
		}
	}
	if first == nil {
		return ""
	}
	return first.norm
}
