package geo

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNameForms(t *testing.T) {
	cases := []struct {
		place Place
		want  []nameForm
	}{
		{Place{Name: "Madrid"}, []nameForm{{"madrid", anywhere}}},
		{Place{Name: "Coruña, A"}, []nameForm{
			{"coruna a", anywhere}, {"a coruna", startOnly}, {"acoruna", startOnly}, {"coruna", startOnly},
		}},
		{Place{Name: "Bañeza (La)"}, []nameForm{
			{"baneza la", anywhere}, {"la baneza", startOnly}, {"labaneza", startOnly}, {"baneza", startOnly},
		}},
		{Place{Name: "El Ejido"}, []nameForm{{"el ejido", anywhere}, {"ejido", startOnly}, {"elejido", startOnly}}},
		{Place{Name: "Alicante/Alacant"}, []nameForm{
			{"alicante alacant", anywhere}, {"alicante", startOnly}, {"alacant", startOnly},
		}},
		{Place{Name: "Sant Joan d'Alacant"}, []nameForm{{"sant joan d alacant", anywhere}, {"sant joan dalacant", wordsOnly}}},
		{Place{Name: "Alameda, Gran Vega"}, []nameForm{{"alameda gran vega", anywhere}}},
		{Place{Name: "Eivissa", Aliases: []string{"Ibiza", "Eivissa"}}, []nameForm{{"eivissa", anywhere}, {"ibiza", anywhere}}},
		{Place{Name: "¿?"}, []nameForm{{"?", anywhere}}},
		{Place{Name: "..."}, nil},
	}
	for _, c := range cases {
		t.Run(c.place.Name, func(t *testing.T) {
			got := nameForms(&c.place)
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(nameForm{})); diff != "" {
				t.Errorf("nameForms (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNames_BestMatch reads the names of places and looks into the index: both
// ways must find the same quality.
func TestNames_BestMatch(t *testing.T) {
	var ranked []*Place
	for _, name := range []string{"Sanabria, La", "Villasana/Sant Sana", "L'Ana d'Anas", "Susana", "Santa Ana", "ÑaÑa Œn"} {
		ranked = append(ranked, &Place{Name: name, Level: Municipality})
	}
	n := collectNames(ranked)
	x := newSuffixIndex(&n, [Municipality + 2]uint32{5: uint32(len(ranked))})
	for from := range n.text {
		for to := from + 1; to <= min(from+6, len(n.text)); to++ {
			query := n.text[from:to]
			spans := bytes.ContainsAny(query, "\x00\x01\x02\x03")
			if spans || query[0] == ' ' || query[len(query)-1] == ' ' {
				continue // no folded query looks like this
			}
			checkBestMatch(t, &n, &x, query)
		}
	}
}

func checkBestMatch(t *testing.T, n *names, x *suffixIndex, query []byte) {
	t.Helper()
	lo, hi := x.find(query)
	for rank := range uint32(len(n.start) - 1) {
		want := typoMatch
		for _, s := range x.sorted[lo:hi] {
			if s.key&rankMask == rank {
				want = min(want, s.key&^rankMask)
			}
		}
		got, ok := n.bestMatch(rank, query)
		if ok != (want != typoMatch) || ok && got != want {
			t.Errorf("bestMatch(%d, %q) = %d, %v, the index says %d", rank, query, got>>rankBits, ok, want>>rankBits)
		}
	}
}
