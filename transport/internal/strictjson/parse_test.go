package strictjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/transport/internal/strictjson"
)

func TestParse(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := strictjson.Parse([]byte(" {\"a\":[1.20,-0,3e-1,true,false,null],\n\t\"ñ\":\"\\u00f1\\ud83d\\ude00\\n\\/\"} \r\n"))
		if err != nil {
			t.Fatal(err)
		}
		number := func(s string) strictjson.Value { return strictjson.Value{Kind: strictjson.Number, Text: s} }
		want := strictjson.Value{Kind: strictjson.Object, Members: []strictjson.Member{
			{Name: "a", Value: strictjson.Value{Kind: strictjson.Array, Items: []strictjson.Value{
				number("1.20"), number("-0"), number("3e-1"),
				{Kind: strictjson.Bool, Bool: true}, {Kind: strictjson.Bool}, {},
			}}},
			{Name: "ñ", Value: strictjson.Value{Kind: strictjson.String, Text: "ñ😀\n/"}},
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("value (-want +got):\n%s", diff)
		}
	})
	t.Run("OK depth", func(t *testing.T) {
		deep := strings.Repeat("[", strictjson.MaxDepth) + strings.Repeat("]", strictjson.MaxDepth)
		if _, err := strictjson.Parse([]byte(deep)); err != nil {
			t.Error(err)
		}
	})
}

func TestParse_Err(t *testing.T) {
	deep := strictjson.MaxDepth + 1
	tests := map[string]string{
		"empty":               "",
		"blank":               " \n",
		"nothing closed":      `{"a":1`,
		"trailing data":       `{} {}`,
		"trailing comma":      `{"a":1,}`,
		"trailing comma list": `[1,]`,
		"byte order mark":     "\ufeff{}",
		"duplicate":           `{"a":1,"a":2}`,
		"duplicate escaped":   `{"a":1,"\u0061":2}`,
		"single quotes":       `{'a':1}`,
		"bare name":           `{a:1}`,
		"no colon":            `{"a" 1}`,
		"comment":             `{/**/}`,
		"NaN":                 `NaN`,
		"infinity":            `Infinity`,
		"minus infinity":      `-Infinity`,
		"too large":           `1e400`,
		"too large, negative": `-1e400`,
		"underflow":           `1e-400`,
		"underflow fraction":  `0.` + strings.Repeat("0", 400) + `1`,
		"leading zero":        `01`,
		"plus":                `+1`,
		"no integer part":     `.5`,
		"no fraction":         `1.`,
		"no exponent":         `1e`,
		"hexadecimal":         `0x10`,
		"underscore":          `1_000`,
		"invalid UTF-8":       "\"\xff\"",
		"overlong UTF-8":      "\"\xc0\x80\"",
		"UTF-8 surrogate":     "\"\xed\xa0\x80\"",
		"raw NUL":             "\"\x00\"",
		"escaped NUL":         `"\u0000"`,
		"NUL after value":     "{}\x00",
		"control character":   "\"a\nb\"",
		"lone high surrogate": `"\ud83d"`,
		"lone low surrogate":  `"\ude00"`,
		"high then letter":    `"\ud83dx"`,
		"two high surrogates": `"\ud83d\ud83d"`,
		"bad escape":          `"\x41"`,
		"short escape":        `"\u12"`,
		"signed escape":       `"\u+123"`,
		"open string":         `"abc`,
		"open escape":         `"abc\`,
		"too deep":            strings.Repeat("[", deep) + strings.Repeat("]", deep),
		"too deep mixed":      strings.Repeat(`{"a":[`, deep/2+1) + strings.Repeat("]}", deep/2+1),
		"other case literal":  `TRUE`,
		"cut literal":         `nul`,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			v, err := strictjson.Parse([]byte(text))
			var syntax *strictjson.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Parse(%q) = %v, %v; want a SyntaxError", text, v, err)
			}
			if syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Errorf("offset %d is outside the text", syntax.Offset)
			}
		})
	}
}

// TestSyntaxError_Path: a mistake is told where it is, as far as names are plain.
func TestSyntaxError_Path(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":{"b":[1,{"c":tru}]}}`: ".a.b[1].c",
		`{"a":1,"b":2,"a":3}`:       ".a",
		`{"a":[{"b":1,"b":2}]}`:     ".a[0].b",
		`{"a":`:                     ".a",
		`{"k3y":{"a":tru}}`:         "",
		`{"a":{"k3y":tru}}`:         ".a",
		`{"a":1,"k3y":1,"k3y":1}`:   "",
		`{"a":1} x`:                 "",
	} {
		_, err := strictjson.Parse([]byte(text))
		var syntax *strictjson.SyntaxError
		if !errors.As(err, &syntax) || syntax.Path != want {
			t.Errorf("Parse(%s): %+v, want the path %q", text, syntax, want)
		}
	}
}

func TestValue_Get(t *testing.T) {
	v, err := strictjson.Parse([]byte(`{"query":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := v.Get("query"); !ok || got.Text != "x" {
		t.Errorf("Get(query) = %v, %v", got, ok)
	}
	if _, ok := v.Get("QUERY"); ok {
		t.Error("Get(QUERY) found a member of another letter case")
	}
}

func ExampleParse() {
	v, _ := strictjson.Parse([]byte(`{"value": 1.20}`))
	value, _ := v.Get("value")
	fmt.Println(value.Kind, value.Text)
	_, err := strictjson.Parse([]byte(`{"value": 1, "value": 2}`))
	fmt.Println(err)
	// Output:
	// number 1.20
	// invalid JSON at byte 13: the same name twice in one object
}

// FuzzParse holds the parser against encoding/json: what it takes, the standard
// library must take with the same meaning.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1.20,-0,3e-1,true,false,null]}`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, `1e400`, `1e-400`, "\"\xff\"", `[[[[]]]]`, `"\u0000"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := strictjson.Parse(data)
		if err != nil {
			return
		}
		var want any
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("accepted what encoding/json refuses: %v", err)
		}
		if diff := cmp.Diff(want, plain(t, v)); diff != "" {
			t.Errorf("meaning differs (-encoding/json +strictjson):\n%s", diff)
		}
	})
}

// plain turns v into what encoding/json makes of the same text.
func plain(t *testing.T, v strictjson.Value) any {
	switch v.Kind {
	case strictjson.Bool:
		return v.Bool
	case strictjson.String:
		if strings.ContainsRune(v.Text, 0) {
			t.Error("NUL came through")
		}
		return v.Text
	case strictjson.Number:
		f, err := json.Number(v.Text).Float64()
		if err != nil || math.IsInf(f, 0) {
			t.Errorf("number came through that is none: %v", err)
		}
		return f
	case strictjson.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plain(t, item)
		}
		return items
	case strictjson.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = plain(t, m.Value)
		}
		return members
	default:
		return nil
	}
}
