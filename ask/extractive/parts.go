package extractive

import (
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Two things asked at once, each with its own direction: "the maximum riser and the
// minimum tread", "la huella mínima y la contrahuella máxima". The groups are the
// first, what joins them, and the second.
var (
	pairEN = lazyregexp.New(`(?i)\b((?:maximum|minimum|max\.?|min\.?) \p{L}+(?: \p{L}+)?)( and (?:the )?)((?:maximum|minimum|max\.?|min\.?) \p{L}+)`)
	pairES = lazyregexp.New(`(?i)(\p{L}+(?: \p{L}+)? (?:m[ií]nim[oa]|m[aá]xim[oa]))( y (?:l[ao] |el )?)(\p{L}+(?: \p{L}+)? (?:m[ií]nim[oa]|m[aá]xim[oa]))`)
	headES = lazyregexp.New(`(?i)((?:m[ií]nim[oa]|m[aá]xim[oa]) \p{L}+)( y (?:l[ao] |el )?)((?:m[ií]nim[oa]|m[aá]xim[oa]) \p{L}+)`)
)

// parts are what a question asks at once: one query for each property with a direction
// of its own, so that no limit of the one stands as that of the other, and for each of
// several amounts; see alternatives.
func (a *query) parts() []*query {
	for _, pair := range []*lazyregexp.Regexp{pairEN, pairES, headES} {
		m := pair.FindStringSubmatchIndex(a.text)
		if m == nil {
			continue
		}
		first := a.part(a.text[:m[4]] + a.text[m[7]:])
		second := a.part(a.text[:m[2]] + a.text[m[6]:])
		if first.property != nil && second.property != nil && first.property != second.property {
			return append(first.alternatives(), second.alternatives()...)
		}
	}
	return a.alternatives()
}

// part is the same question with fewer words.
func (a *query) part(text string) *query {
	one := analyse(ask.Question{Text: strings.Join(strings.Fields(text), " ")})
	one.lang, one.brief, one.homes = a.lang, a.brief, a.homes
	one.zone, one.zoneFromProject = a.zone, a.zoneFromProject
	return one
}
