package note

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// mostListed is how many rows a list shows.
const mostListed = 5

// writeList lists what rules require, with the passage of the first row; "" where they
// require nothing of what is asked. The strictest row is marked, unless it only holds
// where something is that nobody assumes, such as a pool.
func (a *answer) writeList() string {
	if a.required == nil {
		return ""
	}
	rows := a.rows()
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	if word := cmp.Or(a.settled(), a.open()); word != "" && a.verdict() != nil {
		b.WriteString("- " + word + ": " + a.required.Verdict.Text + " [[" + a.required.Verdict.Handle + "]]\n")
	} else if word != "" {
		rows = slices.Clone(rows)
		rows[0].Text = word + ": " + rows[0].Text
	}
	first := a.first(rows)
	for _, row := range first {
		b.WriteString("- " + bold(row.Text, row.Governs && !row.Special) + " [[" + row.Handle + "]]\n")
	}
	for _, row := range a.bounds() {
		b.WriteString("- " + row.Text + " [[" + row.Handle + "]]\n")
	}
	for _, row := range a.beside() {
		b.WriteString("- " + row.Text + " [[" + row.Handle + "]]\n")
	}
	if rest := len(rows) - len(first); rest > 0 {
		b.WriteString("\n" + a.words.say("more", rest) + "\n")
	}
	if len(a.required.DependsOn) > 0 && len(rows) > 1 {
		open := a.required.DependsOn
		b.WriteString("\n" + a.words.say("depends", strings.Join(open[:min(len(open), mostOpen)], ", ")) + "\n")
	}
	text := b.String()
	if passage := a.passageOf(rows[0].Handle); passage != nil {
		text += "\n" + a.writeOwn(passage)
	}
	return text
}

// first are the rows to list: where the case asked about is known, those of other cases
// that nobody told are only counted.
func (a *answer) first(rows []ask.RequiredRow) []ask.RequiredRow {
	if a.asks() == ask.AsksAmount && rows[0].State == ask.RowHolds && !rows[0].Special {
		rows = slices.DeleteFunc(slices.Clone(rows), func(row ask.RequiredRow) bool { return row.Special })
	}
	return rows[:min(len(rows), mostListed)]
}

// writeOwn quotes the passage a requirement stands in, and the items it leads to.
func (a *answer) writeOwn(p *ask.Passage) string {
	if strings.HasSuffix(strings.TrimSpace(p.Text), ":") {
		return a.writeGroup(p)
	}
	return a.quote(p, true)
}

// mostBounds is how many of the cases are shown that a number of the question chose among.
const mostBounds = 3

// bounds are the cases that a number of the question chose among, those that are not in
// the list yet.
func (a *answer) bounds() []ask.RequiredRow {
	shown := a.rows()
	list := slices.DeleteFunc(slices.Clone(a.required.Bounds), func(row ask.RequiredRow) bool {
		same := func(other ask.RequiredRow) bool { return other.Text == row.Text }
		return row.Handle == "" || row.Special || slices.ContainsFunc(shown, same)
	})
	return list[:min(len(list), mostBounds)]
}

// mostPerName is how many rows a further parameter that is named has.
const mostPerName = 3

// beside are the rows of further parameters that the question names, those aside that
// hold only where something is that nobody assumes.
func (a *answer) beside() []ask.RequiredRow {
	count := map[string]int{}
	return slices.DeleteFunc(slices.Clone(a.required.Beside), func(row ask.RequiredRow) bool {
		name, _, _ := strings.Cut(row.Text, ": ")
		if row.Handle == "" || row.Special || row.State == ask.RowExcluded || count[name] == mostPerName {
			return true
		}
		count[name]++
		return false
	})
}

// mostOpen is how many of what decides are named.
const mostOpen = 4

// settledShare is how much of the names of element and parameter a question has to have
// for what rules require of them to settle it, where the list is not likely right anyway.
const settledShare = 0.5

// How much of the question the names and the facts told have to explain: "¿hay que poner
// un pasamanos en una escalera de 5 m de ancho?" asks for something else than the width.
const (
	settledExplained = 0.8  // for a verdict
	dutyExplained    = 0.65 // for a duty of a list that is not likely right anyway, or to say what it depends on
)

