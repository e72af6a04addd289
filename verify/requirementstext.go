package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// takeTexts adds what the limits found in texts require, where no rule requires
// anything; as in [rulebook.fromTexts].
func (l *lister) takeTexts(d *decision) {
	if d.cautious() {
		return
	}
	for _, lang := range d.languages() {
		if l.takeText(d, lang) || len(l.rows) > 0 {
			return
		}
	}
}

// takeText adds the limits found in texts of one language. Where no unit is asked for
// they may be of any; a query that names nothing that is measured may ask for duties.
func (l *lister) takeText(d *decision, lang string) bool {
	question := d.question
	defer func() { d.question = question }()
	if l.matched(d, lang) {
		return true
	}
	if !question.open {
		return false
	}
	d.question = question
	d.question.open, d.question.unit = false, quantity.MustUnit(string(quantity.Bool))
	return l.matched(d, lang)
}

func (l *lister) matched(d *decision, lang string) bool {
	all := d.v.limits.within(d.scope)
	r := newTextRequest(d, d.v.limits.languages[lang])
	matches, _ := r.search(all)
	if len(matches) == 0 {
		return false
	}
	b := &textRules{r: r}
	b.build(matches)
	own := b.decision()
	own.listing = d.listing
	list, ok := b.compile(own)
	if !ok {
		return false
	}
	rows := own.rows(list)
	for _, each := range rows {
		each.origin = b.rules[slices.Index(list, each.rule)].match.limit.from
	}
	l.out.Warnings = nil // why the rules say nothing
	l.out.Element, l.out.Parameter = Understood{Text: d.check.Element}, Understood{Text: d.check.Parameter}
	l.add(own, list, rows)
	b.warn(own, rows, list)
	l.warn(own)
	return true
}

// warn says where the limits come from and what was taken for granted of them.
func (b *textRules) warn(d *decision, rows []*row, list []*rule) {
	d.warnRows(rows)
	for _, each := range rows {
		if text := d.say(foundBy(each.origin), each.rule.set.Ref.String()); !slices.Contains(d.warnings, text) {
			d.warnings = append(d.warnings, text)
		}
	}
	if doubts := b.doubts(list); len(doubts) > 0 {
		d.warn(msgDoubtful, strings.Join(doubts, "; "))
	}
}
