package httpapi

import (
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
)

// AskAnswer is a finished turn (SPEC section 4.10).
type AskAnswer struct {
	Answer     string      `json:"answer" doc:"The answer, each claim followed by the marker [N] of its source."`
	Form       string      `json:"form" enum:"answer,possible,not_found,drafted,notice" doc:"What kind of answer it is. Without a language model: answer (sure), possible (passages that may answer), not_found. drafted: in a model's words. notice: nothing is selected, or the turn was broken off. An extension."`
	Query      string      `json:"query" doc:"The question as sent. An extension."`
	Sources    []AskSource `json:"sources" nullable:"false" doc:"The blocks behind the markers; each was retrieved in this turn."`
	Project    AskProject  `json:"project" doc:"The project the question was answered in."`
	Iterations int         `json:"iterations" minimum:"0" maximum:"6" doc:"Reasoning rounds used; 0 when the project has nothing selected."`
	Searches   int         `json:"searches" minimum:"0" maximum:"6" doc:"Regulatory searches run."`
}

// AskSource is the block behind a marker (SPEC section 2.8).
type AskSource struct {
	Index         int     `json:"index" minimum:"1" doc:"The N of the marker [N]."`
	CitationType  string  `json:"citation_type" enum:"article,document,collection,user_document" doc:"What is cited."`
	DocumentTitle string  `json:"document_title" doc:"Title of the regulatory document."`
	SectionTitle  *string `json:"section_title" doc:"Title of the section, or null."`
	BlockTitle    *string `json:"block_title" doc:"Title of the block or article, or null when it has none."`
	URL           string  `json:"url,omitempty" format:"uri-reference" doc:"Link to the section on the service's reading page; absent for user_document, which is private."`
	URLValid      bool    `json:"url_valid" doc:"True if version, section and anchor existed when the answer was built."`
	BlockID       string  `json:"block_id" format:"uuid" doc:"Identifier of the retrieved block."`
}

// AskProject is the project a question was answered in.
type AskProject struct {
	ProjectID string `json:"project_id" format:"uuid" doc:"Identifier of the project."`
	GeoID     string `json:"geo_id" doc:"Identifier of its place."`
	Location  string `json:"location" doc:"Name of its place."`
}

// LegacyAskResponse is what the frozen first version answers (DECISIONS 16).
type LegacyAskResponse struct {
	Answer     string            `json:"answer" doc:"The answer with [N] markers."`
	Sources    []LegacyAskSource `json:"sources" nullable:"false" doc:"The blocks behind the markers."`
	GeoContext LegacyGeoContext  `json:"geo_context" doc:"Where the active project is."`
}

// LegacyAskSource is a source as the first version has it.
type LegacyAskSource struct {
	Index           int     `json:"index" doc:"The N of the marker [N]."`
	DocumentTitle   string  `json:"document_title" doc:"Title of the document."`
	SectionTitle    *string `json:"section_title" doc:"Title of the section, or null."`
	URL             string  `json:"url,omitempty" doc:"Link to the section."`
	CodeSlug        *string `json:"code_slug" doc:"Slug of the code; null for a document of the user."`
	Version         *string `json:"version" doc:"Slug of the version; null for a document of the user."`
	SimilarityScore float64 `json:"similarity_score" doc:"Comparable within one answer only."`
}

// LegacyGeoContext is the place as the first version has it.
type LegacyGeoContext struct {
	GeoID       string  `json:"geo_id" doc:"Identifier of the place."`
	Name        string  `json:"name" doc:"Name of the place."`
	ClimateZone *string `json:"climate_zone" doc:"Climate zone, or null."`
}

// TurnResponse tells how a turn stands (DECISIONS 17).
type TurnResponse struct {
	TurnID   string      `json:"turn_id" format:"uuid" doc:"The id that X-Turn-Id gave."`
	Status   string      `json:"status" enum:"in_progress,answered,failed,interrupted" doc:"failed and interrupted: the credit was given back. interrupted: the service ended before the turn did."`
	Detail   string      `json:"detail" doc:"The same as a sentence, in English."`
	Credits  int64       `json:"credits" minimum:"0" doc:"Credits charged for the turn: 0 unless answered."`
	Response *TurnAnswer `json:"response" doc:"What POST /api/v2/ask answered; null unless answered."`
}

