package ask

import (
	"slices"
	"strings"
)

// segment is the part of a sentence that belongs to one number.
type segment struct {
	index    int // of the number
	from, to int
	cases    []int // numbers that say when it holds
	depends  bool  // it says what holds in a case of the value before
	ellipsis bool  // it leaves out what was said of the value before
}

// segmentsOf parts a sentence among its numbers. A number in a condition is a
// case of the number it stands with and has no part of its own, unless there is
// no other.
func segmentsOf(r *parsed, list []Quantity) []segment {
	folded := r.folded
	var mains []int
	caseOf := map[int]bool{}
	for i := range list {
		if !isCase(folded, list, i) {
			mains = append(mains, i)
			continue
		}
		caseOf[i] = true
	}
	if len(mains) == 0 {
		for i := range list {
			mains = append(mains, i)
		}
		clear(caseOf)
	}
	var ends []int // of ranges: they share the part of what begins the range
	mains = slices.DeleteFunc(mains, func(i int) bool {
		isEnd := i > 0 && list[i-1].Dir == Minimum && list[i].Dir == Maximum && list[i-1].unit.dimension == list[i].unit.dimension && rangeGap.MatchString(betweenUnits(folded, list[i-1], list[i]))
		if isEnd {
			ends = append(ends, i)
		}
		return isEnd
	})
	segments := make([]segment, len(mains))
	for k, i := range mains {
		segments[k] = segment{index: i, to: len(folded)}
		if k > 0 {
			at := parting(folded, list[i-1].End, list[i].Start)
			segments[k-1].to, segments[k].from = at, at
			opens := leadContinues.find(folded[at:list[i].Start])
			segments[k].depends = opens != nil && opens[0] == 0
			segments[k].ellipsis = ellipsis.find(folded[at:list[i].Start]) != nil
			if k == 1 {
				segments[0].from = r.leadOf(list[mains[0]].Start, at, list[i].Start)
			}
		}
	}
	for i := range list {
		if !caseOf[i] {
			continue
		}
		k := slices.IndexFunc(segments, func(g segment) bool { return g.from <= list[i].Start && list[i].Start < g.to })
		if k >= 0 {
			segments[k].cases = append(segments[k].cases, i)
		}
	}
	for _, i := range ends {
		k := slices.IndexFunc(segments, func(g segment) bool { return g.from <= list[i].Start && list[i].Start < g.to })
		if k >= 0 {
			segments = append(segments, segment{index: i, from: segments[k].from, to: segments[k].to, cases: segments[k].cases})
		}
	}
	return segments
}

// leadOf is where, before the first number, begins what is said of that number
// alone. What stands before "0,90 m in the one case and 1,10 m in the other" is
// said of both; before "in the one case 0,90 m; in the other 1,10 m" it is not.
func (r *parsed) leadOf(first, from, second int) int {
	opens := partOpens.find(r.folded[:first])
	switch {
	case leadContinues.find(r.folded[from:second]) != nil && leadContinues.find(r.folded[from:second])[0] == 0, len(contentTerms(r.within(from, second))) == 0:
		return first
	case opens != nil:
		return opens[0]
	case partOpens.in(r.folded[from:second]):
		return first
	}
	return 0
}

// leadContinues opens a further value of the same subject: "2,60 m, que podrá
// reducirse a 2,30 m".
var leadContinues = newPattern(`,? (?:que|pudiendo|excepto|salvo|aunque|except|unless|which)\b`)

var partOpens = newPattern(`\b(?:en|para|si|cuando|con|sin|tratandose|within|in|for|if|when|where|on|at|with|without)\b`)

var (
	// aimOpens may open a case, or an aim within the main clause,
	aimOpens  = wordPattern(`(?:para|for)\b`)
	condition = wordPattern(`(?:cuando|si|siempre que|en caso de|cuy[oa]s?|when|where|if|provided|whose)\b`)

	// mainBefore is its verb right before the number,
	mainBefore = wordPattern(`(?:es|sera|son|seran|is|are|be)(?: (?:de|del|un|una|como|at|not|no|less|more|than|least|most|maximo|minimo|al|menos))* ?$`)

	// and a span of time is no case: "valid for ten years".
	spanBefore = wordPattern(`for (?:at least |at most |up to |a period of )?$`)
)

// duration reports whether an amount is one of time.
func (q Quantity) duration() bool {
	return q.unit.dimension == "months" || strings.HasSuffix(q.unit.dimension, "days") || q.unit.dimension == "time"
}

// ellipsis stands for a subject: "y el de obra menor".
var ellipsis = newPattern(`(?:^|,)? (?:y|e|ni|and|nor) (?:el|la|los|las|that|those) (?:de|del|of|que)\b`)

// continuesList reports whether a gap leads to the amount of a further case: "2.000
// m² en uso administrativo, de 1.000".
func continuesList(gap string) bool {
	const least = 5 // words: unit, case, "de"
	return nextInList.in(gap) && len(strings.Fields(gap)) >= least && !caseOpens.in(gap)
}

var nextInList = newPattern(`(?:,|,? y|,? o|,? ni|,? and|,? or) (?:de|del|of) $`)

// nextValue opens a further value behind a condition of the one before: "6 m² si
// son individuales y de 10 m² si son dobles".
var nextValue = newPattern(` (?:y|e|ni|o|u|and|or|nor) (?:(?:el|la|los|las|the|that) )?(?:(?:de|del|of|a) (?:las? |los |el |un |una )?)?$`)

// betweenUnits is what stands between two numbers behind the first one's unit.
func betweenUnits(folded string, a, b Quantity) string {
	gap := folded[a.End:b.Start]
	if _, rest, ok := strings.Cut(strings.TrimLeft(gap, " "), " "); ok && !rangeGap.MatchString(gap) {
		return " " + rest
	}
	return gap
}

// isCase reports whether a number stands in a condition: "when the drop is over
// 6 m", "for 8 m".
func isCase(folded string, list []Quantity, i int) bool {
	from := 0
	if i > 0 {
		from = list[i-1].End
	}
	lead := folded[from:list[i].Start]
	if cut := strings.LastIndexAny(lead, ",;:|\n"); cut >= 0 {
		lead = lead[cut:]
	}
	if next := nextValue.find(lead); next != nil {
		lead = lead[next[0]:]
	}
	isAim := aimOpens.in(lead) && !condition.in(lead) && (mainBefore.in(lead) || list[i].duration() && spanBefore.in(lead))
	if caseOpens.in(lead) && !isAim {
		return true
	}
	if i == 0 || list[i-1].unit.dimension != list[i].unit.dimension {
		return false
	}
	gap := folded[list[i-1].End:list[i].Start]
	return (rangeGap.MatchString(gap) || continuesList(gap)) && isCase(folded, list, i-1)
}

// parting is where, between two numbers, what belongs to the first ends: at a
// semicolon, or else before the word that joins them, or else at a comma.
func parting(folded string, from, to int) int {
	gap := folded[from:to]
	for _, shape := range partings {
		if cuts := shape.all(gap); len(cuts) > 0 {
			return from + cuts[len(cuts)-1][0]
		}
	}
	return from
}
