package httpapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
)

// TestWire_Empty builds every answer from values that hold nothing, and finds
// every list that would encode as null and every member that would go missing
// (DECISIONS 19).
func TestWire_Empty(t *testing.T) {
	a := &API{}
	place := &geo.Place{Level: geo.Municipality}
	info := &projects.Info{}
	answer := &ask.Answer{Sources: []ask.Source{{}}}
	for _, v := range []any{
		locationItem(place), techData(place), applicableCode(codes.Applicable{Code: &codes.Code{}}),
		codeDetail(&codes.Code{Versions: []codes.Version{{}}}), codeVersionDetail(&codes.Code{}, codes.Version{}),
		projectItem(projects.Summary{}), projectInfo(info), memoryItem(projects.MemoryItem{}), calculationItem(projects.Calculation{}),
		collection(projects.Collection{}),
		verifyResponse(verify.Check{Value: "1"}, &verify.Result{}),
		verifyResponse(verify.Check{Value: "1"}, &verify.Result{Place: place, Sources: []verify.Source{{Block: &retrieval.Block{}}}, Considered: []verify.Considered{{}}}),
		a.askResponse(ask.Question{Project: info}, &ask.Answer{}), a.askResponse(ask.Question{Project: info}, answer), a.legacyAskResponse(info, answer), a.legacyAskResponse(info, &ask.Answer{}),
		LocationSearchResponse{Results: list[*geo.Place, LocationItem](nil, nil)},
		CodeSearchResponse{Items: list[*codes.Code, CodeSummary](nil, nil)},
		ProjectListResponse{Projects: list[projects.Summary, ProjectItem](nil, nil)},
		documentItem(projects.Document{}), calculation(projects.Calculation{}), generatedVersionOf(projects.GeneratedDocument{}),
		TurnResponse{},
	} {
		t.Run(reflect.TypeOf(v).Name(), func(t *testing.T) {
			noNilSlices(t, reflect.ValueOf(v), reflect.TypeOf(v).Name())
			var members map[string]any
			if err := json.Unmarshal(encode(v), &members); err != nil {
				t.Fatal(err)
			}
			allMembers(t, reflect.TypeOf(v), members)
		})
	}
}

func noNilSlices(t *testing.T, v reflect.Value, at string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			noNilSlices(t, v.Elem(), at)
		}
	case reflect.Slice:
		if v.IsNil() {
			t.Errorf("%s is nil and would be null", at)
		}
		for i := range v.Len() {
			noNilSlices(t, v.Index(i), at+"[]")
		}
	case reflect.Struct:
		for i := range v.NumField() {
			noNilSlices(t, v.Field(i), at+"."+v.Type().Field(i).Name)
		}
	default: // holds nothing
	}
}

// absentWhenEmpty are the members SPEC calls absent.
var absentWhenEmpty = map[string]bool{"description": true, "url": true}

func allMembers(t *testing.T, of reflect.Type, members map[string]any) {
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	for _, f := range reflect.VisibleFields(of) {
		name, option, _ := bytes.Cut([]byte(f.Tag.Get("json")), []byte(","))
		if len(name) == 0 {
			continue
		}
		mayMiss := string(option) == "omitempty" && absentWhenEmpty[string(name)]
		if _, ok := members[string(name)]; !ok && !mayMiss {
			t.Errorf("member %s is absent", name)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, digits := range []string{"1.20", "-0.1", "3e-1", "0", "12345678901234567890.123456789"} {
		d := Decimal(digits)
		if got := string(encode(struct {
			V Decimal  `json:"v"`
			P *Decimal `json:"p"`
		}{d, &d})); got != `{"v":`+digits+`,"p":`+digits+`}` {
			t.Errorf("%s is written %s", digits, got)
		}
	}
}

func TestIsUUID(t *testing.T) {
	for text, want := range map[string]bool{
		"0b6f3a10-0000-4000-8000-00000000beef":   true,
		"0B6F3A10-0000-4000-8000-00000000BEEF":   true,
		"0b6f3a10-0000-4000-8000-00000000bee":    false,
		"0b6f3a10-0000-4000-8000-00000000beeff":  false,
		"0b6f3a10x0000-4000-8000-00000000beef":   false,
		"0b6f3a1g-0000-4000-8000-00000000beef":   false,
		"{0b6f3a10-0000-4000-8000-00000000beef}": false,
		"":                                       false,
	} {
		if got := isUUID(text); got != want {
			t.Errorf("isUUID(%q) = %v", text, got)
		}
	}
}

func TestAcceptsGzip(t *testing.T) {
	for value, want := range map[string]bool{
		"gzip": true, "GZIP": true, "deflate, gzip;q=1.0, *;q=0.5": true, "*": true, "gzip;q=0.001": true,
		"": false, "gzip;q=0": false, "gzip;q=0.0": false, "identity": false, "*;q=0": false, "gzip;q=x": false, "br": false, "xgzip": false,
	} {
		if got := acceptsGzip(map[string][]string{"Accept-Encoding": {value}}); got != want {
			t.Errorf("acceptsGzip(%q) = %v", value, got)
		}
	}
}

func TestZeroOrOne(t *testing.T) {
	for number, want := range map[string]bool{
		"0": true, "1": true, "-0": true, "1.0": true, "10e-1": true, "0e5": true, "0.00": true,
		"2": false, "0.5": false, "-1": false, "1.00000000000000000000000001": false, "1e-300": false, "1e300": false,
	} {
		if got := zeroOrOne(number); got != want {
			t.Errorf("zeroOrOne(%s) = %v", number, got)
		}
	}
}

// FuzzParseQuery holds that no query makes the parser fail, that what it finds
// is declared, once, and plain text.
func FuzzParseQuery(f *testing.F) {
	for _, seed := range []string{"q=a&level=b", "q=%zz", "q=a&q=b", "q=%00", "%71=a", "q=a;b", "&&=&q", "q=%ff", "q=a+b"} {
		f.Add(seed)
	}
	fields := []*field{locationQ, locationLevel}
	f.Fuzz(func(t *testing.T, raw string) {
		found, _ := parseQuery(raw, fields)
		for i, p := range found {
			if !declares(fields, p.name) || has(found[:i], p.name) {
				t.Errorf("parseQuery(%q) found %q", raw, p.name)
			}
			if strings.ContainsRune(p.value, 0) || !utf8.ValidString(p.value) {
				t.Errorf("parseQuery(%q) let %q through", raw, p.value)
			}
		}
	})
}
