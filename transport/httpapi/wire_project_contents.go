package httpapi

import (
	"encoding/json"
	"time"

	"github.com/reglookup/regengine/projects"
)

// CollectionsResponse lists the regulations of a project, selected and not.
type CollectionsResponse struct {
	Collections           []Collection           `json:"collections" nullable:"false" doc:"Regulations selected in the project, in order of selection."`
	UnselectedCollections []UnselectedCollection `json:"unselected_collections" nullable:"false" doc:"Regulations available for the place and not selected."`
}

// DocumentItem is what is known of an uploaded file.
type DocumentItem struct {
	DocumentID string    `json:"document_id" format:"uuid" doc:"Identifier of the document."`
	Name       string    `json:"name" doc:"File name."`
	MediaType  string    `json:"media_type" doc:"What the file is, told from its bytes and its name."`
	Size       int64     `json:"size" minimum:"0" doc:"Bytes of the file."`
	SHA256     *string   `json:"sha256" doc:"SHA-256 of the file in hexadecimal, or null when it is not known."`
	Pages      *int      `json:"pages" doc:"Pages, or null where the format has none."`
	Blocks     int       `json:"blocks" minimum:"0" doc:"Passages the document can be searched by."`
	CreatedAt  time.Time `json:"created_at" format:"date-time" doc:"When it was uploaded."`
}

// DocumentListResponse lists the documents of a project.
type DocumentListResponse struct {
	Documents []DocumentItem `json:"documents" nullable:"false" doc:"The documents, by name."`
	Total     int            `json:"total" minimum:"0" doc:"Number of documents."`
}

// UploadedDocument is a document as it was just stored.
type UploadedDocument struct {
	DocumentItem
	Warnings []string `json:"warnings" nullable:"false" doc:"What of the file is not in its text, such as pictures and hidden characters, and whether it took the place of another."`
}

// UploadResponse lists the documents of an upload.
type UploadResponse struct {
	Documents []UploadedDocument `json:"documents" nullable:"false" doc:"What was stored, in the order sent."`
}

// MemoryListResponse lists the site data of a project.
type MemoryListResponse struct {
	Memory []MemoryItem `json:"memory" nullable:"false" doc:"The data, by key."`
	Total  int          `json:"total" minimum:"0" doc:"Number of data."`
}

// Calculation is a saved run of a calculator with what went in and what came out.
type Calculation struct {
	CalculationItem
	Input     json.RawMessage `json:"input" doc:"What the calculator was given, as sent."`
	Result    json.RawMessage `json:"result" doc:"What it found."`
	Steps     []string        `json:"steps" nullable:"false" doc:"How the result came about."`
	Sources   []string        `json:"sources" nullable:"false" doc:"Norm and clause the steps rest on."`
	CreatedAt time.Time       `json:"created_at" format:"date-time" doc:"When it was run."`
}

// CalculationListResponse lists the saved calculations of a project.
type CalculationListResponse struct {
	Calculations []Calculation `json:"calculations" nullable:"false" doc:"The runs, newest first."`
	Total        int           `json:"total" minimum:"0" doc:"Number of runs."`
}

// GeneratedItem is one version of a generated document, without its text.
type GeneratedItem struct {
	DocumentID string `json:"document_id" format:"uuid" doc:"Identifier of the document, the same for every version."`
	GeneratedDocument
	CreatedAt time.Time `json:"created_at" format:"date-time" doc:"When this version was stored."`
}

// GeneratedVersion is one version of a generated document with its text.
type GeneratedVersion struct {
	GeneratedItem
	Content string `json:"content" doc:"The text, in Markdown."`
}

// GeneratedListResponse lists the generated documents of a project.
type GeneratedListResponse struct {
	GeneratedDocuments []GeneratedItem `json:"generated_documents" nullable:"false" doc:"The latest version of each, by title."`
	Total              int             `json:"total" minimum:"0" doc:"Number of documents."`
}

// GeneratedVersionsResponse lists the versions of a generated document.
type GeneratedVersionsResponse struct {
	Versions []GeneratedItem `json:"versions" nullable:"false" doc:"Every version, newest first."`
	Total    int             `json:"total" minimum:"0" doc:"Number of versions."`
}

func documentItem(d projects.Document) DocumentItem {
	item := DocumentItem{
		DocumentID: d.ID, Name: d.Name, MediaType: d.MediaType, Size: d.Size, SHA256: orNull(d.SHA256), Blocks: d.Blocks, CreatedAt: d.CreatedAt.UTC(),
	}
	if d.Pages > 0 {
		item.Pages = &d.Pages
	}
	return item
}

func calculation(c projects.Calculation) Calculation {
	same := func(line string) string { return line }
	return Calculation{
		CalculationItem: calculationItem(c), Input: jsonOrNull(c.Input), Result: jsonOrNull(c.Result),
		Steps: list(c.Steps, same), Sources: list(c.Sources, same), CreatedAt: c.CreatedAt.UTC(),
	}
}

// jsonOrNull returns JSON that a database may not have.
func jsonOrNull(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return json.RawMessage("null")
	}
	return text
}

func generatedItem(d projects.GeneratedDocument) GeneratedItem {
	return GeneratedItem{DocumentID: d.ID, GeneratedDocument: GeneratedDocument{Titulo: d.Title, Tipo: d.Type, Version: d.Version}, CreatedAt: d.CreatedAt.UTC()}
}

func generatedVersionOf(d projects.GeneratedDocument) GeneratedVersion {
	return GeneratedVersion{GeneratedItem: generatedItem(d), Content: d.Content}
}
