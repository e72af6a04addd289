package note

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// mostTableWords is how long a table may be to be quoted whole.
const mostTableWords = 100

// tableText is a table as rows in words: all of a short one, of a long one the rows that
// have most of the question, in the column of the zone that is asked about.
func (a *answer) tableText(p *ask.Passage) string {
	rows := a.rowsOf(p.Table)
	cols := a.columns(p.Table)
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = ask.RowText(p.Table, row, cols)
	}
	return strings.Join(texts, ask.RowBreak)
}

// rowsOf are the rows to quote.
func (a *answer) rowsOf(table *retrieval.Table) []int {
	all := make([]int, len(table.Rows))
	count := 0
	for i := range table.Rows {
		all[i] = i
		count += len(strings.Fields(ask.RowText(table, i, nil)))
	}
	if count <= mostTableWords {
		return all
	}
	shares := make([]float64, len(all))
	best := 0.0
	for i := range all {
		shares[i] = a.share(a.bagOf(ask.RowText(table, i, map[int]bool{})))
		if slices.ContainsFunc(table.Rows[i][:min(len(table.Rows[i]), ask.LabelColumns(table))], a.isZone) {
			shares[i]++
		}
		best = max(best, shares[i])
	}
	var out []int
	for i, s := range shares {
		if s == best && len(out) < mostRows {
			out = append(out, i)
		}
	}
	return out
}

// mostRows is how many rows of a long table are quoted.
const mostRows = 6

// columns are those of the zone asked about beside the labels, nil for all: where the
// heads of several columns are zones, and one of them is it.
func (a *answer) columns(table *retrieval.Table) map[int]bool {
	zones, own := 0, map[int]bool{}
	for c, head := range table.Header {
		for _, part := range strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune(" /,()", r) }) {
			if len([]rune(part)) <= 2 {
				zones++
				if a.isZone(part) {
					own[c] = true
				}
				break
			}
		}
	}
	if zones < 2 || len(own) == 0 {
		return nil
	}
	a.byZone = true
	return own
}

// zoneNote says which zone a column was chosen by; "" where none was.
func (a *answer) zoneNote() string {
	if !a.byZone {
		return ""
	}
	key := "zone"
	tech := a.Project.Place.Tech
	if altitude, given := a.Project.SiteAltitude(); given && (tech.AltitudeM == nil || *tech.AltitudeM != altitude) {
		key = "zone_municipality" // the country cannot tell the zone at the altitude given
	}
	return a.words.say(key, tech.ClimateZone)
}

// isZone reports whether a cell or a head names the zone asked about: that of the
// question, else that of the project's place.
func (a *answer) isZone(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && slices.Contains(a.zones(), text)
}

// zones are the ways the zone asked about is written, the whole and its letter.
func (a *answer) zones() []string {
	if a.Project == nil || a.Project.Place.Tech == nil {
		return nil
	}
	zone := a.Project.Place.Tech.ClimateZone
	if zone == "" {
		return nil
	}
	out := []string{zone}
	if letters := []rune(zone); len(letters) == 2 {
		out = append(out, string(letters[:1]))
	}
	return out
}
