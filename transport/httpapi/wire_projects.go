package httpapi

import (
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// ProjectListResponse lists the organization's projects (SPEC section 4.8).
type ProjectListResponse struct {
	Projects []ProjectItem `json:"projects" nullable:"false" doc:"The organization's projects, newest first."`
	Total    int           `json:"total" minimum:"0" doc:"Number of projects."`
}

// ProjectItem is an item of the project list (SPEC section 2.6).
type ProjectItem struct {
	ProjectID       string `json:"project_id" format:"uuid" doc:"Identifier, to be sent as project_id."`
	Name            string `json:"name" doc:"Name of the project."`
	Description     string `json:"description,omitempty" doc:"Present if the project has one."`
	GeoID           string `json:"geo_id" doc:"Identifier of the project's place."`
	Location        string `json:"location" doc:"Name of the project's place."`
	CollectionCount int    `json:"collection_count" minimum:"0" doc:"Number of selected regulations."`
	FileCount       int    `json:"file_count" minimum:"0" doc:"Number of uploaded documents."`
	IsActive        bool   `json:"is_active" doc:"The user's active project, used when project_id is omitted."`
}

// ProjectInfoResponse is the full context of a project (SPEC section 2.7).
type ProjectInfoResponse struct {
	ProjectID             string                 `json:"project_id" format:"uuid" doc:"The project resolved."`
	Name                  string                 `json:"name" doc:"Name of the project."`
	IsActive              bool                   `json:"is_active" doc:"Whether it is the user's active project."`
	ProjectDescription    string                 `json:"project_description" doc:"Description; empty when the project has none."`
	GeoContext            ProjectGeoContext      `json:"geo_context" doc:"Where the project is."`
	CollectionCount       int                    `json:"collection_count" minimum:"0" doc:"Number of selected regulations."`
	FileCount             int                    `json:"file_count" minimum:"0" doc:"Number of uploaded documents."`
	Files                 []string               `json:"files" nullable:"false" doc:"Names of the uploaded documents."`
	Collections           []Collection           `json:"collections" nullable:"false" doc:"Regulations selected in the project."`
	UnselectedCollections []UnselectedCollection `json:"unselected_collections" nullable:"false" doc:"Regulations available for the territory and not selected: questions cannot find them until they are."`
	GeneratedDocuments    []GeneratedDocument    `json:"generated_documents" nullable:"false" doc:"Latest version of each document the assistant wrote."`
	Memory                []MemoryItem           `json:"memory" nullable:"false" doc:"Site data."`
	Calculations          []CalculationItem      `json:"calculations" nullable:"false" doc:"Saved calculations, newest first."`
	AvailableCalculators  []CalculatorItem       `json:"available_calculators" nullable:"false" doc:"Calculators the user can fill in."`
}

// ProjectGeoContext says where a project is.
type ProjectGeoContext struct {
	GeoID           string  `json:"geo_id" doc:"Identifier of the place."`
	Name            string  `json:"name" doc:"Name of the place; its identifier where the place is not loaded."`
	Level           *string `json:"level" enum:"country,region,province,municipality" doc:"Rank of the place; null where the place is not loaded."`
	Ancestors       string  `json:"ancestors" doc:"The chain above the place as one text, widest first, separated by ' > ' (an array in location detail)." example:"España > Comunidad de Madrid > Madrid"`
	ClimateZone     *string `json:"climate_zone" doc:"Climate zone, or null."`
	TechDataSummary string  `json:"tech_data_summary" doc:"Technical data for people, a datum a line, in the country's language."`
}

// Collection is a regulation selected in a project.
type Collection struct {
	Slug       string  `json:"slug" doc:"Slug of the code."`
	Title      string  `json:"title" doc:"Title of the code."`
	Scope      string  `json:"scope" doc:"The country's word for the scope; Spain: estatal, autonomica, provincial, municipal, supramunicipal, sectorial, europea."`
	ScopeLabel string  `json:"scope_label" doc:"The scope as people read it, such as Estatal or Autonómica."`
	Version    *string `json:"version" doc:"The current version, the only valid answer to which edition applies; null when none is in force."`
}

// UnselectedCollection is a regulation a project could select.
type UnselectedCollection struct {
	Slug  string `json:"slug" doc:"Slug of the code."`
	Title string `json:"title" doc:"Title of the code."`
	Scope string `json:"scope" doc:"The country's word for the scope."`
}

// GeneratedDocument is a document the assistant wrote.
type GeneratedDocument struct {
	Titulo  string `json:"titulo" doc:"Title."`
	Tipo    string `json:"tipo" doc:"Kind of document."`
	Version int    `json:"version" minimum:"1" doc:"Latest version."`
}

// MemoryItem is one datum of the site.
type MemoryItem struct {
	Key    string  `json:"key" doc:"Identifier of the datum."`
	Label  string  `json:"label" doc:"Readable name."`
	Value  string  `json:"value" doc:"The value, always a string."`
	Unit   *string `json:"unit" doc:"Unit, or null when it has none."`
	Source string  `json:"source" doc:"Where the datum came from: user, document or calculation."`
}

// CalculationItem is a saved calculation.
type CalculationItem struct {
	CalculationID string `json:"calculation_id" doc:"Identifier of the saved calculation."`
	CalculatorID  string `json:"calculator_id" doc:"Calculator it was made with."`
	Name          string `json:"name" doc:"Name given to it."`
	Summary       string `json:"summary" doc:"Summary of the result."`
	Compliant     bool   `json:"compliant" doc:"Whether the result is known to meet the regulation: false also for a run without a verdict."`
	Verdict       string `json:"verdict" enum:"compliant,non_compliant,undetermined" doc:"What the run says of the regulation; undetermined where there is nothing to comply with, or where the input does not tell. An extension."`
}

// CalculatorItem is a calculator the user can fill in.
type CalculatorItem struct {
	CalculatorID string `json:"calculator_id" doc:"Identifier of the calculator."`
	Title        string `json:"title" doc:"Title of the calculator."`
}

func projectItem(s projects.Summary) ProjectItem {
	return ProjectItem{
		ProjectID: s.ID, Name: s.Name, Description: s.Description, GeoID: string(s.GeoID), Location: s.Location,
		CollectionCount: s.Collections, FileCount: s.Documents, IsActive: s.Active,
	}
}

func projectInfo(info *projects.Info) ProjectInfoResponse {
	return ProjectInfoResponse{
		ProjectID: info.ID, Name: info.Name, IsActive: info.Active, ProjectDescription: info.Description,
		GeoContext:      projectGeoContext(info),
		CollectionCount: len(info.Selected), FileCount: len(info.Documents),
		Files:       list(info.Documents, func(d projects.Document) string { return d.Name }),
		Collections: list(info.Selected, collection),
		UnselectedCollections: list(info.Unselected, func(c projects.Collection) UnselectedCollection {
			return UnselectedCollection{Slug: c.Slug, Title: c.Title, Scope: c.Scope}
		}),
		GeneratedDocuments: list(info.Generated, func(d projects.GeneratedDocument) GeneratedDocument {
			return GeneratedDocument{Titulo: d.Title, Tipo: d.Type, Version: d.Version}
		}),
		Memory:       list(info.Memory, memoryItem),
		Calculations: list(info.Calculations, calculationItem),
		AvailableCalculators: list(info.Calculators, func(c projects.Calculator) CalculatorItem {
			return CalculatorItem{CalculatorID: c.ID(), Title: c.Title()}
		}),
	}
}

func projectGeoContext(info *projects.Info) ProjectGeoContext {
	g := ProjectGeoContext{
		GeoID: string(info.GeoID), Name: placeName(info), Level: orNull(info.Place.Level.String()),
		Ancestors: chain(info.Ancestors), TechDataSummary: info.TechSummary,
	}
	if info.Place.Tech != nil {
		g.ClimateZone = orNull(info.Place.Tech.ClimateZone)
	}
	return g
}

func placeName(info *projects.Info) string {
	if info.Place.Name == "" {
		return string(info.GeoID)
	}
	return info.Place.Name
}

// chain joins ancestors, nearest first, to one text, widest first.
func chain(ancestors []geo.Place) string {
	words := make([]string, len(ancestors))
	for i, p := range ancestors {
		words[len(ancestors)-1-i] = p.Name
	}
	return strings.Join(words, " > ")
}

func collection(c projects.Collection) Collection {
	return Collection{Slug: c.Slug, Title: c.Title, Scope: c.Scope, ScopeLabel: c.ScopeLabel, Version: orNull(c.Version)}
}

func memoryItem(m projects.MemoryItem) MemoryItem {
	return MemoryItem{Key: m.Key, Label: m.Label, Value: m.Value, Unit: orNull(m.Unit), Source: m.Source}
}

func calculationItem(c projects.Calculation) CalculationItem {
	return CalculationItem{
		CalculationID: c.ID, CalculatorID: c.CalculatorID, Name: c.Name, Summary: c.Summary,
		Compliant: c.Verdict() == projects.Complies, Verdict: string(c.Verdict()),
	}
}
