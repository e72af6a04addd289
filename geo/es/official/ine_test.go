package official

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/geo"
)

var ineSample = [][]string{
	{"Relación de municipios y códigos"},
	{"CODAUTO", "CPRO", "CMUN", "DC", "NOMBRE "},
	{"16", "01", "001", "4", "Alegría-Dulantzi"},
	{"12", "15", "030", "8", "Coruña, A"},
	{"07", "24", "089", "6", "León"},
	{"18", "51", "001", "3", "Ceuta"},
}

func wantINE() []geo.Place {
	return []geo.Place{
		{ID: "ES-01001", Name: "Alegría-Dulantzi", Level: geo.Municipality, Parent: "ES-01"},
		{ID: "ES-15030", Name: "Coruña, A", Level: geo.Municipality, Parent: "ES-15"},
		{ID: "ES-24089", Name: "León", Level: geo.Municipality, Parent: "ES-24", Tech: &geo.TechData{ClimateZone: "E1"}},
		{ID: "ES-51001", Name: "Ceuta", Level: geo.Municipality, Parent: "ES-51", Tech: &geo.TechData{ClimateZone: "B3"}},
	}
}

func delimited(rows [][]string, comma string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, comma) + "\r\n")
	}
	return b.String()
}

// workbook writes rows into a sheet, numbers as numbers when asked.
func workbook(t testing.TB, rows [][]string, numbers bool, change func(*excelize.File)) string {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for y, r := range rows {
		for x, value := range r {
			cell, _ := excelize.CoordinatesToCellName(x+1, y+1)
			var err error
			if numbers && allDigits(value) {
				err = book.SetCellInt("Sheet1", cell, int64(atoi(value)))
			} else {
				err = book.SetCellStr("Sheet1", cell, value)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if change != nil {
		change(book)
	}
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func atoi(digits string) int {
	n := 0
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

func TestReadINE(t *testing.T) {
	noRegion := make([][]string, len(ineSample)-1)
	for i, r := range ineSample[1:] {
		noRegion[i] = r[1:]
	}
	for name, text := range map[string]string{
		"Workbook":   workbook(t, ineSample, false, nil),
		"Numbers":    workbook(t, ineSample, true, nil),
		"Semicolons": delimited(ineSample, ";"),
		"Tabs":       delimited(ineSample, "\t"),
		"Bars":       delimited(ineSample, "|"),
		"Latin1":     latin1(delimited(ineSample, ";")),
		"NoRegion":   delimited(noRegion, ";"),
		"Commas":     strings.ReplaceAll(delimited(ineSample, ","), "Coruña, A", `"Coruña, A"`),
		"ZerosLost":  strings.ReplaceAll(delimited(ineSample, ";"), ";01;001;", ";1;1;"),
		"SecondSheet": workbook(t, ineSample, false, func(book *excelize.File) {
			_, err := book.NewSheet("Notas")
			must(t, errors.Join(err, book.SetCellStr("Notas", "A1", "nota"), book.MoveSheet("Notas", "Sheet1")))
		}),
		"RemarkBeside": workbook(t, ineSample, false, func(book *excelize.File) { must(t, book.SetCellStr("Sheet1", "G4", "nota")) }),
	} {
		t.Run("OK/"+name, func(t *testing.T) {
			f, err := ReadINE(strings.NewReader(text), "codmun.xlsx")
			if err != nil {
				t.Fatal(err)
			}
			if want := ineSample[0][0]; name != "NoRegion" && !strings.HasPrefix(f.Title, want) {
				t.Errorf("title %q, want %q", f.Title, want)
			}
			if diff := cmp.Diff(wantINE(), municipalities(f)); diff != "" {
				t.Errorf("municipalities (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadINE_ErrInvalid(t *testing.T) {
	broken := [][]string{
		ineSample[0], ineSample[1],
		{"16", "01", "001", "5", "Alegría-Dulantzi"},
		{"16", "O1", "002", "9", "Amurrio"},
		{"16", "01", "0049", "3", "Añana"},
		{"09", "15", "030", "8", "Coruña, A"},
		{"07", "24", "089", "", "León"},
		{"18", "51", "001", "3", ""},
		{"19", "52", "001", "8", "Melilla"},
		{"19", "52", "001", "8", "Melilla"},
		{"20", "53", "001", string(CheckDigit("53001")), "Nada"},
	}
	want := []string{
		"3: DC of 01001 is 4, not 5", `4: CPRO "O1"`, `5: CPRO "01" and CMUN "0049"`, `6: CODAUTO "09" is not the region of province 15`,
		`7: DC ""`, "8: NOMBRE is empty", "10: ES-52001 stands already on line 9", "11: 53001 begins with 53",
	}
	t.Run("Workbook", func(t *testing.T) {
		_, err := ReadINE(strings.NewReader(workbook(t, broken, false, nil)), "c.xlsx")
		wantProblems(t, err, want)
	})
	t.Run("Text", func(t *testing.T) {
		_, err := ReadINE(strings.NewReader(delimited(broken, ";")), "c.csv")
		wantProblems(t, err, want)
	})
	for name, tc := range map[string]struct {
		text string
		want string
	}{
		"OldWorkbook":   {oleMagic + "....", "0: is a workbook of the old format"},
		"TornWorkbook":  {workbook(t, ineSample, false, nil)[:1000], "0: is no readable xlsx workbook"},
		"OtherZip":      {zipOf(t, map[string]string{"a.txt": "a"}), "0: "},
		"EmptyWorkbook": {workbook(t, nil, false, nil), "0: the workbook has no sheet with rows"},
		"OtherWorkbook": {workbook(t, [][]string{{"a", "b"}, {"1", "2"}}, false, nil), "0: none of the first 10 lines"},
		"MissingColumn": {workbook(t, [][]string{{"CPRO", "CMUN", "NOMBRE"}}, false, nil), "1: the header lacks the column(s) DC"},
		"FarCell":       {rewritten(t, `r="E4"`, `r="XFD4"`), `0: sheet "Sheet1": has more than`},
		"FarRow":        {rewritten(t, `<row r="6"`, `<row r="1048576"`), `0: sheet "Sheet1": has more than`},
		"Bomb":          {bomb(t), "0: is no readable xlsx workbook (unzip size exceeds"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadINE(strings.NewReader(tc.text), "c.xlsx")
			wantProblems(t, err, []string{tc.want})
		})
	}
}

func zipOf(t testing.TB, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rewritten is the sample workbook with the first occurrence of found in its
// sheet replaced.
func rewritten(t testing.TB, found, put string) string {
	t.Helper()
	const sheet = "xl/worksheets/sheet1.xml"
	files := parts(t)
	if !strings.Contains(files[sheet], found) {
		t.Fatalf("the sheet has no %s", found)
	}
	files[sheet] = strings.Replace(files[sheet], found, put, 1)
	return zipOf(t, files)
}

// bomb is the sample workbook with a part that unpacks to more than is allowed.
func bomb(t testing.TB) string {
	t.Helper()
	files := parts(t)
	files["xl/media/image1.png"] = strings.Repeat("\x00", maxFileBytes)
	return zipOf(t, files)
}

// parts unpacks the sample workbook.
func parts(t testing.TB) map[string]string {
	t.Helper()
	text := workbook(t, ineSample, false, nil)
	r, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	must(t, err)
	files := make(map[string]string)
	for _, f := range r.File {
		part, err := f.Open()
		must(t, err)
		content, err := io.ReadAll(part)
		must(t, err)
		files[f.Name] = string(content)
	}
	return files
}

func TestCheckDigit(t *testing.T) {
	for code, want := range map[string]byte{
		"01001": '4', "01051": '3', "15030": '8', "28079": '6', "08019": '3', "51001": '3', "52001": '8',
		"": 0, "2807": 0, "280790": 0, "2807x": 0,
	} {
		if got := CheckDigit(code); got != want {
			t.Errorf("CheckDigit(%q): want %c, got %c", code, want, got)
		}
	}
}
