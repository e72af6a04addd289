package ask

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var testParams = []Param{
	{Name: "words", Kind: TextsParam, Max: 10},
	{Name: "name", Kind: TextParam, Max: 10},
	{Name: "count", Kind: IntegerParam, Max: 20},
	{Name: "size", Kind: NumberParam},
	{Name: "which", Kind: ChoiceParam, Choices: []string{"one", "two"}},
	{Name: "input", Kind: ObjectParam},
	{Name: "tenant", Kind: TextParam, Required: true},
}

func TestReadArgs(t *testing.T) {
	for _, tt := range []struct {
		name, raw string
		want      Args
		note      string
	}{
		{"nothing", ``, Args{}, ""},
		{"null", `null`, Args{}, ""},
		{"as declared", `{"words":["a","b"],"name":"x","count":3,"size":1.5,"which":"two","input":{"a":1}}`,
			Args{"words": []string{"a", "b"}, "name": "x", "count": 3, "size": 1.5, "which": "two", "input": json.RawMessage(`{"a":1}`)}, ""},
		{"nulls are left out", `{"words":null,"count":null,"which":null}`, Args{}, ""},
		{"one text for a list", `{"words":"a"}`, Args{"words": []string{"a"}}, ""},
		{"a list written as text", `{"words":"[\"a\",\"b\"]"}`, Args{"words": []string{"a", "b"}}, ""},
		{"a text that begins with a bracket", `{"words":"[a"}`, Args{"words": []string{"[a"}}, ""},
		{"blanks in a list", `{"words":["", " a ", "  "]}`, Args{"words": []string{"a"}}, ""},
		{"numbers as texts", `{"words":[7],"name":2.50}`, Args{"words": []string{"7"}, "name": "2.50"}, ""},
		{"a list of one as text", `{"name":["x"]}`, Args{"name": "x"}, ""},
		{"numbers written as text", `{"count":"4","size":"1,25"}`, Args{"count": 4, "size": 1.25}, ""},
		{"a whole number with a point", `{"count":4.0}`, Args{"count": 4}, ""},
		{"too large a number", `{"count":99}`, Args{"count": 20}, "lowered to 20"},
		{"too long a text", `{"name":"ñññññññññññ"}`, Args{"name": "ññññññññññ"}, "cut to 10"},
		{"other letter case of a choice", `{"which":"TWO"}`, Args{"which": "two"}, ""},
		{"an object written as text", `{"input":"{\"a\":1}"}`, Args{"input": json.RawMessage(`{"a":1}`)}, ""},
		{"everything written as text", `"{\"count\":4}"`, Args{"count": 4}, ""},
		{"unknown ones", `{"count":4,"colour":"red"}`, Args{"count": 4}, `"colour" is not one of this tool's`},
		{"never a tenant", `{"tenant":"other","country":"FR","project":"p"}`, Args{}, "country"},
		{"too many texts", `{"words":["1","2","3","4","5","6","7","8","9","10","11","12","13"]}`,
			Args{"words": []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}}, "first 12"},
		{"invalid UTF-8", "{\"name\":\"a\xff\"}", Args{"name": "a\uFFFD"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readArgs(testParams, json.RawMessage(tt.raw))
			if diff := cmp.Diff(tt.want, got.args); diff != "" || got.problem != "" {
				t.Errorf("problem %q (-want +got):\n%s", got.problem, diff)
			}
			if notes := strings.Join(got.notes, "; "); !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
				t.Errorf("want a note with %q, got %q", tt.note, notes)
			}
		})
	}
	for _, tt := range []struct{ name, raw, want string }{
		{"ErrJSON", `{"words":`, "no JSON object"},
		{"ErrList", `[1]`, "no JSON object"},
		{"ErrLong", `{"name":"` + strings.Repeat("a", maxArgs) + `"}`, "longer than"},
		{"ErrInteger", `{"count":1.5}`, "whole number"},
		{"ErrNegative", `{"count":-1}`, "whole number"},
		{"ErrNumber", `{"size":"tall"}`, `"size" must be a number`},
		{"ErrNumber infinite", `{"size":1e400}`, "must be a number"},
		{"ErrNumber NaN", `{"size":"NaN"}`, "must be a number"},
		{"ErrNumber thousands or decimals", `{"size":"1,250"}`, "must be a number"},
		{"ErrNumber hexadecimal", `{"size":"0x1p4"}`, "must be a number"},
		{"ErrChoice", `{"which":"three"}`, "one of one, two"},
		{"ErrObject", `{"input":[1]}`, "JSON object"},
		{"ErrText", `{"name":{"a":1}}`, "must be a text"},
		{"ErrTexts", `{"words":[["a"]]}`, "list of texts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := readArgs(testParams, json.RawMessage(tt.raw)); !strings.Contains(got.problem, tt.want) {
				t.Errorf("want a problem with %q, got %+v", tt.want, got)
			}
		})
	}
	t.Run("ErrMissing", func(t *testing.T) {
		required := []Param{{Name: "words", Kind: TextsParam, Required: true}}
		for _, raw := range []string{`{}`, `{"words":[]}`, `{"words":" "}`, `{"words":null}`, `{"Words":"a"}`} {
			if got := readArgs(required, json.RawMessage(raw)); !strings.Contains(got.problem, "missing or empty") {
				t.Errorf("%s: got %+v", raw, got)
			}
		}
	})
}

