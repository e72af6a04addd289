package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// wanted keeps the values that bound the way the question asks.
func (a *query) wanted(values []value) []value {
	if a.want == ask.Unsaid {
		return values
	}
	return slices.DeleteFunc(values, func(v value) bool { return v.bounds != ask.Unsaid && v.bounds != a.want })
}

// setBounds gives each value its own direction, or that of the others of its
// sentence where they agree, or what the heading says.
func setBounds(values []value) {
	common := ask.Unsaid
	for _, v := range values {
		switch {
		case v.Dir == ask.Unsaid:
		case common != ask.Unsaid && common != v.Dir:
			setOwnBounds(values)
			return
		default:
			common = v.Dir
		}
	}
	for i := range values {
		v := &values[i]
		if v.bounds = common; common == ask.Unsaid {
			v.bounds = wantedDirection(plain(v.from.innermost() + "\n" + v.from.lead))
		}
	}
}

func setOwnBounds(values []value) {
	for i := range values {
		values[i].bounds = values[i].Dir
	}
}

// ranges joins the ends of "between 13 and 17.5 cm".
func ranges(values []value, w *wording) []value {
	var list []value
	for i := 0; i < len(values); i++ {
		v := values[i]
		if i+1 < len(values) && opensRange(&v, &values[i+1]) {
			next := values[i+1]
			v.upper, v.shown, v.Dir = &next.Quantity, w.span(v.shown, next.shown), ask.Unsaid
			v.bounds, v.label = ask.Unsaid, next.label
			i++
		}
		list = append(list, v)
	}
	return list
}

func opensRange(a, b *value) bool {
	return a.from == b.from && a.Dir == ask.Minimum && b.Dir == ask.Maximum && a.Start < b.Start &&
		len(a.when) == 0 && a.row == b.row && rangeGap.MatchString(retrieval.Fold(a.from.text)[a.End:b.Start])
}

var rangeGap = lazyregexp.New(`^\s?\S{0,8}\s?,?\s?(?:y|and|e|a|to|hasta)(?: (?:los|las|el|la|una|un))?(?: (?:maxim\w+|maximum|como maximo))?(?: (?:de|of))? ?$`)
