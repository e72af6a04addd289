package httpapi

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/regengine/webhooks"
)

// Webhook is an address that is told what happens to a project.
type Webhook struct {
	WebhookID string          `json:"webhook_id" format:"uuid" doc:"Identifier of the webhook."`
	URL       string          `json:"url" doc:"Where messages are sent."`
	Events    []string        `json:"events" nullable:"false" enum:"checks.flipped,edition.in_force" doc:"What it is told."`
	CreatedAt time.Time       `json:"created_at" format:"date-time" doc:"When it was made."`
	Last      *WebhookOutcome `json:"last" doc:"What came of the newest message; null before there was one."`
}

// TransformSchema implements [huma.SchemaTransformer]: what came of a message may be null
// here, and is not where a message was sent.
func (Webhook) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	of := s.Properties["last"]
	s.Properties["last"] = &huma.Schema{Description: of.Description, AnyOf: []*huma.Schema{{Ref: of.Ref}, {Type: "null"}}}
	return s
}

// WebhookOutcome is what came of sending a message.
type WebhookOutcome struct {
	Event     string     `json:"event" enum:"checks.flipped,edition.in_force,test" doc:"What the message told."`
	At        time.Time  `json:"at" format:"date-time" doc:"When it was tried last."`
	Delivered bool       `json:"delivered" doc:"Whether it was taken."`
	Status    *int       `json:"status" nullable:"true" doc:"The HTTP status of the answer; null where none came."`
	Error     *string    `json:"error" nullable:"true" doc:"What went wrong, or null."`
	Tries     int        `json:"tries" minimum:"1" doc:"Tries so far."`
	NextTryAt *time.Time `json:"next_try_at" nullable:"true" format:"date-time" doc:"When it is tried again; null for never."`
}

// NewWebhook is a webhook that was just made.
type NewWebhook struct {
	Webhook
	Secret string `json:"secret" doc:"What messages are signed with; it is told only here."`
}

// WebhookListResponse lists the webhooks of a project.
type WebhookListResponse struct {
	Webhooks []Webhook `json:"webhooks" nullable:"false" doc:"The webhooks, oldest first."`
	Total    int       `json:"total" minimum:"0" doc:"Webhooks in all."`
}

// ShowWebhook writes a webhook as the API answers it.
func ShowWebhook(h webhooks.Hook) Webhook {
	out := Webhook{
		WebhookID: h.ID, URL: h.URL, CreatedAt: h.CreatedAt.UTC(),
		Events: list(h.Events, func(e webhooks.Event) string { return string(e) }),
	}
	if h.Last.Tries > 0 {
		last := ShowWebhookOutcome(h.Last)
		out.Last = &last
	}
	return out
}

// ShowWebhookOutcome writes what came of a message likewise.
func ShowWebhookOutcome(o webhooks.Outcome) WebhookOutcome {
	out := WebhookOutcome{Event: string(o.Event), At: o.At.UTC(), Delivered: o.Problem == "", Error: orNull(o.Problem), Tries: o.Tries}
	if o.Status != 0 {
		out.Status = &o.Status
	}
	if !o.Again.IsZero() {
		again := o.Again.UTC()
		out.NextTryAt = &again
	}
	return out
}

// EditionsInForce is the data of a message that editions came into force.
type EditionsInForce struct {
	ProjectID string           `json:"project_id" format:"uuid" doc:"Identifier of the project."`
	GeoID     string           `json:"geo_id" doc:"Identifier of the project's place."`
	On        string           `json:"on" format:"date" doc:"The day of which they were found."`
	Editions  []EditionInForce `json:"editions" nullable:"false" doc:"What came into force."`
}

// EditionInForce is one of them.
type EditionInForce struct {
	CodeSlug  string  `json:"code_slug" doc:"Slug of the code."`
	CodeTitle string  `json:"code_title" doc:"Title of the code."`
	Version   string  `json:"version" doc:"Slug of the version."`
	Title     string  `json:"title" doc:"Title of the version."`
	Since     string  `json:"since" format:"date" doc:"Its first day in force."`
	URL       *string `json:"url" nullable:"true" doc:"Its reading page; null where its text is not hosted."`
}

// FlippedChecks is the data of a message that saved checks flip: against what was kept
// with them, or what the message before told.
type FlippedChecks struct {
	ProjectID string         `json:"project_id" format:"uuid" doc:"Identifier of the project."`
	Decided   int            `json:"decided" minimum:"0" doc:"Checks that were decided."`
	Total     int            `json:"total" minimum:"0" doc:"Checks that flip."`
	Flipped   []FlippedCheck `json:"flipped" nullable:"false" doc:"Those checks, at most 200."`
}
