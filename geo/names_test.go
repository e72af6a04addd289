package geo

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// official returns forms of an official name.
func official(r reach, texts ...string) []nameForm {
	var forms []nameForm
	for _, text := range texts {
		forms = append(forms, nameForm{text, r, false})
	}
	return forms
}

func TestNameForms(t *testing.T) {
	cases := []struct {
		place Place
		want  []nameForm
	}{
		{Place{Name: "Madrid"}, official(anywhere, "madrid")},
		{Place{Name: "Coruña, A"}, append(official(anywhere, "coruna a"), official(startOnly, "a coruna", "acoruna", "coruna")...)},
		{Place{Name: "Bañeza (La)"}, append(official(anywhere, "baneza la"), official(startOnly, "la baneza", "labaneza", "baneza")...)},
		{Place{Name: "El Ejido"}, append(official(anywhere, "el ejido"), official(startOnly, "ejido", "elejido")...)},
		{Place{Name: "Alicante/Alacant"}, append(official(anywhere, "alicante alacant"), official(startOnly, "alicante", "alacant")...)},
		{Place{Name: "Sant Joan d'Alacant"}, append(official(anywhere, "sant joan d alacant"), official(wordsOnly, "sant joan dalacant")...)},
		{Place{Name: "Alameda, Gran Vega"}, official(anywhere, "alameda gran vega")},
		{Place{Name: "Eivissa", Aliases: []string{"Ibiza", "Eivissa"}}, append(official(anywhere, "eivissa"), nameForm{"ibiza", anywhere, true})},
		{Place{Name: "Elx/Elche", Aliases: []string{"Elche", "L'Elx"}}, []nameForm{
			{"elx elche", anywhere, false}, {"elx", startOnly, false}, {"elche", anywhere, false},
			{"l elx", anywhere, true}, {"lelx", wordsOnly, true},
		}},
		{Place{Name: "¿?"}, official(anywhere, "?")},
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
		ranked = append(ranked, &Place{Name: name, Level: Municipality, Aliases: []string{"Ana " + name, "Sanas"}})
	}
	n := collectNames(ranked)
	x := newSuffixIndex(&n, [Municipality + 2]uint32{5: uint32(len(ranked))})
	for from := range n.text {
		for to := from + 1; to <= min(from+6, len(n.text)); to++ {
			query := n.text[from:to]
			spans := bytes.ContainsAny(query, "\x00\x01\x02\x03\x05\x06\x07")
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
		want := noMatch
		for _, s := range x.sorted[lo:hi] {
			if s.key&rankMask == rank {
				want = min(want, s.key&^rankMask)
			}
		}
		got, ok := n.bestMatch(rank, query, noMatch)
		if ok != (want != noMatch) || ok && got != want {
			t.Errorf("bestMatch(%d, %q) = %d, %v, the index says %d", rank, query, got>>rankBits, ok, want>>rankBits)
		}
	}
}
