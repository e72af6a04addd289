package askeval

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const header = "id\tquestion\tanswerable\texpected_keys\tsource_file\tsection\tevidence_or_reason\tkind\n"

func TestLoadTSV(t *testing.T) {
	walls := Case{
		ID: "A1", Question: "¿Qué espesor tiene el muro?", Answerable: true, Keys: []string{"12 cm", "sílice"},
		Source: "muros.md", Section: "art. 2", Evidence: "tendrá 12 cm […] de sílice", Kinds: []string{"direct", "lookup"},
	}
	row := "A1\t¿Qué espesor tiene el muro?\tyes\t12 cm|0,12 m|sílice\tmuros.md\tart. 2\ttendrá 12 cm […] de sílice\tdirect, lookup\n"
	for name, tt := range map[string]struct {
		text string
		want []Case
	}{
		"plain":             {header + row, []Case{walls}},
		"byte order mark":   {"\ufeff" + header + row, []Case{walls}},
		"carriage returns":  {strings.ReplaceAll(header+row, "\n", "\r\n"), []Case{walls}},
		"old Macintosh":     {strings.ReplaceAll(header+row, "\n", "\r"), []Case{walls}},
		"no last break":     {header + strings.TrimSuffix(row, "\n"), []Case{walls}},
		"empty lines":       {header + "\n\t\t\t\t\t\t\t\n" + row + "\n", []Case{walls}},
		"nothing to answer": {header + "B\t¿Y?\tNO\t\t\t\tfalta\tmiss\n", []Case{{ID: "B", Question: "¿Y?", Reason: "falta", Kinds: []string{"miss"}}}},
		"other order": {"kind\tanswerable\tquestion\tnote\tid\nk\tno\t¿Y?\tx\tB\n",
			[]Case{{ID: "B", Question: "¿Y?", Kinds: []string{"k"}}}},
		"quoted": {header + "C\t\"Say \"\"two\"\"\tor\nmore\"\tno\t\t\t\t\t\n" + "D\td\tno\t\t\t\t\t\n",
			[]Case{{ID: "C", Question: "Say \"two\"\tor\nmore"}, {ID: "D", Question: "d"}}},
	} {
		t.Run("OK "+name, func(t *testing.T) {
			got, err := LoadTSV(strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				got[i].Keys, got[i].Kinds = orNil(got[i].Keys), orNil(got[i].Kinds)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for name, tt := range map[string]struct{ text, says string }{
		"empty":               {"", "first line names the columns"},
		"no column":           {"id\tquestion\n", "no column answerable"},
		"column twice":        {"id\tquestion\tid\tanswerable\n", "line 1: the header has the column \"id\" twice"},
		"few columns":         {header + "\nA\tb\n", "line 3: 2 columns, the header has 8"},
		"perhaps":             {header + "A\tb\tperhaps\t\t\t\tx\t\n", `line 2: answerable is "perhaps"`},
		"no id":               {header + "\tb\tno\t\t\t\tx\t\n", "line 2: the id is missing"},
		"no question":         {header + "A\t \tno\t\t\t\tx\t\n", "line 2: the question is missing"},
		"same id":             {header + "A\tb\tno\t\t\t\tx\t\nA\tb\tno\t\t\t\tx\t\n", `line 3: the id "A" stands on line 2 already`},
		"key of nothing":      {header + "A\tb\tno\t1 m\t\t\tx\t\n", "nothing is expected"},
		"nothing expected":    {header + "A\tb\tyes\t\t\t\t\t\n", "needs expected_keys or evidence_or_reason"},
		"evidence of nothing": {header + "A\tb\tyes\t\t\t\t[…] - .\t\n", "has no word"},
		"NUL":                 {header + "A\tb\x00\tno\t\t\t\tx\t\n", "line 2: a NUL byte"},
		"not UTF-8":           {header + "A\tb\xff\tno\t\t\t\tx\t\n", "not UTF-8"},
		"line behind quotes":  {header + "A\t\"b\nc\"\tno\t\t\t\tx\t\nB\tc\tmaybe\t\t\t\t\t\n", "line 4"},
		"huge":                {header + strings.Repeat("x", maxTable), "more than 16 MiB"},
	} {
		t.Run("ErrCases "+name, func(t *testing.T) {
			_, err := LoadTSV(strings.NewReader(tt.text))
			if !errors.Is(err, ErrCases) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("want ErrCases with %q, got %v", tt.says, err)
			}
		})
	}
}

func orNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// FuzzLoadTSV: whatever is read is a set that is sound, and written again it is
// the same set.
func FuzzLoadTSV(f *testing.F) {
	f.Add(header + "A\t\"b\t\"\"c\"\"\n\"\tyes\t1 m|2 m\ts\tt\tx […] y\tk,l\n")
	f.Add("id\tanswerable\tquestion\r\n1\tno\t\"x\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := LoadTSV(strings.NewReader(text))
		if err != nil {
			if !errors.Is(err, ErrCases) {
				t.Errorf("want ErrCases, got %v", err)
			}
			return
		}
		again, err := LoadTSV(strings.NewReader(written(cases)))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		if diff := cmp.Diff(cases, again); diff != "" {
			t.Errorf("(-read +read again):\n%s", diff)
		}
	})
}

func written(cases []Case) string {
	var b strings.Builder
	b.WriteString(header)
	for _, c := range cases {
		answerable, evidence := "no", c.Reason
		if c.Answerable {
			answerable, evidence = "yes", c.Evidence
		}
		for i, field := range []string{c.ID, c.Question, answerable, strings.Join(c.Keys, "|"), c.Source, c.Section, evidence, strings.Join(c.Kinds, ",")} {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(`"` + strings.ReplaceAll(field, `"`, `""`) + `"`)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
