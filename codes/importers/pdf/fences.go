package pdf

import (
	"slices"
	"sort"
)

// fences are the vertical rules of a page, to be asked what they part. A nil one
// parts nothing.
type fences struct {
	rules []rule // by x
}

func newFences(rules []rule) *fences {
	f := &fences{}
	for _, r := range rules {
		if r.vertical {
			f.rules = append(f.rules, r)
		}
	}
	slices.SortFunc(f.rules, func(a, b rule) int {
		switch {
		case a.centerX() < b.centerX():
			return -1
		case a.centerX() > b.centerX():
			return 1
		}
		return 0
	})
	return f
}

// between reports whether a rule stands between two positions on a base line.
func (f *fences) between(x0, x1, base float64) bool {
	if f == nil {
		return false
	}
	i := sort.Search(len(f.rules), func(i int) bool { return f.rules[i].centerX() >= x0 })
	for ; i < len(f.rules) && f.rules[i].centerX() <= x1; i++ {
		if r := f.rules[i]; r.y0 <= base-2 && r.y1 >= base-2 {
			return true
		}
	}
	return false
}
