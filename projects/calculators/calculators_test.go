package calculators_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

type (
	form   = calculators.Form
	option = calculators.Option
	values = calculators.Values
	field  = calculators.Field
)

var zero = calculators.Int(0)

// definition is a good one, which tests spoil.
func definition() calculators.Definition {
	return calculators.Definition{
		ID: "span", Title: "Portée", Country: "FR",
		Input: form{
			{Name: "length", Title: "Longueur", Kind: calculators.Number, Unit: "m", Min: zero, Above: true, Max: calculators.Dec("99.5"), Help: "Sans les appuis."},
			{Name: "wood", Title: "Essence", Kind: calculators.Choice, Choices: []option{{Value: "chene", Title: "Chêne"}, {Value: "sapin", Title: "Sapin"}}},
			{Name: "loads", Title: "Charges", Kind: calculators.List, Optional: true, Max: calculators.Int(3), Items: form{
				{Name: "name", Title: "Nom", Kind: calculators.Text},
				{Name: "count", Title: "Nombre", Kind: calculators.Integer, Optional: true},
			}},
			{Name: "outside", Title: "Dehors", Kind: calculators.Switch, Optional: true},
		},
		Result: form{
			{Name: "height", Title: "Hauteur", Kind: calculators.Integer, Unit: "cm"},
			{Name: "class", Title: "Classe", Kind: calculators.Choice, Choices: []option{{Value: "a", Title: "A"}}, Optional: true},
			{Name: "parts", Title: "Parties", Kind: calculators.List, Optional: true, Items: form{{Name: "ok", Title: "Bon", Kind: calculators.Switch}}},
		},
		Calculate: func(_ context.Context, in values) (calculators.Finding, error) {
			return calculators.Finding{Result: values{"height": in.Number("length").Ceil()}, Summary: in.Text("wood")}, nil
		},
	}
}

