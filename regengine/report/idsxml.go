package report

import "encoding/xml"

// The parts of an IDS 1.0 file, as far as they are written. Members stand in the order of
// buildingSMART's schema.

const idsNamespace = "http://standards.buildingsmart.org/IDS"

type idsFile struct {
	XMLName        xml.Name           `xml:"ids"`
	Namespace      string             `xml:"xmlns,attr"`
	XS             string             `xml:"xmlns:xs,attr"`
	XSI            string             `xml:"xmlns:xsi,attr"`
	Location       string             `xml:"xsi:schemaLocation,attr"`
	Info           idsInfo            `xml:"info"`
	Specifications []idsSpecification `xml:"specifications>specification"`
}

type idsInfo struct {
	Title       string `xml:"title"`
	Description string `xml:"description,omitempty"`
	Date        string `xml:"date,omitempty"`
}

type idsSpecification struct {
	Name        string           `xml:"name,attr"`
	Versions    string           `xml:"ifcVersion,attr"`
	Identifier  string           `xml:"identifier,attr"`
	Description string           `xml:"description,attr,omitempty"`
	Applies     idsApplicability `xml:"applicability"`
	Requires    idsRequirements  `xml:"requirements"`
}

type idsApplicability struct {
	Min      string       `xml:"minOccurs,attr"`
	Max      string       `xml:"maxOccurs,attr"`
	Entity   idsEntity    `xml:"entity"`
	Property *idsProperty `xml:"property"`
}

type idsEntity struct {
	Name idsValue  `xml:"name"`
	Type *idsValue `xml:"predefinedType"`
}

type idsRequirements struct {
	Attribute *idsAttribute `xml:"attribute"`
	Property  *idsProperty  `xml:"property"`
}

type idsAttribute struct {
	Cardinality  string    `xml:"cardinality,attr,omitempty"`
	Instructions string    `xml:"instructions,attr,omitempty"`
	Name         idsValue  `xml:"name"`
	Value        *idsValue `xml:"value"`
}

type idsProperty struct {
	DataType     string    `xml:"dataType,attr"`
	Cardinality  string    `xml:"cardinality,attr,omitempty"`
	Instructions string    `xml:"instructions,attr,omitempty"`
	Set          idsValue  `xml:"propertySet"`
	Name         idsValue  `xml:"baseName"`
	Value        *idsValue `xml:"value"`
}

// idsValue is a text, or what a value must keep.
type idsValue struct {
	Simple      string          `xml:"simpleValue,omitempty"`
	Restriction *idsRestriction `xml:"xs:restriction"`
}

type idsRestriction struct {
	Base         string     `xml:"base,attr"`
	Enumeration  []idsFacet `xml:"xs:enumeration"`
	MinInclusive *idsFacet  `xml:"xs:minInclusive"`
	MinExclusive *idsFacet  `xml:"xs:minExclusive"`
	MaxInclusive *idsFacet  `xml:"xs:maxInclusive"`
	MaxExclusive *idsFacet  `xml:"xs:maxExclusive"`
}

type idsFacet struct {
	Value string `xml:"value,attr"`
}
