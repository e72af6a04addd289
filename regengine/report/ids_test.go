package report_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// restriction is the range or the list of an IDS value.
type restriction struct {
	Base   string `xml:"base,attr"`
	Bounds []struct {
		XMLName xml.Name
		Value   string `xml:"value,attr"`
	} `xml:",any"`
}

type value struct {
	Simple      string       `xml:"simpleValue"`
	Restriction *restriction `xml:"http://www.w3.org/2001/XMLSchema restriction"`
}

type property struct {
	DataType    string `xml:"dataType,attr"`
	Cardinality string `xml:"cardinality,attr"`
	Set         value  `xml:"propertySet"`
	Base        value  `xml:"baseName"`
	Name        value  `xml:"name"` // of an attribute
	Value       value  `xml:"value"`
}

// ids is what tests read of an IDS file.
type ids struct {
	XMLName xml.Name `xml:"http://standards.buildingsmart.org/IDS ids"`
	Info    struct {
		Title       string `xml:"title"`
		Description string `xml:"description"`
		Date        string `xml:"date"`
	} `xml:"info"`
	Specifications []struct {
		Name        string `xml:"name,attr"`
		Versions    string `xml:"ifcVersion,attr"`
		Identifier  string `xml:"identifier,attr"`
		Description string `xml:"description,attr"`
		Applies     struct {
			Min    string `xml:"minOccurs,attr"`
			Max    string `xml:"maxOccurs,attr"`
			Entity struct {
				Name value  `xml:"name"`
				Type *value `xml:"predefinedType"`
			} `xml:"entity"`
			Property *property `xml:"property"`
		} `xml:"applicability"`
		Requires struct {
			Attribute *property `xml:"attribute"`
			Property  *property `xml:"property"`
		} `xml:"requirements"`
	} `xml:"specifications>specification"`
}

func required(rows map[string][]verify.RequirementRow) func(report.Wanted) (*verify.Requirements, error) {
	return func(w report.Wanted) (*verify.Requirements, error) {
		found := rows[w.Element+" "+w.Parameter]
		if found == nil {
			return nil, nil
		}
		known := []verify.KnownFact{
			{Label: "piscina", From: verify.KnownAssumed, Values: []verify.FactValue{{Kind: rules.BooleanFact, Texts: []string{"false"}}}},
			{Label: "cota", From: verify.KnownFromProject, Values: []verify.FactValue{{Kind: rules.QuantityFact, Number: "7", Unit: "m"}}},
			{Label: "altitud", From: verify.KnownFromPlace, Values: []verify.FactValue{{Kind: rules.QuantityFact, Number: "600", Unit: "m"}}},
		}
		return &verify.Requirements{Parameter: verify.Understood{Label: w.Parameter}, Rows: found, Known: known}, nil
	}
}

// holding is a requirement that holds and governs.
func holding(op rules.Op, limit string) verify.RequirementRow {
	return verify.RequirementRow{ID: "norma/2020#r", State: verify.RowHolds, Governs: true, Op: op, Limit: limit, Direction: op.Direction(), Element: "pieza", Ref: codes.VersionRef{Code: "norma", Version: "2020"}}
}

func writtenIDS(t *testing.T, rows map[string][]verify.RequirementRow) ids {
	t.Helper()
	r := project(t)
	r.Required = required(rows)
	text := written(t, report.WriteIDS, r)
	var got ids
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return got
}

