package quantity_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// show writes a figure as "lead|figure": form, sign, bounds, unit.
func show(text string, f quantity.Figure) string {
	out := f.Sign
	if f.Diameter {
		out += "Ø"
	}
	switch f.Form {
	case quantity.Single:
		out += f.Value.String()
	case quantity.Range:
		out += f.Low.String() + ".." + f.High.String()
	case quantity.Tolerance:
		out += fmt.Sprintf("%s (%s..%s)", f.Value, f.Low, f.High)
	}
	if !f.Unit.IsZero() {
		out += " " + f.Unit.String()
	}
	return out + " [" + text[f.Lead:f.Start] + "|" + text[f.Start:f.End] + "]"
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"es", "de 1,20 m de ancho", []string{"1.2 m [|1,20 m]"}},
		{"es", "1.500 personas y 2,5 l/s por persona", []string{"1500 personas [|1.500 personas]", "2.5 l/s por persona [|2,5 l/s por persona]"}},
		{"es", "superficie mayor que 10.000 m²", []string{"10000 m² [|10.000 m²]"}},
		{"es", "10 000 m² construidos", []string{"10000 m² [|10 000 m²]"}},
		{"es", "1\u00a0500,5 kg", []string{"1500.5 kg [|1\u00a0500,5 kg]"}},
		{"es", "contrahuella de 13 a 17,5 cm", []string{"13..17.5 cm [de |13 a 17,5 cm]"}},
		{"es", "de 13-17,5 cm", []string{"13..17.5 cm [|13-17,5 cm]"}},
		{"es", "entre 90 y 110 cm del suelo", []string{"90..110 cm [entre |90 y 110 cm]"}},
		{"es", "entre 90 cm y 1,10 m", []string{"0.9..1.1 m [entre |90 cm y 1,10 m]"}},
		{"es", "desde 5 hasta 20 °C", []string{"5..20 °C [desde |5 hasta 20 °C]"}},
		{"es", "entre -5 y 2 °C", []string{"-5..2 °C [entre |-5 y 2 °C]"}},
		{"es", "de 5 a 3 m, 4 m - 50 cm, 3 m a 5 personas", []string{"5 [|5]", "3 m [|3 m]", "4 m [|4 m]", "50 cm [|50 cm]", "3 m [|3 m]", "5 personas [|5 personas]"}},
		{"es", "30 y 60 cm", []string{"30 [|30]", "60 cm [|60 cm]"}},
		{"es", "el 14-06-2022 o 2019-2021-3", []string{"14 [|14]", "6 [|06]", "2022 [|2022]", "2019 [|2019]", "2021 [|2021]", "3 [|3]"}},
		{"en", "550mm to 700mm wide", []string{"550..700 mm [|550mm to 700mm]"}},
		{"en", "between 900 and 1,100 mm", []string{"900..1100 mm [between |900 and 1,100 mm]"}},
		{"en", "1,500 and 1.5", []string{"1500 [|1,500]", "1.5 [|1.5]"}},
		{"es", "25 ± 1 mm", []string{"25 (24..26) mm [|25 ± 1 mm]"}},
		{"es", "100 mm ± 5 %", []string{"100 (95..105) mm [|100 mm ± 5 %]"}},
		{"es", "20 °C ± 2 °C", []string{"20 (18..22) °C [|20 °C ± 2 °C]"}},
		{"es", "U ≤ 0,8 W/m²·K", []string{"<=0.8 W/m²·K [≤ |0,8 W/m²·K]"}},
		{"es", "Rd > 45", []string{">45 [> |45]"}},
		{"es", "Ø ≥ 1,50 m, giro Ø1,20m", []string{">=Ø1.5 m [Ø ≥ |1,50 m]", "Ø1.2 m [Ø|1,20m]"}},
		{"es", "0,8 W / (m² K) y 0,6 W/m² K", []string{"0.8 W / (m² K) [|0,8 W / (m² K)]", "0.6 W/m² K [|0,6 W/m² K]"}},
		{"es", "12 por ciento o 12%", []string{"12 por ciento [|12 por ciento]", "12 % [|12%]"}},
		{"en", "slope of 1:12, ratio 1/20", []string{"0.0833333333333 [|1:12]", "0.05 [|1/20]"}},
		{"en", "2 1/2 m, 1½ m and ¾", []string{"2.5 m [|2 1/2 m]", "1.5 m [|1½ m]", "0.75 [|¾]"}},
		{"es", "tramo 2 1/20 de pendiente", []string{"2 [|2]", "0.05 [|1/20]"}},
		{"es", "altura de 1'20 m", []string{"1.2 m [|1'20 m]"}},
		{"es", "puertas EI2 60-C5 y muros REI 120 o RF-60", []string{"60 EI2-C5 [|EI2 60-C5]", "120 REI [|REI 120]", "60 RF [|RF-60]"}},
		{"es", "EI₂ 45-C5, EI-90 min", []string{"45 EI2-C5 [|EI₂ 45-C5]", "90 EI [|EI-90 min]"}},
		{"es", "un radio R 60 cm y el hormigón R 60,5", []string{"60 cm [|60 cm]", "60.5 [|60,5]"}},
		{"es", "suelo de clase 2 y 3 m", []string{"2 clase [clase |2]", "3 m [|3 m]"}},
		{"es", "1,20 x 2,10 m", []string{"1.2 m [|1,20]", "2.1 m [|2,10 m]"}},
		{"es", "verano 23...25 °C, un 10 por 100", []string{"23..25 °C [|23...25 °C]", "10 por 100 [|10 por 100]"}},
		{"es", "80x120 cm", []string{"80 cm [|80]", "120 cm [|120 cm]"}},
		{"es", "20 mil m² y 2 millones de euros", []string{"20000 m² [|20 mil m²]", "2000000 [|2 millones de]"}},
		{"es", "n50, m2, 4.2.1, 3D y UNE-EN", nil},
		{"en", "75 lumens per watt, 2 persons per square metre", []string{"75 lumens per watt [|75 lumens per watt]", "2 persons per square metre [|2 persons per square metre]"}},
		{"es", "3 m a la derecha, 4 m o más", []string{"3 m [|3 m]", "4 m [|4 m]"}},
		{"es", "120 kWh/(m² año) o 50 kWh/m²·a", []string{"120 kWh/(m² año) [|120 kWh/(m² año)]", "50 kWh/m²·a [|50 kWh/m²·a]"}},
	} {
		var got []string
		for _, f := range quantity.Figures(c.text, c.lang, nil) {
			s := show(c.text, f)
			if f.Unit.Kind() == quantity.Class {
				s = strings.Replace(s, " class ", " clase ", 1)
			}
			got = append(got, s)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestFigures_words(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"es", "tramos de tres peldaños como mínimo", []string{"3 peldaños [|tres peldaños]"}},
		{"es", "dieciséis cm, un metro, una puerta y un hueco", []string{"16 cm [|dieciséis cm]", "1 metro [|un metro]", "1 puerta [|una puerta]"}},
		{"es", "treinta y dos metros, veinte mil, dos mil", []string{"32 metros [|treinta y dos metros]", "20000 [|veinte mil]", "2000 [|dos mil]"}},
		{"es", "ciento veinte cm, mil doscientos cincuenta kg, veinte y treinta", []string{"120 cm [|ciento veinte cm]", "1250 kg [|mil doscientos cincuenta kg]", "20 [|veinte]", "30 [|treinta]"}},
		{"es", "media hora, metro y medio, dos metros y medio, la mitad, el riesgo medio", []string{"0.5 hora [|media hora]", "1.5 metro [|metro y medio]", "2.5 metros [|dos metros y medio]", "0.5 [|mitad]"}},
		{"es", "METRO Y MEDIO", []string{"1.5 METRO [|METRO Y MEDIO]"}},
		{"es", "un metro y medio", []string{"1.5 metro [|un metro y medio]"}},
		{"es", "cinco por ciento, uno de cada veinte, las tres cuartas partes", []string{"5 por ciento [|cinco por ciento]", "0.05 [|uno de cada veinte]", "0.75 [|tres cuartas partes]"}},
		{"es", "los dos tercios de la superficie", []string{"0.666666666667 [|dos tercios]"}},
		{"es", "de dos a cinco plazas", []string{"2..5 plazas [de |dos a cinco plazas]"}},
		{"en", "at least two exits, a metre, one of the doors", []string{"2 exits [|two exits]", "1 metre [|a metre]", "1 [|one]"}},
		{"en", "twenty-five, two hundred, two and a half metres", []string{"25 [|twenty-five]", "200 [|two hundred]", "2.5 metres [|two and a half metres]"}},
		{"en", "one thousand two hundred and fifty kg, half an hour, one in twelve, a dozen seats", []string{"1250 kg [|one thousand two hundred and fifty kg]", "0.5 hour [|half an hour]", "0.0833333333333 [|one in twelve]", "12 seats [|a dozen seats]"}},
		{"en", "half the width, three quarters, between twenty and thirty", []string{"0.5 [|half the]", "0.75 [|three quarters]", "20..30 [between |twenty and thirty]"}},
		{"en", "two-thirds of the width and four risers", []string{"0.666666666667 [|two-thirds]", "4 risers [|four risers]"}},
		{"en", "Twenty rooms", []string{"20 rooms [|Twenty rooms]"}},
	} {
		var got []string
		for _, f := range quantity.Figures(c.text, c.lang, &quantity.FigureOptions{Words: true}) {
			got = append(got, show(c.text, f))
			if f.Form == quantity.Single && !f.Written {
				t.Errorf("%s: %s is not marked as written in words", c.text, f.Value)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
		if got := quantity.Find(c.text, c.lang); got != nil {
			t.Errorf("%s: Find reads written numbers: %v", c.text, got)
		}
	}
}

func TestParseFigure(t *testing.T) {
	for text, want := range map[string]string{
		"≥ 1,20 m": ">=1.2 m [≥ |1,20 m]", " entre 90 y 110 cm ": "90..110 cm [entre |90 y 110 cm]", "EI 60": "60 EI [|EI 60]", "-5 °C": "-5 °C [|-5 °C]",
	} {
		f, ok := quantity.ParseFigure(text, "es", nil)
		if !ok {
			t.Errorf("%s: no figure", text)
			continue
		}
		if diff := cmp.Diff(want, show(text, f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "1 2", "de 3 m", "3 m de", "≥", "mucho"} {
		if f, ok := quantity.ParseFigure(text, "es", nil); ok {
			t.Errorf("Err: %q gave %s", text, show(text, f))
		}
	}
	for text, want := range map[string]string{"Ø 1,50 m": "1.5", "10 000": "10000", "2 1/2 m": "2.5", "12 %": "12"} {
		if q, ok := quantity.Parse(text, "es"); !ok || q.Value.String() != want {
			t.Errorf("Parse(%q): want %s, got %s, %v", text, want, q.Value, ok)
		}
	}
	for _, text := range []string{"≤ 3 m", "2 a 3 m", "5 ± 1"} {
		if q, ok := quantity.Parse(text, "es"); ok {
			t.Errorf("Parse(%q) is no single quantity, got %s", text, q.Value)
		}
	}
}

// TestFigures_parts holds spans: each part stands within its figure and says its
// own number.
func TestFigures_parts(t *testing.T) {
	text := "entre 90 cm y 1,10 m"
	f := quantity.Figures(text, "es", nil)[0]
	var got []string
	for _, p := range f.Parts {
		got = append(got, text[p.Start:p.End]+" = "+p.Value.String()+" "+p.Unit.String())
	}
	if diff := cmp.Diff([]string{"90 cm = 90 cm", "1,10 m = 1.1 m"}, got); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
}

// TestFigures_sameNumbers: whatever a number is written with, every spelling is
// read back as the same one.
func TestFigures_sameNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Int64Range(0, 999_999).Draw(t, "whole")
		cents := rapid.Int64Range(0, 99).Draw(t, "cents")
		want := quantity.NewNumber(whole*100+cents, 100)
		grouped := func(sep string) string {
			if whole < 1000 {
				return fmt.Sprint(whole)
			}
			return fmt.Sprintf("%d%s%03d", whole/1000, sep, whole%1000)
		}
		for _, s := range []struct{ lang, text string }{
			{"es", fmt.Sprintf("%d,%02d m", whole, cents)}, {"es", fmt.Sprintf("%s,%02d m", grouped("."), cents)},
			{"es", fmt.Sprintf("%s,%02d m", grouped(" "), cents)}, {"es", fmt.Sprintf("%s,%02d m", grouped("\u202f"), cents)},
			{"en", fmt.Sprintf("%d.%02d m", whole, cents)}, {"en", fmt.Sprintf("%s.%02d m", grouped(","), cents)},
		} {
			q, ok := quantity.Parse(s.text, s.lang)
			if !ok || !q.Value.Equal(want) || q.Unit.String() != "m" {
				t.Fatalf("%q is %s %s, %v; want %s m", s.text, q.Value, q.Unit, ok, want)
			}
		}
	})
}

// BenchmarkFigures_bomb reads texts that are hard to find an end in; the time per
// byte must not grow with their length.
func BenchmarkFigures_bomb(b *testing.B) {
	for _, part := range []string{"1(", "1m²·", "1 ", "- 1", "EI 60 ", "dos ", "1:1", "½", "≥", "1/", "a-1", "(m", "1'2", "Ø"} {
		for _, size := range []int{1 << 14, 1 << 17} {
			text := strings.Repeat(part, size/len(part))
			b.Run(fmt.Sprintf("%q/%d", part, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					quantity.Figures(text, "es", &quantity.FigureOptions{Words: true})
					quantity.Find(text, "es")
				}
			})
		}
	}
}

