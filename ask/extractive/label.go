package extractive

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// The case a value is for stands before it ("En los tramos rectos la huella
// mide...") or behind it ("..., si hay un ascensor"), within its clause.

var (
	caseOpens = lazyregexp.New(`^(?:y |and )?(?:si|cuando|en|para|entre|delante|donde|a|salvo|excepto|siempre|con|sin|por|if|when|where|in|for|on|between|at|unless|except|provided|with|without|under)\b`)
	verbCase  = lazyregexp.New(`^(?:y |and )?(?:si|cuando|siempre que|if|when|where|unless|provided)\b`)

	// itemMark numbers an item or a paragraph.
	itemMark = lazyregexp.New(`^\s*(?:(?:[a-z]|[ivx]{1,4}|[0-9]{1,2})[.)]\s+|[0-9]{1,2}(?:\.[0-9]{1,2})+\.?\s+|[-–•]\s+)?`)

	// bound is how much or how little a number bounds: no part of a case.
	bound = lazyregexp.New(`^[\s,]*(?:como (?:minimo|maximo)|al menos|por lo menos|minim[oa]s?|maxim[oa]s?|o (?:mas|menos)|or (?:more|less)|at (?:least|most)|minimum|maximum|de (?:alto|ancho|largo|fondo|altura|anchura|longitud|profundidad|diametro)|(?:high|wide|long|deep|thick))\b`)

	// subject begins what the rule itself is about.
	subject = lazyregexp.New(`(?:^|\s)(?:(?:el|la|los|las|un|una|the|a) )?[\p{L}]+ (?:\p{L}+ )?(?:mid[ea]n?|medira\w*|es|son|sera\w*|tiene\w*|tendra\w*|esta\w*|llega\w*|salva\w*|queda\w*|debe\w*|is|are|be|shall|should|must|measures?)\b|(?:^|\s)(?:basta\w*|cabe|solo|only|cuenta\w*|se (?:admit|permit|exig)\w*)\b`)
)

const maxLabel = 160 // bytes

// labelValues finds the case of each value of one sentence.
func labelValues(text string, list []value) {
	folded := retrieval.Fold(text)
	for i := range list {
		from, to := 0, len(folded)
		if at := strings.LastIndexByte(folded[:list[i].Start], ';'); at >= 0 {
			from = at + 1
		}
		if at := strings.IndexByte(folded[list[i].End:], ';'); at >= 0 {
			to = list[i].End + at
		}
		first := list[i].Start // of the clause
		for k := range list[:i] {
			if list[k].Start >= from {
				first = list[k].Start
				break
			}
		}
		more := i+1 < len(list) && list[i+1].Start < to
		if more {
			to = list[i+1].Start
		}
		front := frontCase(text, folded, from, first)
		behind := behindCase(text, folded, list[i].End, to, more)
		list[i].label = strings.Join(nonEmpty(front, behind), ", ")
	}
}

// frontCase cuts the case that opens a clause.
func frontCase(text, folded string, from, to int) string {
	from += len(itemMark.FindString(folded[from:to]))
	clause := folded[from:to]
	end := strings.LastIndexByte(clause, ',')
	if loc := subject.FindStringIndex(clause); loc != nil && !verbCase.MatchString(clause) && (end < 0 || loc[0] < end) {
		end = loc[0]
	}
	if end <= 0 || !caseOpens.MatchString(clause) {
		return ""
	}
	return tidy(text[unfolded(text, from):unfolded(text, from+end)])
}

// behindCase cuts the case that follows a value, up to the next one.
func behindCase(text, folded string, from, to int, more bool) string {
	from += len(unitBehind.FindString(folded[from:to]))
	for m := bound.FindString(folded[from:to]); m != ""; m = bound.FindString(folded[from:to]) {
		from += len(m)
	}
	for from < to && strings.IndexByte(" ,", folded[from]) >= 0 {
		from++
	}
	rest := folded[from:to]
	if more {
		if at := max(strings.LastIndex(rest, " y "), strings.LastIndex(rest, " and "), strings.LastIndex(rest, ", ")); at >= 0 {
			rest = rest[:at]
		} else {
			rest = ""
		}
	}
	if !caseOpens.MatchString(rest) {
		return ""
	}
	return tidy(text[unfolded(text, from):unfolded(text, from+len(rest))])
}

func tidy(label string) string {
	if label = strings.Trim(label, " ,.;:"); len(label) > maxLabel {
		return ""
	}
	return lowerFirst(label)
}

func nonEmpty(parts ...string) []string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return list
}