// settled is the word that settles a question for yes or no: by verify's verdict on its
// figure, or by a duty that holds. "" where neither does.
func (a *answer) settled() string {
	if !a.settles(settledShare) || a.denied() {
		return ""
	}
	r := a.required
	switch {
	case a.verdict() != nil:
		return a.yesOrNo(r.Verdict.Complies)
	case a.listed >= likelyList || r.Match.Explained >= dutyExplained:
		return a.duties()
	}
	return ""
}

// denied reports whether the question is put the other way round. What the name of the
// parameter denies is part of it: "no protegida".
func (a *answer) denied() bool {
	return a.words.hears("asks_denied", a.Text) && !a.words.hears("asks_denied", a.required.Parameter)
}

// settles reports whether the question is one for yes or no about what rules are about.
func (a *answer) settles(share float64) bool {
	r := a.required
	if r == nil || !a.yesNo || a.exception || a.other {
		return false
	}
	return a.listed >= likelyList || r.Match.Element >= share && r.Match.Parameter >= share
}

func (a *answer) yesOrNo(yes bool) string {
	if yes {
		return a.words.say("yes")
	}
	return a.words.say("no")
}

// verdict is that on the figure of the question; nil where it does not answer it: where
// the question is whether something is needed, or is turned round.
func (a *answer) verdict() *ask.RequiredVerdict {
	v := a.required.Verdict
	if v == nil || v.Handle == "" || a.duty || a.required.Match.Explained < settledExplained || a.words.hears("asks_reversed", a.Text) {
		return nil
	}
	return v
}

// duties is the word that the duties among the requirements settle a question by: those
// that hold, if they are of one kind and none that may hold is of another. "" where they
// do not. That something is forbidden settles whether it may be, too, and so does that it
// is free to be as it is named ("no protegida"); that it may be there at all does not
// follow from that it need not.
func (a *answer) duties() string {
	rows := a.rows()
	if len(rows) == 0 || rows[0].State != ask.RowHolds || rows[0].Duty == "" {
		return ""
	}
	for _, row := range rows {
		if row.Duty != rows[0].Duty && !row.Special {
			return ""
		}
	}
	switch duty := rows[0].Duty; {
	case a.duty, a.required.Scope, duty == ask.DutyForbidden:
		return a.yesOrNo(duty == ask.DutyRequired)
	case a.permitted && duty == ask.DutyFree && !a.required.Presence:
		return a.words.say("yes")
	}
	return ""
}

// open is the word that says that a question for yes or no depends on what is not known;
// "" where it does not, or where that is not what is asked.
func (a *answer) open() string {
	if !a.duty || a.bound || a.settled() != "" || !a.settles(settledShare) || a.required.Match.Explained < dutyExplained {
		return ""
	}
	rows := a.rows()
	if len(rows) == 0 || rows[0].Special || rows[0].State != ask.RowDepends || len(a.required.DependsOn) == 0 || slices.ContainsFunc(rows, func(row ask.RequiredRow) bool { return row.Duty == "" }) {
		return ""
	}
	return a.words.say("open")
}

// rows are the requirements to show, those of one text each once: general ones, then
// those of special cases; what is excluded only where there is nothing else.
func (a *answer) rows() []ask.RequiredRow {
	var rows, special, excluded []ask.RequiredRow
	seen := map[string]bool{}
	for _, row := range a.required.Rows {
		switch {
		case row.Handle == "" || seen[row.Text]:
			continue
		case row.State == ask.RowExcluded:
			excluded = append(excluded, row)
		case row.Special:
			special = append(special, row)
		default:
			rows = append(rows, row)
		}
		seen[row.Text] = true
	}
	if len(rows)+len(special) == 0 {
		return excluded
	}
	return append(rows, special...)
}

// bold marks the limit of a row that governs.
func bold(text string, governs bool) string {
	limit, rest, found := strings.Cut(text, ": ")
	if !governs {
		return text
	}
	if !found {
		return "**" + limit + "**"
	}
	return "**" + limit + "**: " + rest
}

// passageOf is the passage of a handle.
func (a *answer) passageOf(handle string) *ask.Passage {
	for i := range a.transcript.Results {
		for k := range a.transcript.Results[i].Passages {
			if p := &a.transcript.Results[i].Passages[k]; p.Handle == handle {
				return p
			}
		}
	}
	return nil
}