func FuzzReadArgs(f *testing.F) {
	for _, seed := range []string{`{"words":["a"],"count":"3"}`, `"{\"size\":1}"`, `{"input":"{}"}`, `null`, `{"words":"[1,2]"}`, "{\"name\":\"\xff\"}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got := readArgs(testParams, json.RawMessage(raw))
		for name, value := range got.args {
			switch v := value.(type) {
			case string:
				if len([]rune(v)) > maxText || v == "" {
					t.Errorf("%s: %q", name, v)
				}
			case []string:
				if len(v) == 0 || len(v) > mostTexts {
					t.Errorf("%s: %d texts", name, len(v))
				}
			case int:
				if v < 0 || v > 20 {
					t.Errorf("%s: %d", name, v)
				}
			}
			if never[name] {
				t.Errorf("%s was taken", name)
			}
		}
	})
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain ñ 0,95 m²":         "plain ñ 0,95 m²",
		"a\u200bb\u2060c\ufeffd":  "abcd",
		"x\U000E0041\U000E007Fy":  "xy",
		"a\u202eb\u2066c\u2069":   "abc",
		"a\ufe0fb\U000E0100c":     "abc",
		"a\u00adb":                "ab",
		"line\r\nnext\rand\u2028": "line\nnext\nand\n",
		"tab\tstays\x00\x1b[0m":   "tab\tstays[0m",
		"a\u3164b\u115fc":         "abc",
	} {
		if got := visible(in); got != want {
			t.Errorf("%q: want %q, got %q", in, want, got)
		}
	}
}

func TestPieces(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("palabra ", 40), "La altura mínima es de 0,95 m [1]. Y la máxima, de 1,20 m [2].\n\n- Uno [1].", strings.Repeat("x", 100)} {
		list := pieces(text)
		if joined := strings.Join(list, ""); joined != text {
			t.Errorf("want %q, got %q", text, joined)
		}
		for i, piece := range list[:max(0, len(list)-1)] {
			if next := list[i+1]; !strings.HasPrefix(next, " ") && !strings.HasPrefix(next, "\n") {
				t.Errorf("a word is cut between %q and %q", piece, next)
			}
		}
	}
}

func TestJSONText(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"alto":{"title":"Altura libre","x-unit":"m"},"tramos":{"title":"Tramos","items":{"properties":{"ancho":{"title":"Anchura","x-unit":"cm"}}}}}}`)
	for _, tt := range []struct{ value, schema, want string }{
		{`{"alto":2.50,"tramos":[{"ancho":90},{"ancho":100}],"ok":true,"nada":null}`, string(schema),
			"Altura libre: 2.50 m\nok: yes\nTramos (1), Anchura: 90 cm\nTramos (2), Anchura: 100 cm"},
		{`{"b":1,"a":"x"}`, ``, "a: x\nb: 1"},
		{`{"b":1}`, `{"properties":7}`, "b: 1"},
		{`12`, ``, "12"},
		{`{`, ``, ""},
		{``, ``, ""},
	} {
		if diff := cmp.Diff(tt.want, JSONText(json.RawMessage(tt.value), json.RawMessage(tt.schema))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.value, diff)
		}
	}
	deep := strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)
	if got := JSONText(json.RawMessage(deep), nil); len(got) > 1000 {
		t.Errorf("a deep value became %d bytes", len(got))
	}
}

func FuzzJSONText(f *testing.F) {
	f.Add(`{"a":[1,{"b":"c"}]}`, `{"properties":{"a":{"title":"A","items":{"x-unit":"m"}}}}`)
	f.Fuzz(func(t *testing.T, value, schema string) {
		if text := JSONText(json.RawMessage(value), json.RawMessage(schema)); strings.Count(text, "\n") > 100*mostMembers && len(value) < 1000 {
			t.Errorf("%d lines", strings.Count(text, "\n"))
		}
	})
}
