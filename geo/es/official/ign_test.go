package official

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// ignSample has the columns of the published file that are read, some that are
// not, and the towns that try a reader: bilingual names, no altitude, decimals.
const ignSample = "COD_INE;ID_REL;COD_PROV;NOMBRE_ACTUAL;POBLACION_MUNI;SUPERFICIE;ALTITUD\r\n" +
	"01059000000;1;01;Vitoria-Gasteiz;253672;27681,3;525\r\n" +
	"08262000000;2;08;Sant Vicenç de Castellet;9912;1716,1;168,71\r\n" +
	"28079000000;3;28;Madrid;3305408;60547,2;657\r\n" +
	"31201000000;4;31;Pamplona/Iruña;203418;2512,7;\r\n"

func municipalities(f *File) []geo.Place {
	return f.Places[len(es.Territory()):]
}

func wantSample() []geo.Place {
	return []geo.Place{
		{ID: "ES-01059", Name: "Vitoria-Gasteiz", Level: geo.Municipality, Parent: "ES-01", Aliases: []string{"Vitoria"},
			Tech: &geo.TechData{ClimateZone: "D1", AltitudeM: new(525), Population: new(253672)}},
		{ID: "ES-08262", Name: "Sant Vicenç de Castellet", Level: geo.Municipality, Parent: "ES-08",
			Tech: &geo.TechData{ClimateZone: "C2", AltitudeM: new(169), Population: new(9912)}},
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28",
			Tech: &geo.TechData{ClimateZone: "D3", AltitudeM: new(657), Population: new(3305408)}},
		{ID: "ES-31201", Name: "Pamplona/Iruña", Level: geo.Municipality, Parent: "ES-31",
			Tech: &geo.TechData{Population: new(203418)}},
	}
}

func latin1(text string) string {
	var b []byte
	for _, c := range text {
		b = append(b, byte(c))
	}
	return string(b)
}

func TestReadIGN(t *testing.T) {
	for name, text := range map[string]string{
		"Latin1":       latin1(ignSample),
		"UTF8":         ignSample,
		"BOM":          utf8BOM + ignSample,
		"LF":           strings.ReplaceAll(ignSample, "\r\n", "\n"),
		"NoLastEnd":    strings.TrimSuffix(ignSample, "\r\n"),
		"BlankLines":   strings.ReplaceAll(ignSample, "\r\n", "\r\n\r\n;;;;;;\r\n"),
		"Quoted":       strings.ReplaceAll(ignSample, "Madrid", `"Madrid"`),
		"LowerHeader":  strings.Replace(ignSample, "COD_INE;ID_REL", " cod_ine ;id_rel", 1),
		"TitleBefore":  "Nomenclátor\r\n" + ignSample,
		"OtherColumns": reorder(ignSample),
		"Tabs":         strings.ReplaceAll(ignSample, ";", "\t"),
	} {
		t.Run("OK/"+name, func(t *testing.T) {
			f, err := ReadIGN(strings.NewReader(text), "m.csv")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wantSample(), municipalities(f)); diff != "" {
				t.Errorf("municipalities (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(es.Territory(), f.Places[:len(es.Territory())]); diff != "" {
				t.Errorf("territory (-want +got):\n%s", diff)
			}
			if len(f.Lines) != len(f.Places) {
				t.Errorf("want a line for each of %d places, got %d", len(f.Places), len(f.Lines))
			}
		})
	}
}

// reorder turns the columns of a table around.
func reorder(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n")
	for i, line := range lines {
		cells := strings.Split(line, ";")
		for a, b := 0, len(cells)-1; a < b; a, b = a+1, b-1 {
			cells[a], cells[b] = cells[b], cells[a]
		}
		lines[i] = strings.Join(cells, ";")
	}
	return strings.Join(lines, "\r\n")
}

func TestReadIGN_Lines(t *testing.T) {
	f, err := ReadIGN(strings.NewReader("título\r\n\r\n"+ignSample), "m.csv")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{4, 5, 6, 7}, f.Lines[len(es.Territory()):]); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

const ignHeader = "COD_INE;COD_PROV;NOMBRE_ACTUAL;POBLACION_MUNI;ALTITUD\n"