// TestWriteIDS: a requirement becomes the range of a property, in SI, of the parts it is
// about. What the standard asks of a file is held against its text: the elements, their
// order where there is a choice, and the values of attributes.
func TestWriteIDS(t *testing.T) {
	between := holding(rules.Between, "")
	between.Min, between.Max = "0.13", "0.175"
	got := writtenIDS(t, map[string][]verify.RequirementRow{
		"stair riser_height": {between}, "ramp slope": {holding(rules.AtMost, "0.08")}, "barrier height": {holding(rules.AtLeast, "1.1")},
		"door width": {holding(rules.AtLeast, "0.8")}, "wall u_value": {holding(rules.AtMost, "0.41")}, "stair step_count": {holding(rules.Greater, "2")},
	})
	if len(got.Specifications) != 6 || got.Info.Title == "" || got.Info.Date != "2026-11-28" {
		t.Fatalf("%+v", got)
	}
	want := map[string]string{ // by entity and property: the type, the base, the bounds
		"IFCSTAIRFLIGHT Pset_StairFlightCommon.RiserHeight":   "IFCPOSITIVELENGTHMEASURE xs:double minInclusive=0.13 maxInclusive=0.175",
		"IFCRAMPFLIGHT Pset_RampFlightCommon.Slope":           "IFCPLANEANGLEMEASURE xs:double maxInclusive=0.079829986",
		"IFCRAILING Pset_RailingCommon.Height":                "IFCPOSITIVELENGTHMEASURE xs:double minInclusive=1.1",
		"IFCDOOR .OverallWidth":                               " xs:double minInclusive=0.8",
		"IFCWALL Pset_WallCommon.ThermalTransmittance":        "IFCTHERMALTRANSMITTANCEMEASURE xs:double maxInclusive=0.41",
		"IFCSTAIRFLIGHT Pset_StairFlightCommon.NumberOfRiser": "IFCCOUNTMEASURE xs:integer minExclusive=2",
	}
	for _, s := range got.Specifications {
		p := s.Requires.Property
		if s.Requires.Attribute != nil {
			p = s.Requires.Attribute
		}
		name := s.Applies.Entity.Name.Simple + " " + p.Set.Simple + "." + p.Base.Simple + p.Name.Simple
		told := p.DataType + " " + p.Value.Restriction.Base
		for _, b := range p.Value.Restriction.Bounds {
			told += " " + b.XMLName.Local + "=" + b.Value
		}
		if told != want[name] {
			t.Errorf("%s: want %q, got %q", name, want[name], told)
		}
		if s.Versions != "IFC4 IFC4X3_ADD2" || s.Identifier != "norma/2020#r" || p.Cardinality != "required" || s.Applies.Min != "0" || s.Applies.Max != "unbounded" ||
			s.Description != "norma/2020. Se da por supuesto: piscina: no. Del proyecto: cota: 7 m" {
			t.Errorf("%s: %+v", name, s)
		}
		switch s.Applies.Entity.Name.Simple {
		case "IFCRAILING":
			if s.Applies.Entity.Type == nil || len(s.Applies.Entity.Type.Restriction.Bounds) != 2 {
				t.Errorf("a barrier is not told from a handrail: %+v", s.Applies)
			}
		case "IFCWALL":
			if of := s.Applies.Property; of == nil || of.Base.Simple != "IsExternal" || of.Value.Simple != "true" {
				t.Errorf("an outer wall is not told from a partition: %+v", s.Applies)
			}
		}
	}
}

// TestWriteIDS_left: what a model cannot carry is left out and listed, what does not
// apply or is not the strictest is not even that.
func TestWriteIDS_left(t *testing.T) {
	open, formula, other, wide := holding(rules.AtLeast, "0.9"), holding(rules.AtLeast, ""), holding(rules.AtLeast, "1"), holding(rules.AtMost, "1.2")
	open.State, open.Case, open.When = verify.RowDepends, "desnivel hasta 6 m", []verify.CaseCondition{{ID: "drop_height"}}
	formula.Formula, formula.Case = "P/200", "de más de 100 personas"
	other.State, other.Case = verify.RowExcluded, "excluida"
	weaker := holding(rules.AtLeast, "0.5")
	weaker.Governs, weaker.Case = false, "floja"
	wide.Case = "como mucho"
	got := writtenIDS(t, map[string][]verify.RequirementRow{"barrier height": {holding(rules.AtLeast, "1.1"), open, other, weaker}, "door width": {formula, wide}})
	if len(got.Specifications) != 1 {
		t.Errorf("%d specifications, want that of 1.1", len(got.Specifications))
	}
	for text, listed := range map[string]bool{"desnivel hasta 6 m: depende": true, "de más de 100 personas: el límite se calcula": true, "como mucho: la propiedad": true, "excluida": false, "floja": false} {
		if strings.Contains(got.Info.Description, text) != listed {
			t.Errorf("%q listed: want %v in\n%s", text, listed, got.Info.Description)
		}
	}
	r := project(t)
	r.Required = required(map[string][]verify.RequirementRow{"barrier height": {open}})
	if err := report.WriteIDS(io.Discard, r); !errors.Is(err, report.ErrNothingRequired) {
		t.Errorf("nothing that can be carried: want ErrNothingRequired, got %v", err)
	}
	r.Required = nil
	if err := report.WriteIDS(io.Discard, r); !errors.Is(err, report.ErrNothingRequired) {
		t.Errorf("of a batch: want ErrNothingRequired, got %v", err)
	}
}

// TestCarriers: every line of ifc.tsv can stand in an IDS file, and says where the
// property is laid down.
func TestCarriers(t *testing.T) {
	upper := regexp.MustCompile(`^[A-Z]+$`)
	seen := make(map[string]bool)
	for line := range strings.Lines(readFile(t, "ifc.tsv")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 12 || !upper.MatchString(f[4]) || !upper.MatchString(f[10]) || f[9] == "" || f[11] == "" || f[8] != "attribute" && !strings.HasPrefix(f[8], "Pset_") {
			t.Errorf("line: %q", f)
		}
		if seen[f[0]+" "+f[1]] {
			t.Errorf("%s %s stands twice", f[0], f[1])
		}
		seen[f[0]+" "+f[1]] = true
	}
}
