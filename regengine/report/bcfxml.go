package report

import "encoding/xml"

// The files of BCF-XML 3.0, as far as they are written. Members stand in the order of
// buildingSMART's schemas.

type bcfVersion struct {
	XMLName   xml.Name `xml:"Version"`
	VersionID string   `xml:"VersionId,attr"`
}

type bcfProjectInfo struct {
	XMLName xml.Name   `xml:"ProjectInfo"`
	Project bcfProject `xml:"Project"`
}

type bcfProject struct {
	ID   string `xml:"ProjectId,attr"`
	Name string `xml:"Name,omitempty"`
}

type bcfExtensions struct {
	XMLName  xml.Name `xml:"Extensions"`
	Types    []string `xml:"TopicTypes>TopicType"`
	Statuses []string `xml:"TopicStatuses>TopicStatus"`
	Users    []string `xml:"Users>User"`
}

type bcfMarkup struct {
	XMLName xml.Name `xml:"Markup"`
	Topic   bcfTopic `xml:"Topic"`
}

type bcfTopic struct {
	GUID        string         `xml:"Guid,attr"`
	ServerID    string         `xml:"ServerAssignedId,attr,omitempty"`
	Type        string         `xml:"TopicType,attr"`
	Status      string         `xml:"TopicStatus,attr"`
	Links       []string       `xml:"ReferenceLinks>ReferenceLink,omitempty"`
	Title       string         `xml:"Title"`
	Labels      []string       `xml:"Labels>Label,omitempty"`
	Created     string         `xml:"CreationDate"`
	Author      string         `xml:"CreationAuthor"`
	Modified    string         `xml:"ModifiedDate,omitempty"`
	Modifier    string         `xml:"ModifiedAuthor,omitempty"`
	Description string         `xml:"Description"`
	Viewpoints  []bcfViewpoint `xml:"Viewpoints>ViewPoint,omitempty"`
}

type bcfViewpoint struct {
	GUID string `xml:"Guid,attr"`
	File string `xml:"Viewpoint"`
}

type bcfVisualization struct {
	XMLName    xml.Name       `xml:"VisualizationInfo"`
	GUID       string         `xml:"Guid,attr"`
	Selected   []bcfComponent `xml:"Components>Selection>Component"`
	Visibility bcfVisibility  `xml:"Components>Visibility"`
	Camera     bcfCamera      `xml:"OrthogonalCamera"`
}

type bcfComponent struct {
	IfcGUID string `xml:"IfcGuid,attr"`
}

type bcfVisibility struct {
	Default bool `xml:"DefaultVisibility,attr"`
}

// bcfCamera looks at a model. Lengths are metres.
type bcfCamera struct {
	At        bcfVector `xml:"CameraViewPoint"`
	Direction bcfVector `xml:"CameraDirection"`
	Up        bcfVector `xml:"CameraUpVector"`
	Scale     float64   `xml:"ViewToWorldScale"`
	Aspect    float64   `xml:"AspectRatio"`
}

type bcfVector struct{ X, Y, Z float64 }

// fromAbove is the camera of every viewpoint: the schema asks for one, and nothing is
// known of where in the model a part lies. Viewers find it by the selection.
var fromAbove = bcfCamera{At: bcfVector{Z: 100}, Direction: bcfVector{Z: -1}, Up: bcfVector{Y: 1}, Scale: 100, Aspect: 1.5}
