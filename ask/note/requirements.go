package note

import (
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
	if word := a.settled(); word != "" && a.required.Verdict != nil {
		b.WriteString("- " + word + ": " + a.required.Verdict.Text + " [[" + a.required.Verdict.Handle + "]]\n")
	} else if word != "" {
		rows = slices.Clone(rows)
		rows[0].Text = word + ": " + rows[0].Text
	}
	for _, row := range rows[:min(len(rows), mostListed)] {
		b.WriteString("- " + bold(row.Text, row.Governs && !row.Special) + " [[" + row.Handle + "]]\n")
	}
	if rest := len(rows) - mostListed; rest > 0 {
		b.WriteString("\n" + a.words.say("more", rest) + "\n")
	}
	if len(a.required.DependsOn) > 0 && len(rows) > 1 {
		open := a.required.DependsOn
		b.WriteString("\n" + a.words.say("depends", strings.Join(open[:min(len(open), mostOpen)], ", ")) + "\n")
	}
	text := b.String()
	if passage := a.passageOf(rows[0].Handle); passage != nil {
		text += "\n" + a.quote(passage, true)
	}
	return text
}

// mostOpen is how many of what decides are named.
const mostOpen = 4

// settledShare is how much of the parameter's name a question has to have for what rules
// require of it to settle the question.
const settledShare = 0.6

// settledExplained is how much of the question the names and the facts told have to
// explain: "¿hay que poner un pasamanos en una escalera de 5 m de ancho?" asks for
// something else than the width.
const settledExplained = 0.8

// settled is the word that settles a question for yes or no: by verify's verdict on its
// figure, or by a duty that holds in every case. "" where neither does.
func (a *answer) settled() string {
	r := a.required
	if r == nil || !a.yesNo || a.exception || a.other || r.Match.Element < settledShare || r.Match.Parameter < settledShare || r.Match.Explained < settledExplained || a.words.hears("asks_reversed", a.Text) {
		return ""
	}
	word := map[bool]string{true: a.words.say("yes"), false: a.words.say("no")}
	if r.Verdict != nil && r.Verdict.Handle != "" {
		return word[r.Verdict.Complies]
	}
	rows := a.rows()
	if !r.Boolean || len(rows) == 0 || rows[0].State != ask.RowHolds {
		return ""
	}
	for _, row := range rows {
		if row.Duty != rows[0].Duty {
			return ""
		}
	}
	return word[rows[0].Duty == ask.DutyRequired]
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