func TestNew(t *testing.T) {
	c, err := calculators.New(definition())
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Run(t.Context(), json.RawMessage(`{"length":2.01,"wood":"chene","loads":[{"name":"Neige"}]}`))
	if diff := cmp.Diff(projects.Outcome{Result: json.RawMessage(`{"height":3}`), Summary: "chene"}, out); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	input, _ := c.Schema()
	want := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{` +
		`"length":{"type":"number","exclusiveMinimum":0,"maximum":99.5,"title":"Longueur","description":"Sans les appuis.","x-unit":"m"},` +
		`"wood":{"type":"string","enum":["chene","sapin"],"x-titles":{"chene":"Chêne","sapin":"Sapin"},"title":"Essence"},` +
		`"loads":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","maxLength":200,"title":"Nom"},"count":{"type":"integer","title":"Nombre"}},"required":["name"],"additionalProperties":false},"minItems":1,"maxItems":3,"title":"Charges"},` +
		`"outside":{"type":"boolean","title":"Dehors"}},"required":["length","wood"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(input)); diff != "" {
		t.Errorf("input schema (-want +got):\n%s", diff)
	}
}

// TestNew_mistakes holds that a definition with a mistake is refused, and the place
// named.
func TestNew_mistakes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(d *calculators.Definition)
		want  string
	}{
		{"ID", func(d *calculators.Definition) { d.ID = "Span 1" }, "an id is"},
		{"LongID", func(d *calculators.Definition) { d.ID = strings.Repeat("a", 65) }, "an id is"},
		{"Title", func(d *calculators.Definition) { d.Title = "" }, "has no title"},
		{"Calculate", func(d *calculators.Definition) { d.Calculate = nil }, "has nothing that calculates"},
		{"Result", func(d *calculators.Definition) { d.Result = nil }, "has no result"},
		{"FieldName", func(d *calculators.Definition) { d.Input[0].Name = "Length" }, "input.Length: a name"},
		{"FieldTwice", func(d *calculators.Definition) { d.Input[1].Name = "length" }, "input.length: comes twice"},
		{"FieldTitle", func(d *calculators.Definition) { d.Result[0].Title = "" }, "result.height: has no title"},
		{"Kind", func(d *calculators.Definition) { d.Input[0].Kind = "" }, "input.length: is of no kind"},
		{"Bounds", func(d *calculators.Definition) { d.Input[0].Max = calculators.Int(-1) }, "input.length: nothing lies between"},
		{"NoChoices", func(d *calculators.Definition) { d.Input[1].Choices = nil }, "input.wood: has no choices"},
		{"ChoiceTwice", func(d *calculators.Definition) { d.Input[1].Choices[1].Value = "chene" }, `choice "chene"`},
		{"ChoiceTitle", func(d *calculators.Definition) { d.Input[1].Choices[1].Title = "" }, `choice "sapin"`},
		{"ListBounds", func(d *calculators.Definition) { d.Input[2].Max = zero }, "input.loads: no list"},
		{"Items", func(d *calculators.Definition) { d.Input[2].Items[0].Title = "" }, "input.loads.name: has no title"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := definition()
			tt.spoil(&d)
			if _, err := calculators.New(d); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want an error with %q, got %v", tt.want, err)
			}
			defer func() {
				if recover() == nil {
					t.Error("MustNew took it")
				}
			}()
			calculators.MustNew(d)
		})
	}
}

// TestRun_result holds that a result that is not as its form says is an error, and not
// one of the user.
func TestRun_result(t *testing.T) {
	height := calculators.Int(1)
	for name, result := range map[string]values{
		"height: is missing":                      {},
		"height: is not of its field's kind":      {"height": "1"},
		"height: is not of its":                   {"height": calculators.Dec("0.5")},
		"height: is not":                          {"height": calculators.Exact{}},
		"width: the form has no such field":       {"height": height, "width": height},
		"class: is not of its field's kind":       {"height": height, "class": "b"},
		"parts: [0].ok: is missing":               {"height": height, "parts": []values{{}}},
		"parts: is not of its field's kind":       {"height": height, "parts": true},
		"parts: [0].ok: is not of its field's ki": {"height": height, "parts": []values{{"ok": 1}}},
	} {
		d := definition()
		d.Calculate = func(context.Context, values) (calculators.Finding, error) {
			return calculators.Finding{Result: result}, nil
		}
		out, err := calculators.MustNew(d).Run(t.Context(), json.RawMessage(`{"length":1,"wood":"sapin"}`))
		if err == nil || errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error with %q that is not ErrInvalid, got %v", name, err)
		}
		if diff := cmp.Diff(projects.Outcome{}, out); diff != "" {
			t.Errorf("%s: something beside the error:\n%s", name, diff)
		}
	}
}

func TestRun_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := calculators.MustNew(definition()).Run(ctx, json.RawMessage(`{}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
}

func TestInterpolate(t *testing.T) {
	point := func(x, y string) calculators.Point {
		return calculators.Point{X: calculators.Dec(x), Y: calculators.Dec(y)}
	}
	table := []calculators.Point{point("1", "0.58"), point("4", "0.77"), point("5", "0.77")}
	for _, tt := range []struct {
		x, y   string
		inside bool
	}{
		{"0", "0.58", false}, {"1", "0.58", true}, {"2.5", "0.675", true}, {"4", "0.77", true}, {"4.5", "0.77", true}, {"5", "0.77", true}, {"5.01", "0.77", false},
	} {
		if y, inside := calculators.Interpolate(table, calculators.Dec(tt.x)); y.String() != tt.y || inside != tt.inside {
			t.Errorf("%s: want %s, %v; got %s, %v", tt.x, tt.y, tt.inside, y, inside)
		}
	}
	if y, inside := calculators.Interpolate(nil, zero); y.Known() || inside {
		t.Error("a value out of an empty table")
	}
}

func TestExact(t *testing.T) {
	n := calculators.Dec
	for _, tt := range []struct{ name, want, got string }{
		{"Ceil", "3", n("2.01").Ceil().String()}, {"CeilNegative", "-2", n("-2.01").Ceil().String()},
		{"Floor", "2", n("2.99").Floor().String()}, {"FloorNegative", "-3", n("-2.01").Floor().String()}, {"FloorWhole", "2", n("2").Floor().String()},
		{"Round", "0.67", n("2.42").Sub(n("1")).Div(n("3")).Mul(n("0.19")).Add(n("0.58")).Round(2).String()},
		{"RoundHalf", "0.77", n("0.765").Round(2).String()},
		{"Max", "2", n("1").Max(n("2")).String()}, {"Min", "1", n("1").Min(n("2")).String()},
		{"Decimal", "0,3333", n("1").Div(n("3")).Decimal(4, ",")}, {"DecimalShort", "1.5", n("1.50").Decimal(4, ".")},
		{"Beside", "0,4001", n("0.4001").DecimalBeside(n("0.4"), 1, ",")}, {"BesideItself", "0,4", n("0.4").DecimalBeside(n("0.4"), 1, ",")},
		{"Integer", "7", calculators.Int(int64(n("7.9").Integer())).String()},
	} {
		if tt.want != tt.got {
			t.Errorf("%s: want %s, got %s", tt.name, tt.want, tt.got)
		}
	}
	for _, digits := range []string{"", "1/3", "0x1", "1e61", "Inf", " 1", "01", strings.Repeat("9", 61)} {
		if _, ok := calculators.ParseExact(digits); ok {
			t.Errorf("%q is read as a number", digits)
		}
	}
}

// TestRun_handedOn: items of an input may be items of a result; what was left out of
// them is nothing the result has to have a field for.
func TestRun_handedOn(t *testing.T) {
	room := field{Name: "name", Title: "Name", Kind: calculators.Text}
	c := calculators.MustNew(calculators.Definition{ID: "rooms", Title: "Rooms",
		Input:  form{{Name: "rooms", Title: "Rooms", Kind: calculators.List, Items: form{room, {Name: "note", Title: "Note", Kind: calculators.Text, Optional: true}}}},
		Result: form{{Name: "rooms", Title: "Rooms", Kind: calculators.List, Items: form{room}}},
		Calculate: func(_ context.Context, in values) (calculators.Finding, error) {
			return calculators.Finding{Result: values{"rooms": in.List("rooms")}, Summary: "N.", Steps: []string{"n"}, Sources: []string{"s"}}, nil
		}})
	out, err := c.Run(t.Context(), json.RawMessage(`{"rooms":[{"name":"a"}]}`))
	if err != nil || string(out.Result) != `{"rooms":[{"name":"a"}]}` {
		t.Errorf("%s %v", out.Result, err)
	}
}

// TestRun_misspelt: a calculation that reads a field the form does not have, or as what
// it does not hold, has no outcome; a field that was left out is none of those.
func TestRun_misspelt(t *testing.T) {
	fields := form{
		{Name: "width", Title: "Width", Kind: calculators.Number, Unit: "m"},
		{Name: "rise", Title: "Rise", Kind: calculators.Number, Unit: "m", Optional: true},
		{Name: "note", Title: "Note", Kind: calculators.Text, Optional: true},
		{Name: "rooms", Title: "Rooms", Kind: calculators.List, Optional: true, Items: form{{Name: "area", Title: "Area", Kind: calculators.Number, Unit: "m²"}}},
	}
	for name, tt := range map[string]struct {
		read func(in values) calculators.Exact
		want string
	}{
		"right":            {func(in values) calculators.Exact { return in.Number("width") }, ""},
		"left out":         {func(in values) calculators.Exact { return in.Number("rise") }, ""},
		"has":              {func(in values) calculators.Exact { in.Has("rise"); return in.Number("width") }, ""},
		"number":           {func(in values) calculators.Exact { return in.Number("widht") }, `no field "widht"; it has note, rise, rooms, width`},
		"text":             {func(in values) calculators.Exact { in.Text("notes"); return in.Number("width") }, `no field "notes"`},
		"switch":           {func(in values) calculators.Exact { in.On("lift"); return in.Number("width") }, `no field "lift"`},
		"list":             {func(in values) calculators.Exact { in.List("room"); return in.Number("width") }, `no field "room"`},
		"asked for":        {func(in values) calculators.Exact { in.Has("raise"); return in.Number("width") }, `no field "raise"`},
		"of an item":       {func(in values) calculators.Exact { return in.List("rooms")[0].Number("aera") }, `no field "aera"; it has area`},
		"of another kind":  {func(in values) calculators.Exact { in.Text("width"); return in.Number("width") }, `"width" is of kind number`},
		"a list as number": {func(in values) calculators.Exact { return in.Number("rooms") }, `"rooms" is of kind array`},
	} {
		t.Run(name, func(t *testing.T) {
			c := calculators.MustNew(calculators.Definition{ID: "misspelt", Title: "Misspelt", Input: fields,
				Result: form{{Name: "n", Title: "N", Kind: calculators.Number}},
				Calculate: func(_ context.Context, in values) (calculators.Finding, error) {
					return calculators.Finding{Result: values{"n": tt.read(in)}, Summary: "N.", Steps: []string{"n"}, Sources: []string{"s"}}, nil
				}})
			_, err := c.Run(t.Context(), json.RawMessage(`{"width":1,"rooms":[{"area":2}]}`))
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, projects.ErrInvalid)):
				t.Errorf("want an error that says %s and is none of the user's, got %v", tt.want, err)
			}
		})
	}
}