func FuzzFigures(f *testing.F) {
	for _, s := range []string{
		"entre 90 y 110 cm", "25 ± 1", "EI2 60-C5", "1 000 000,5 m", "2 1/2", "½½", "1:12:3", "1'20", "\xff12 m", "-–-5--3", "ØØ ≥ 5", "veinte mil", "two-thirds",
		"clase 2", "0,8 W / (m² K", "l/s por persona por", "3 por al", "5 x × 6", "İ 5 a 6",
	} {
		f.Add(s, "es", true)
		f.Add(s, "en", false)
	}
	f.Fuzz(func(t *testing.T, text, lang string, words bool) {
		last := 0
		for _, q := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: words}) {
			if q.Lead < last || q.Start < q.Lead || q.End <= q.Start || q.End > len(text) {
				t.Fatalf("%q: %d..%d..%d after %d", text, q.Lead, q.Start, q.End, last)
			}
			if q.Low.Cmp(q.High) > 0 || q.Form == quantity.Range && len(q.Parts) != 2 || len(q.Parts) == 0 {
				t.Fatalf("%q: %s of %s..%s in %d parts", text, q.Form, q.Low, q.High, len(q.Parts))
			}
			for _, p := range q.Parts {
				if p.Start < q.Start || p.End > q.End {
					t.Fatalf("%q: part %d..%d outside %d..%d", text, p.Start, p.End, q.Start, q.End)
				}
			}
			last = q.End
		}
	})
}

func FuzzParseFigure(f *testing.F) {
	for _, s := range []string{"≥ 1,20 m", "EI 60", "-5 °C", "10 000", "a", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := quantity.ParseFigure(text, "es", nil)
		if ok && !slices.ContainsFunc([]quantity.Form{quantity.Single, quantity.Range, quantity.Tolerance}, func(f quantity.Form) bool { return f == got.Form }) {
			t.Fatalf("%q has the form %q", text, got.Form)
		}
	})
}