// TurnListResponse lists turns.
type TurnListResponse struct {
	Turns []TurnItem `json:"turns" nullable:"false" doc:"Answered turns of the user, the newest first, at most 100."`
	Total int        `json:"total" minimum:"0" doc:"Number of turns."`
}

// TurnItem is an answered turn without its answer.
type TurnItem struct {
	TurnID    string    `json:"turn_id" format:"uuid" doc:"Identifier of the turn: GET /api/v2/ask/{turn_id} has its answer."`
	Query     string    `json:"query" doc:"The question as sent."`
	Form      string    `json:"form" enum:"answer,possible,not_found,drafted,notice" doc:"What kind of answer it got."`
	ProjectID string    `json:"project_id" format:"uuid" doc:"The project it was asked in."`
	CreatedAt time.Time `json:"created_at" format:"date-time" doc:"When it was asked."`
}

// RoundEvent says that a round of a turn begins.
type RoundEvent struct {
	Round int `json:"round" minimum:"1" doc:"The round, from 1."`
}

// ReadingEvent says what came of reading the sentences of a draft a second time.
type ReadingEvent struct {
	Round     int `json:"round" minimum:"1"`
	Sentences int `json:"sentences" minimum:"1" doc:"That were to be read."`
	Read      int `json:"read" minimum:"0" doc:"Of which a reading came back; 0 where none came, and the wording stays unchecked."`
	Stand     int `json:"stand" minimum:"0" doc:"That may stay by it."`
}

// SearchEvent says that something was looked for in a turn.
type SearchEvent struct {
	Round int    `json:"round" minimum:"1" doc:"The round, from 1."`
	Tool  string `json:"tool" doc:"What was looked through, such as search_regulations."`
	Text  string `json:"text" doc:"What was looked for."`
	Found int    `json:"found" minimum:"0" doc:"Passages it brought."`
}

// TokenEvent is a piece of a finished answer.
type TokenEvent struct {
	Text string `json:"text" doc:"The piece; the pieces in order begin the answer."`
}

// TurnAnswer is an AskAnswer that may be null.
type TurnAnswer struct {
	_ struct{} `nullable:"true"`
	AskAnswer
}

func (a *API) askResponse(question ask.Question, answer *ask.Answer) AskAnswer {
	info := question.Project
	return AskAnswer{
		Query: question.Text, Answer: answer.Text, Sources: list(answer.Sources, a.askSource),
		Project: AskProject{ProjectID: info.ID, GeoID: string(info.GeoID), Location: placeName(info)},
		Form:    string(answer.Form), Iterations: answer.Iterations, Searches: answer.Searches,
	}
}

func (a *API) askSource(s ask.Source) AskSource {
	return AskSource{
		Index: s.Index, CitationType: string(s.Type), DocumentTitle: s.DocumentTitle,
		SectionTitle: orNull(s.SectionTitle), BlockTitle: orNull(s.BlockTitle),
		URL: a.sourceURL(s), URLValid: s.Resolved, BlockID: s.BlockID,
	}
}

// sourceURL links a source to its section on the reading page, or returns ""
// for what has no public page.
func (a *API) sourceURL(s ask.Source) string {
	if s.Type == ask.CiteUserDocument || s.Code == "" {
		return ""
	}
	return sectionURL(a.opts.BaseURL, codes.VersionRef{Code: s.Code, Version: s.Version}, s.Section)
}

func (a *API) legacyAskResponse(info *projects.Info, answer *ask.Answer) LegacyAskResponse {
	r := LegacyAskResponse{
		Answer: answer.Text, Sources: list(answer.Sources, a.legacyAskSource),
		GeoContext: LegacyGeoContext{GeoID: string(info.GeoID), Name: placeName(info)},
	}
	if info.Place.Tech != nil {
		r.GeoContext.ClimateZone = orNull(info.Place.Tech.ClimateZone)
	}
	return r
}

func (a *API) legacyAskSource(s ask.Source) LegacyAskSource {
	return LegacyAskSource{
		Index: s.Index, DocumentTitle: s.DocumentTitle, SectionTitle: orNull(s.SectionTitle), URL: a.sourceURL(s),
		CodeSlug: orNull(s.Code), Version: orNull(s.Version), SimilarityScore: s.Score,
	}
}
