package ask

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// reach says where a cue may stand for a number.
type reach uint8

const (
	before reach = iota // only before it: "no menor que 5 m"
	beside              // also right behind it and its unit: "5 m mínimo"
	behind              // also some words behind it: "5 m de alto, como mínimo"
)

// cue is a turn of phrase that says how a number bounds.
type cue struct {
	shape  *pattern
	dir    Direction
	reach  reach
	strict bool // the bound itself is outside
}

//go:embed cues.tsv
var cuesTSV string

// cues is the table of cues.tsv (CITATIONS N5).
var cues = sync.OnceValue(func() []cue {
	directions := map[string]Direction{"min": Minimum, "max": Maximum}
	reaches := map[string]reach{"before": before, "beside": beside, "behind": behind}
	var list []cue
	for line := range strings.Lines(cuesTSV) {
		if f := strings.Split(strings.TrimRight(line, "\n"), "\t"); len(f) == 4 && !strings.HasPrefix(line, "#") {
			list = append(list, cue{newPattern(f[3]), directions[f[0]], reaches[f[1]], f[2] == "strict"})
		}
	}
	return list
})

type cueAt struct {
	start, end int
	*cue
}

var (
	rangeOpens = newPattern(`\b(?:entre|between)(?: (?:los|las|el|la|un|una))? $`)
	fromOpens  = newPattern(`\b(?:de|desde|from) $`)
	fromJoins  = lazyregexp.New(`^ ?\S{0,8} ?(?:a|hasta|to) (?:menos de |less than )?$`)
	toJoins    = lazyregexp.New(`^ ?\S{0,8} to $`) // "900mm to 1000mm"
	lessThan   = newPattern(`\b(?:menos de|less than)\b`)
	leadsOn    = lazyregexp.New(`^ ?(?:de|of|los|las)? ?$`) // "al menos 3 m", "un mínimo de 3 m"
	rangeJoins = lazyregexp.New(`^ ?\S{0,8} ?(?:y|and|e) (?:los |las |el |la )?$`)
)

// setDirections gives each quantity the direction of the cue that governs it:
// one that stands right behind it, or else the nearest before it within the
// clause with no other number between. The ends of "between 5 and 9 cm" are a
// minimum and a maximum.
func setDirections(folded string, list []Quantity) {
	if len(list) == 0 {
		return
	}
	found := findCues(folded)
	for i := range list {
		from, to := 0, len(folded)
		if i > 0 {
			from = list[i-1].End
		}
		if i+1 < len(list) {
			to = list[i+1].Start
		}
		if c := governing(folded, found, list[i], from, to); c != nil {
			list[i].Dir, list[i].Strict = c.dir, c.strict
		}
		if i > 0 && list[i].Dir == Unsaid && list[i].unit.dimension != "" && list[i-1].unit.dimension == list[i].unit.dimension && continuesList(folded[list[i-1].End:list[i].Start]) {
			list[i].Dir, list[i].Strict = list[i-1].Dir, list[i-1].Strict
		}
		list[i].denied = deniedAt(folded, found, from, list[i].Start)
	}
	for i := 0; i+1 < len(list); i++ {
		opening, joining := folded[max(0, list[i].Start-16):list[i].Start], folded[list[i].End:list[i+1].Start]
		if list[i].unit.dimension != "" && list[i].unit.dimension == list[i+1].unit.dimension && toJoins.MatchString(joining) ||
			rangeOpens.in(opening) && rangeJoins.MatchString(joining) ||
			fromOpens.in(opening) && fromJoins.MatchString(joining) && list[i].Dir == Unsaid {
			list[i].Dir, list[i+1].Dir = Minimum, Maximum
			list[i].Strict, list[i+1].Strict = false, lessThan.in(joining)
		}
	}
}

// deniedAt reports whether a number is denied: a negation of its own clause turns
// no comparison, opens no condition, and neither forbids nor exempts.
func deniedAt(folded string, found []cueAt, from, at int) bool {
	if cut := strings.LastIndexAny(folded[from:at], ",;:.|\n"); cut >= 0 {
		from += cut + 1
	}
	clause := folded[from:at]
	for _, m := range phrases()["denier"].all(clause) {
		if !overlaps(found, from+m[0], from+m[1]) && !clauseOpens.in(clause) && !says("exempt", clause) {
			return true
		}
	}
	return false
}

// clauseOpens begins a clause that is not the main one.
var clauseOpens = wordPattern(`(?:que|cuando|si|donde|cuy[oa]s?|sin|para|where|when|if|that|which|whose|who|unless|for)\b`)

// governing finds the cue of q, between the ends of its neighbours; nil when
// there is none.
func governing(folded string, found []cueAt, q Quantity, from, to int) *cue {
	for _, c := range found {
		if c.start >= q.End && c.end <= to && c.reaches(folded[q.End:c.start], folded[c.end:min(to, len(folded))], to < len(folded)) {
			return c.cue
		}
	}
	var best *cue
	end := -1
	for _, c := range found {
		if c.start >= from && c.end <= q.Start && c.end > end && !strings.ContainsAny(folded[c.end:q.Start], ";|\n") {
			best, end = c.cue, c.end
		}
	}
	return best
}

// reaches reports whether a cue speaks of a number before it, across gap. With
// a further number at its heels it speaks of that one.
func (c cueAt) reaches(gap, behindCue string, moreNumbers bool) bool {
	const near, heels = 48, 5 // bytes
	adjacent := len(strings.Fields(gap)) <= 1 && !strings.Contains(gap, ",") && !leadsOn.MatchString(behindCue)
	if moreNumbers && len(behindCue) <= heels && !strings.ContainsAny(behindCue, "|\n;") && !adjacent {
		return false
	}
	switch {
	case strings.ContainsAny(gap, ";:|\n"):
		return false
	case c.reach == beside:
		return len(strings.Fields(gap)) <= 1
	}
	return c.reach == behind && len(gap) <= near
}

// findCues finds every cue once: what a stronger one covers is not read again.
func findCues(folded string) []cueAt {
	var found []cueAt
	for _, c := range cues() {
		for _, m := range c.shape.all(folded) {
			if !overlaps(found, m[0], m[1]) {
				found = append(found, cueAt{m[0], m[1], &c})
			}
		}
	}
	return found
}

func overlaps(found []cueAt, start, end int) bool {
	for _, c := range found {
		if start < c.end && c.start < end {
			return true
		}
	}
	return false
}
