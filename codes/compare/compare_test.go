package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/compare"
)

func TestSections(t *testing.T) {
	from := []compare.Passage{
		{"art-1", "Objeto", "Esta norma regula la altura."},
		{"art-2", "Derogado", "Este artículo se va."},
		{"art-3", "Altura", "La barrera mide al menos 0,90 m."},
		{"art-4", "Disposición final", "Entra en vigor."},
	}
	to := []compare.Passage{
		{"art-1", "Objeto", "Esta  norma regula\nla altura."}, // white space alone
		{"art-2-bis", "Nuevo", "Este es otro."},
		{"art-3", "Altura", "La barrera mide al menos 1,10 m."},
		{"df-1", "Disposición  FINAL", "Entra en vigor."}, // by its title
	}
	got, same := compare.Sections(from, to)
	want := []compare.Change{
		{Kind: compare.Removed, From: from[1]},
		{Kind: compare.Added, To: to[1]},
		{Kind: compare.Changed, From: from[2], To: to[2], Words: []compare.Words{
			{compare.Kept, "La barrera mide al menos "}, {compare.Lost, "0,90"}, {compare.Gained, "1,10"}, {compare.Kept, " m."},
		}},
		{Kind: compare.Changed, From: from[3], To: to[3]},
	}
	if diff := cmp.Diff(want, got); diff != "" || same != 1 {
		t.Errorf("Sections: %d the same (-want +got)\n%s", same, diff)
	}
	if got, same := compare.Sections(from, from); len(got) != 0 || same != len(from) {
		t.Errorf("a version beside itself: %v, %d the same", got, same)
	}
}

// TestTexts: the two texts can be read out of the answer, whatever they are.
func TestTexts(t *testing.T) {
	long := strings.Repeat("La anchura útil mínima es de 1,00 m. ", 400)
	for _, texts := range [][2]string{
		{"", ""}, {"", "nuevo"}, {"viejo", ""}, {"a\xffb", "a\xffc"},
		{"Los muros en zona D: 0,60 W/m²K.", "Los muros en zona D: 0,41 W/m²K."},
		{"- a) uno;\n- b) dos", "- a) uno;\n- b) tres"},
		{long, strings.ReplaceAll(long, "1,00", "1,20") + "Y más."},
	} {
		var from, to strings.Builder
		for _, w := range compare.Texts(texts[0], texts[1]) {
			if w.Fate != compare.Gained {
				from.WriteString(w.Text)
			}
			if w.Fate != compare.Lost {
				to.WriteString(w.Text)
			}
		}
		if from.String() != strings.ToValidUTF8(texts[0], "\uFFFD") || to.String() != strings.ToValidUTF8(texts[1], "\uFFFD") {
			t.Errorf("%.40q to %.40q reads back as %.40q to %.40q", texts[0], texts[1], from.String(), to.String())
		}
	}
}

// TestTexts_Whole: a number is one word, and so is a word with its accents.
func TestTexts_Whole(t *testing.T) {
	got := compare.Texts("mide 1.200,5 mm según tabla", "mide 1.200,7 mm segun tabla")
	want := []compare.Words{
		{compare.Kept, "mide "}, {compare.Lost, "1.200,5"}, {compare.Gained, "1.200,7"}, {compare.Kept, " mm "},
		{compare.Lost, "según"}, {compare.Gained, "segun"}, {compare.Kept, " tabla"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestTexts_Another: of two texts about different things nothing is kept.
func TestTexts_Another(t *testing.T) {
	from, to := "La anchura de la escalera es de 1,00 m.", "El alumbrado de los garajes se enciende solo."
	want := []compare.Words{{compare.Lost, from}, {compare.Gained, to}}
	if diff := cmp.Diff(want, compare.Texts(from, to)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func BenchmarkTexts(b *testing.B) {
	from := strings.Repeat("La anchura útil mínima de una escalera de uso general es de 1,00 m. ", 100)
	to := strings.Repeat("La anchura libre mínima de un pasillo de uso general será de 1,20 m en todo caso. ", 100)
	for b.Loop() {
		compare.Texts(from, to)
	}
}
