package geo_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestZZWorst(t *testing.T) {
	places := geotest.Many(100_000)
	g := mustNew(t, places)
	var qs []string
	for c := 'a'; c <= 'z'; c++ {
		qs = append(qs, string(c), strings.TrimSpace(strings.Repeat(string(c)+" ", 100)), strings.TrimSpace(strings.Repeat(string(c)+" ", 3)), strings.Repeat(string(c), 200),
		 strings.TrimSpace(strings.Repeat(string(c)+"a ", 66)),strings.TrimSpace(strings.Repeat("villa "+string(c)+" ", 22)),strings.TrimSpace(strings.Repeat("de la "+string(c)+" ", 22)))
	}
	qs = append(qs, "de la a b c d e f g h i j k l m n o p q r s t u v w x y z", "villx de la del san santa x", strings.Repeat("de la sierr x ", 14), strings.Repeat("villaa ", 28), strings.Repeat("casto de", 25), strings.Repeat("vila de ", 25), strings.Repeat("ab cd ef ", 22))
	within := places[len(places)-1].Parent
	for _, o := range []*geo.SearchOptions{nil, {Within: within}, {Level: geo.Municipality}, {Within: "XX-AZ"}} {
		type r struct {
			d time.Duration
			q string
		}
		var worst [3]r
		for _, q := range qs {
			best := time.Hour
			for range 5 {
				s := time.Now()
				_, _ = g.Search(q, o)
				best = min(best, time.Since(s))
			}
			for i := range worst {
				if best > worst[i].d {
					copy(worst[i+1:], worst[i:])
					worst[i] = r{best, q}
					break
				}
			}
		}
		for _, w := range worst {
			fmt.Println(o, w.d, w.q)
		}
	}
}