func TestReadIGN_ErrInvalid(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string // "line: part of the message", all of them in order
	}{
		"Empty":          {"", []string{"0: is empty"}},
		"OnlyBlanks":     {" \r\n\r\n", []string{"0: is empty"}},
		"OnlyHeader":     {ignHeader, []string{"0: holds no municipality"}},
		"HTML":           {"<!DOCTYPE html>\n<html><body>404</body></html>", []string{"0: is a web page"}},
		"HTMLAfterBlank": {"\n\n <html>", []string{"0: is a web page"}},
		"Zip":            {zipMagic + "....", []string{"0: is a zip archive"}},
		"Gzip":           {"\x1f\x8b\x08", []string{"0: is compressed with gzip"}},
		"UTF16":          {"\xff\xfeC\x00O\x00", []string{"0: is encoded in UTF-16"}},
		"NUL":            {ignHeader + "28079000000;28;Mad\x00rid;1;2\n", []string{"0: contains NUL"}},
		"OtherTable":     {"a;b;c\n1;2;3\n", []string{"0: none of the first 10 lines"}},
		"MissingColumn":  {"COD_INE;NOMBRE_ACTUAL;POBLACION_MUNI\n28079000000;Madrid;1\n", []string{"1: the header lacks the column(s) ALTITUD"}},
		"TwiceColumn":    {"COD_INE;NOMBRE_ACTUAL;POBLACION_MUNI;ALTITUD;ALTITUD\n", []string{"1: the header names ALTITUD twice"}},
		"AllAtOnce": {
			ignHeader +
				"28079000000;28;Madrid;muchos;657\n" +
				"28079000000;28;Madrid;3000000;alto\n" +
				"28079000000;28;Madrid;3000000;657\n" +
				"28079000000;28;Madrid;3000000;657\n" +
				"53001000000;53;Nada;1;1\n" +
				"1059000000;1;Vitoria-Gasteiz;1;1\n" +
				"28080000101;28;Barrio;1;1\n" +
				"28081000000;08;Otra;1;1\n" +
				"28082000000;28;;1;1\n" +
				"28083000000;28;Corta\n" +
				"28084000000;28;Larga;1;1;1\n" +
				"28085000000;28;Alta;1;9999\n" +
				"28086000000;28;1131;1;1\n" +
				"28087000000;28;\"Mal;1;1\n" +
				"28088000000;28;Punto;1;1.131\n" +
				"28089000000;28;Menos;-1;1\n" +
				"28000000000;28;Cero;1;1\n",
			[]string{
				`2: POBLACION_MUNI "muchos"`, `3: ALTITUD "alto"`, "5: ES-28079 stands already on line 4", "6: 53001 begins with 53",
				`7: COD_INE "1059000000" must have 11 digits`, `8: COD_INE "28080000101" is a settlement`, `9: COD_PROV "08" is not the province`,
				"10: NOMBRE_ACTUAL is empty", "11: has 3 of 5 fields", "12: has 6 fields, the header 5", `13: ALTITUD "9999" lies outside`,
				`14: NOMBRE_ACTUAL "1131" is a number`, "15: has a quotation mark", `16: ALTITUD "1.131"`, `17: POBLACION_MUNI "-1"`, "18: 28000 is no municipality",
			},
		},
		"MixedEncodings": {
			ignHeader + "05019000000;05;Ávila;1;1131\n23050000000;23;Jaén;1;570\n10037000000;10;C\xe1ceres;1;440\n",
			[]string{"4: is not in the encoding of the other lines"},
		},
		"MixedEncodingsLatin1": {
			ignHeader + "05019000000;05;\xc1vila;1;1131\n23050000000;23;Ja\xe9n;1;570\n10037000000;10;Cáceres;1;440\n",
			[]string{"4: is not in the encoding of the other lines"},
		},
		"TwiceEncoded":      {ignHeader + "23050000000;23;JaÃ©n;1;570\n", []string{"2: was encoded as UTF-8 twice"}},
		"LostCharacters":    {ignHeader + "23050000000;23;Ja\uFFFDn;1;570\n", []string{"2: has lost characters"}},
		"Windows1252":       {ignHeader + "23050000000;23;Ja\xe9n \x96 1;1;570\n", []string{"2: contains a control character"}},
		"HugeLine":          {ignHeader + "23050000000;23;" + strings.Repeat("x", maxLineBytes) + ";1;570\n", []string{"2: is 65"}},
		"LongName":          {ignHeader + "23050000000;23;" + strings.Repeat("x", maxNameBytes+1) + ";1;570\n", []string{"2: NOMBRE_ACTUAL is too long"}},
		"ManyLines":         {ignHeader + strings.Repeat("\n", maxRows+1) + "x", []string{"0: has 100003 lines"}},
		"HugePopulation":    {ignHeader + "23050000000;23;Jaén;99999999999999999999;570\n", []string{"2: POBLACION_MUNI"}},
		"ExponentialMeters": {ignHeader + "23050000000;23;Jaén;1;1e3\n", []string{"2: ALTITUD"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadIGN(strings.NewReader(tc.text), "m.csv")
			wantProblems(t, err, tc.want)
		})
	}
}

func wantProblems(t *testing.T, err error, want []string) {
	t.Helper()
	var file *Error
	if !errors.As(err, &file) || !errors.Is(err, ErrInvalid) {
		t.Fatalf("want an Error, got %v", err)
	}
	for i, p := range file.Problems {
		got := strings.TrimPrefix(strings.Split(file.Error(), "\n")[i+1], file.Name+":")
		if p.Line == 0 {
			got = "0:" + got
		}
		if i >= len(want) || !strings.HasPrefix(got, want[i]) {
			t.Errorf("problem %d: got %q, want %q", i, got, append(want, make([]string, i+1)...)[i])
		}
	}
	if len(file.Problems) < len(want) {
		t.Errorf("missing: %q", want[len(file.Problems):])
	}
}

func TestReadIGN_ManyProblems(t *testing.T) {
	_, err := ReadIGN(strings.NewReader(ignHeader+strings.Repeat("x;x;x;x;x\n", 10*maxProblems)), "m.csv")
	var file *Error
	if !errors.As(err, &file) || len(file.Problems) != maxProblems || !file.More {
		t.Fatalf("want %d problems and more, got %v", maxProblems, err)
	}
	if !strings.HasSuffix(err.Error(), "correct these first") {
		t.Errorf("the text does not say that reading stopped: %q", err.Error()[len(err.Error())-80:])
	}
}

func TestReadIGN_TooLarge(t *testing.T) {
	_, err := ReadIGN(io.LimitReader(repeat('x'), maxFileBytes+2), "m.csv")
	wantProblems(t, err, []string{"0: is larger than 16 MiB"})
}

type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

func TestReadIGN_ErrRead(t *testing.T) {
	_, err := ReadIGN(iotest.ErrReader(os.ErrPermission), "m.csv")
	if !errors.Is(err, os.ErrPermission) || errors.Is(err, ErrInvalid) {
		t.Errorf("want the reader's own error, got %v", err)
	}
}
