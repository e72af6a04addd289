package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// ErrNothingRequired says that nothing is required of a project that a property of a
// model can carry: an IDS file without a specification is none.
var ErrNothingRequired = errors.New("report: no requirement that a model can carry")

// WriteIDS writes what is required, as far as a property of an IFC model can carry it, as
// an IDS 1.0 file (buildingSMART). The table of properties is ifc.tsv. A requirement is
// written when it holds whatever nobody said of the project and governs among its like;
// the description of the file lists those of the table that are left out, and why. Values
// are in SI. ErrNothingRequired.
func WriteIDS(w io.Writer, r *Report) error {
	b := idsBuilder{}
	b.words, _ = wordsIn(r.Language)
	if r.Required == nil {
		return ErrNothingRequired
	}
	for _, c := range carriers() {
		found, err := r.Required(c.Wanted)
		if err != nil {
			return err
		}
		if found != nil {
			b.add(&c, found)
		}
	}
	if len(b.specs) == 0 {
		return ErrNothingRequired
	}
	file := newIDS(r, b)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(w)
	out.Indent("", "  ")
	if err := out.Encode(file); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type idsBuilder struct {
	words words
	specs []idsSpecification
	left  []string // what is left out, and why
}

// add writes the requirements that a property can carry, and notes those it cannot.
func (b *idsBuilder) add(c *carrier, found *verify.Requirements) {
	for i := range found.Rows {
		row := &found.Rows[i]
		if row.State == verify.RowExcluded || row.State == verify.RowHolds && !row.Governs {
			continue
		}
		spec := b.specification(c, found, row)
		if reason := c.cannot(row, b.words); reason != "" {
			note := strings.Join(filled([]string{spec.Name, row.Case}), ", ") + ": " + reason
			if !slices.Contains(b.left, note) {
				b.left = append(b.left, note)
			}
			continue
		}
		b.specs = append(b.specs, spec)
	}
}

// cannot says why a property cannot carry a requirement; "" where it can.
func (c *carrier) cannot(row *verify.RequirementRow, w words) string {
	switch {
	case row.Formula != "":
		return w["ids.formula"]
	case row.Limit == "" && row.Min == "":
		return w["ids.no_number"]
	case row.State != verify.RowHolds || len(row.When) > 0:
		return w["ids.depends"]
	case c.bounds != anyBound && string(row.Direction) != c.bounds:
		return w["ids.bound"]
	}
	return ""
}

func (b *idsBuilder) specification(c *carrier, found *verify.Requirements, row *verify.RequirementRow) idsSpecification {
	spec := idsSpecification{
		Name:       strings.Join(filled([]string{row.Element, found.Parameter.Label}), ": "),
		Versions:   "IFC4 IFC4X3_ADD2",
		Identifier: row.ID,
		Applies: idsApplicability{
			Min: "0", Max: "unbounded",
			Entity: idsEntity{Name: idsValue{Simple: c.entity}},
		},
		Description: b.describe(found, row),
	}
	if len(c.predefined) > 0 {
		spec.Applies.Entity.Type = &idsValue{Restriction: oneOf(c.predefined)}
	}
	if of := c.where; of != nil {
		spec.Applies.Property = &idsProperty{DataType: "IFCBOOLEAN", Set: idsValue{Simple: of.set}, Name: idsValue{Simple: of.name}, Value: &idsValue{Simple: of.value}}
	}
	value := &idsValue{Restriction: c.bounded(row)}
	if c.set == attributeSet {
		spec.Requires.Attribute = &idsAttribute{Cardinality: "required", Instructions: c.source, Name: idsValue{Simple: c.name}, Value: value}
	} else {
		spec.Requires.Property = &idsProperty{DataType: c.dataType, Cardinality: "required", Instructions: c.source, Set: idsValue{Simple: c.set}, Name: idsValue{Simple: c.name}, Value: value}
	}
	return spec
}

// describe tells where a requirement stands, and what it was chosen by.
func (b *idsBuilder) describe(found *verify.Requirements, row *verify.RequirementRow) string {
	parts := []string{row.Ref.String(), row.Cite, row.Case}
	for _, known := range found.Known {
		if key, told := knownKeys[known.From]; told {
			parts = append(parts, b.words.text(key, known.Label+": "+b.words.factText(known.Values)))
		}
	}
	parts = append(parts, row.Conditions...)
	return strings.Join(filled(parts), ". ")
}

// knownKeys are the texts for what a requirement was chosen by that is not the
// regulation's own.
var knownKeys = map[verify.KnownFrom]string{verify.KnownAssumed: "ids.assumed", verify.KnownFromProject: "ids.of_project", verify.KnownFromGiven: "ids.given"}

func (w words) factText(values []verify.FactValue) string {
	texts := make([]string, len(values))
	for i, v := range values {
		text := strings.TrimSpace(strings.Join(v.Texts, ", ") + v.Number + " " + v.Unit)
		texts[i] = map[string]string{"true": w["yes"], "false": w["no"]}[text]
		if v.Kind != rules.BooleanFact {
			texts[i] = text
		}
	}
	return strings.Join(texts, ", ")
}

// idsAngle is the type of a property that holds in radians what rules give as a rise over
// a run.
const idsAngle = "IFCPLANEANGLEMEASURE"

// bounded is the range that a value has to be in.
func (c *carrier) bounded(row *verify.RequirementRow) *idsRestriction {
	r := &idsRestriction{Base: "xs:double"}
	if c.dataType == "IFCCOUNTMEASURE" {
		r.Base = "xs:integer"
	}
	at := func(digits string) *idsFacet {
		if c.dataType == idsAngle {
			digits = radians(digits)
		}
		return &idsFacet{digits}
	}
	switch row.Op {
	case rules.Between:
		r.MinInclusive, r.MaxInclusive = at(row.Min), at(row.Max)
	case rules.Less:
		r.MaxExclusive = at(row.Limit)
	case rules.AtMost:
		r.MaxInclusive = at(row.Limit)
	case rules.Greater:
		r.MinExclusive = at(row.Limit)
	case rules.AtLeast:
		r.MinInclusive = at(row.Limit)
	default:
		r.MinInclusive, r.MaxInclusive = at(row.Limit), at(row.Limit)
	}
	return r
}

// radians is the angle of a rise over a run, to a precision beyond that of models.
func radians(ratio string) string {
	n, err := strconv.ParseFloat(ratio, 64)
	if err != nil {
		return ratio
	}
	return strconv.FormatFloat(math.Atan(n), 'f', 9, 64)
}

func oneOf(values []string) *idsRestriction {
	r := &idsRestriction{Base: "xs:string"}
	for _, v := range values {
		r.Enumeration = append(r.Enumeration, idsFacet{v})
	}
	return r
}

func newIDS(r *Report, b idsBuilder) *idsFile {
	title := b.words["ids.title"]
	description := []string{b.words["ids.note"]}
	if r.Project != nil {
		title += ": " + written(r.Project.Name)
		description = append(description, r.Project.Place)
	}
	if r.Engine != "" {
		description = append(description, r.Engine)
	}
	if len(b.left) > 0 {
		description = append(description, fmt.Sprintf("%s\n- %s", b.words["ids.left_out"], strings.Join(b.left, "\n- ")))
	}
	return &idsFile{
		Namespace: idsNamespace, XS: "http://www.w3.org/2001/XMLSchema", XSI: "http://www.w3.org/2001/XMLSchema-instance",
		Location: idsNamespace + " " + idsNamespace + "/1.0/ids.xsd",
		Info:     idsInfo{Title: title, Description: strings.Join(description, "\n"), Date: r.On.String()}, Specifications: b.specs,
	}
}
