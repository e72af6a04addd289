package patternextract

import (
	"strings"

	"github.com/reglookup/regengine/verify"
)

// run is a range of tokens, to not included.
type run struct{ from, to int }

func (r run) empty() bool { return r.from >= r.to }

// edge holds what is cut off both ends of a phrase.
const edge = markAnd | markJoin | markAlso | markHowever | markOf | markDet

// trim cuts little words and signs off both ends of a run.
func (c *clause) trim(r run) run {
	for !r.empty() && c.leftEdge(r) {
		r.from++
	}
	for !r.empty() && c.rightEdge(r.to-1) {
		r.to--
	}
	return r
}

func (c *clause) leftEdge(r run) bool {
	t := &c.toks[r.from]
	if k := c.seg[r.from]; k != mainClause && !c.segs[k].bracket {
		return true
	}
	switch t.kind {
	case punctToken:
		return !t.sign("(") && !t.sign("[") && !t.sign("«")
	case signToken:
		return true
	case figureToken:
		return false
	default:
	}
	return t.is(edge|markVerb|markModal|markAdverb) && !t.is(markLeast|markMost|markMore|markLess|markUnless|markWhen) ||
		t.is(markLeast|markMost) && strings.Contains(t.text, " ") && !t.is(markHeadLeast|markHeadMost) ||
		t.is(markSkip) && !t.is(markWeak) && len(t.text) < 4
}

func (c *clause) rightEdge(i int) bool {
	t := &c.toks[i]
	switch t.kind {
	case punctToken:
		return !t.sign(")") && !t.sign("]") && !t.sign("»") && !t.sign("%")
	case signToken:
		return true
	case figureToken:
		return false
	default:
	}
	if t.is(markMore|markLess) && !strings.Contains(t.text, " ") && i > 0 && c.toks[i-1].kind == wordToken && c.toks[i-1].mark == 0 {
		return false // "la parte inferior"
	}
	return t.is(edge|markSkip|markBetween|markRelative) || t.is(comparators) && !t.is(markHeadLeast|markHeadMost) || t.is(markVerb|markModal)
}

// phrase is the text of a run with its role.
func (c *clause) phrase(role verify.Role, r run) verify.Phrase {
	start, end := c.toks[r.from].start, c.toks[r.to-1].end
	return verify.Phrase{Role: role, Text: c.text[start:end], Span: verify.Span{Start: start, End: end}}
}

// phrases returns the phrase of a run, or none when nothing is left of it.
func (c *clause) phrases(role verify.Role, r run) []verify.Phrase {
	r = c.trim(r)
	for i := r.from; i < r.to; i++ {
		if c.toks[i].kind == signToken {
			r = c.trim(run{r.from, i}) // "A ≥ P / 200": what is compared
		}
	}
	if r.empty() || !c.says(r) {
		return nil
	}
	return []verify.Phrase{c.phrase(role, r)}
}

// says reports whether a run holds a word that means something by itself.
func (c *clause) says(r run) bool {
	for i := r.from; i < r.to; i++ {
		if c.toks[i].kind == wordToken && !c.toks[i].is(markVerb|markModal|markSkip|markNot|edge) {
			return true
		}
	}
	return false
}

// statement is a run before a figure taken apart: who, and what of it.
type statement struct {
	subject, between run
	act              int // the verb, where it names what is measured: "vuelen"; or -1
}

// takeApart splits the main tokens of a region at its last verb.
func (c *clause) takeApart(region run) statement {
	verb := -1
	for i := region.from; i < region.to; i++ {
		if c.seg[i] == mainClause && c.toks[i].is(markVerb) && !c.toks[i].is(markMeasureBehind|markAnd) {
			verb = i
		}
	}
	if verb < 0 {
		return statement{subject: c.mainRun(region), act: -1}
	}
	from, to := verb, verb+1
	for from > region.from && c.toks[from-1].kind == wordToken && c.toks[from-1].is(markVerb|markModal|markNot|markAbility) && !c.toks[from-1].is(markDet|markOf) {
		from--
	}
	for to < region.to && c.toks[to].is(markModal) && !c.toks[to].is(markDet|markOf) {
		to++
	}
	out := statement{subject: c.mainRun(c.subjectOf(run{region.from, from})), between: c.mainRun(run{to, region.to}), act: -1}
	if c.toks[verb].is(markAct) {
		out.act = verb
	}
	return out
}

// subjectOf finds the subject of the verb behind a run: what stands behind the
// last "so that", or a subject of its own behind the verb before, or the subject
// that both verbs share.
func (c *clause) subjectOf(r run) run {
	first, verb := -1, c.mainVerbIn(r)
	for i := r.to - 1; i >= r.from; i-- {
		t := &c.toks[i]
		if c.seg[i] != mainClause || t.kind == figureToken {
			continue
		}
		if t.speaksOf(topicPurpose) {
			return run{i + 1, r.to}
		}
		if i == r.from {
			break
		}
		if t.is(markMain) && !t.is(markMeasureBehind) && !c.toks[i-1].is(markRelative) {
			first = i
		}
		if first < 0 && i+1 < r.to && (t.sign(",") || t.is(markAnd)) && c.toks[i+1].is(markDet) && !c.toks[i+1].is(markWeak|markAnd) && verb < i {
			return run{i + 1, r.to}
		}
	}
	if first < 0 {
		return r
	}
	object := run{first + 1, r.to}
	for first > r.from && c.toks[first-1].is(markVerb|markModal|markNot) && !c.toks[first-1].is(markDet|markOf) {
		first--
	}
	if own := c.trim(run{r.from, first}); own.empty() || !c.says(own) {
		return object // "no tendrá juntas que presenten"
	}
	return run{r.from, first}
}

// mainVerbIn returns the first verb of a main clause in a run, or its end.
func (c *clause) mainVerbIn(r run) int {
	for i := r.from; i < r.to; i++ {
		if t := &c.toks[i]; c.seg[i] == mainClause && t.is(markMain) && !t.is(markMeasureBehind) && (i == 0 || !c.toks[i-1].is(markRelative)) {
			return i
		}
	}
	return r.to
}

// mainRun narrows a region to the tokens of the main clause, from the first to
// the last; circumstances between them stay.
func (c *clause) mainRun(r run) run {
	for !r.empty() && (c.seg[r.from] != mainClause || c.bareAdverb(r.from)) {
		r.from++
	}
	for !r.empty() && (c.seg[r.to-1] != mainClause || c.bareAdverb(r.to-1)) {
		r.to--
	}
	return r
}

// bareAdverb reports "como mínimo" and the like, and the signs around them.
func (c *clause) bareAdverb(i int) bool {
	t := &c.toks[i]
	return t.sign(",") || t.kind == wordToken && t.is(markLeastBehind|markMostBehind) && t.is(markLeast|markMost) && strings.Contains(t.text, " ")
}

// split parts "anchura de cada tramo" into measure and thing, at the first "of"
// with a determiner behind it.
func (c *clause) split(r run) (measure, thing run) {
	for i := r.from + 1; i+1 < r.to; i++ {
		t := &c.toks[i]
		if c.toks[i-1].is(markBetween) {
			break // "distancia entre el borde de la huella y el muro"
		}
		if t.kind == wordToken && t.is(markOf) && c.seg[i] == mainClause && (c.toks[i+1].is(markDet) || t.text == "del") {
			return run{r.from, i}, run{i + 1, r.to}
		}
	}
	return r, run{}
}
