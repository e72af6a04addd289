package geo

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	cases := []struct{ text, want string }{
		{"", ""},
		{" \t\n ", ""},
		{"Madrid", "madrid"},
		{"A Coruña", "a coruna"},
		{"Coruña, A", "coruna a"},
		{"L'Hospitalet", "l hospitalet"},
		{"L’Hospitalet", "l hospitalet"},
		{"L´Hospitalet", "l hospitalet"},
		{"L`Hospitalet", "l hospitalet"},
		{"L\u02BCHospitalet", "l hospitalet"},
		{"Vall·llosa", "vallllosa"},
		{"col·legi", "collegi"},
		{"coŀlegi", "collegi"},
		{"COĿLEGI", "collegi"},
		{"col.legi", "collegi"},
		{"COL.LEGI", "collegi"},
		{"col•legi", "collegi"},
		{"St. Llorenç", "st llorenc"},
		{"S.A.R.", "s a r"},
		{"Vitoria-Gasteiz", "vitoria gasteiz"},
		{"Alacant / Alicante", "alacant alicante"},
		{"Vitoria–Gasteiz", "vitoria gasteiz"},
		{"Villar (El)", "villar el"},
		{"Cafe\u0301", "cafe"},
		{"ÁÀÄÂÃÅ ÉÈËÊ ÍÌÏÎ ÓÒÖÔÕ ÚÙÜÛ Ñ Ç", "aaaaaa eeee iiii ooooo uuuu n c"},
		{"Œuvre Æro Straße GROẞ Øster Łódź Đakovo Ħal İzmir Isparta", "oeuvre aero strasse gross oster lodz dakovo hal izmir isparta"},
		{"1º 2ª", "1o 2a"},
		{"ΑΘΗΝΑΣ Αθήνας", "αθηνασ αθηνασ"},
		{"Киев Йошкар-Ола", "киев иошкар ола"},
		{"ﬁn ＭＡＤＲＩＤ", "fin madrid"},
		{"100%_x*?\\", `100%_x*?\`},
		{"a\x00b", "a b"},
		{"a\xffb", "a b"},
		{"a\u200bb\u00a0c\u00add", "ab cd"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := Fold(c.text); got != c.want {
				t.Errorf("Fold(%+q) = %+q, want %+q", c.text, got, c.want)
			}
		})
	}
}

// checkFold says what must hold of every text.
func checkFold(t interface{ Errorf(string, ...any) }, text string) {
	folded := Fold(text)
	if again := Fold(folded); again != folded {
		t.Errorf("Fold(%+q) = %+q, and folded again %+q", text, folded, again)
	}
	if slow := string(appendFoldAny(nil, text)); slow != folded {
		t.Errorf("Fold(%+q) = %+q, by way of the tables %+q", text, folded, slow)
	}
	if !utf8.ValidString(text) {
		return
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		if got := Fold(form.String(text)); got != folded {
			t.Errorf("Fold(%+q) = %+q, in another normal form %+q", text, folded, got)
		}
	}
}

// TestFold_EveryCharacter tries every character there is; under the race
// detector, from the signs of CJK text on, a sample.
func TestFold_EveryCharacter(t *testing.T) {
	const firstOfCJK = 0x3000
	for r := rune(0); r <= 0x10FFFF && !t.Failed(); r++ {
		if RaceDetector && r > firstOfCJK {
			r += 40
		}
		checkFold(t, "l"+string(r)+"l")
	}
}

func TestFold_Properties(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"l", "L", ".", "·", "ŀ", "'", "’", " ", "-", "a", "Á", "a\u0301", "\u0301", "ñ", "ß", "İ", "ŉ", "\xff", "ς", "Σ", "한", "ﷺ", "\u0345", "ᾳ"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, piece := range rapid.SliceOfN(rapid.OneOf(pieces, rapid.String()), 0, 8).Draw(t, "pieces") {
			text += piece
		}
		checkFold(t, text)
	})
}

func FuzzFold(f *testing.F) {
	for _, text := range []string{"Coruña, A", "l·l", "l.l", "L'H", "\xff", "Cafe\u0301", "ŀl", "İ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkFold(t, text) })
}
