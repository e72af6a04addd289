package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/regengine/webhooks"
)

// documentWebhooks says in the document what is sent to webhooks.
func documentWebhooks(doc *huma.OpenAPI) {
	doc.Webhooks = map[string]*huma.PathItem{}
	for _, w := range []struct {
		event         webhooks.Event
		id, summary   string
		description   string
		data, example any
	}{
		{
			webhooks.EditionInForce, "editionInForce", "Editions came into force",
			"Sent when an edition is in force at the project's place that was not the last time anybody looked.",
			EditionsInForce{}, EditionsInForce{
				exampleProject, "ES-28079", "2022-06-16",
				[]EditionInForce{{"cte-db-sua", "DB-SUA", "2022", "DB-SUA (junio de 2022)", "2022-06-16", nil}},
			},
		},
		{
			webhooks.ChecksFlipped, "checksFlipped", "Saved checks come to another verdict",
			"Sent when saved checks of the project, decided by the law of the day, come to another verdict than is kept with them, and again when that is taken back.",
			FlippedChecks{}, FlippedChecks{exampleProject, 12, 0, []FlippedCheck{}},
		},
		{
			webhooks.Test, "webhookTest", "A message for a try", "Sent when somebody asks for it, to one webhook.",
			webhooks.TestData{}, webhooks.TestData{ProjectID: exampleProject, HookID: exampleProject},
		},
	} {
		data := wholeSchema(reflect.TypeOf(w.data))
		doc.Webhooks[string(w.event)] = &huma.PathItem{Post: &huma.Operation{
			OperationID: w.id, Tags: []string{"Projects"}, Summary: w.summary,
			Description: w.description + " Webhook-Signature is `v1,` and the base64 of the HMAC-SHA256 over id, timestamp and body, joined by full stops, with the secret's 32 bytes (https://www.standardwebhooks.com). " +
				"A message may come twice, and in another order.",
			Security:   []map[string][]string{{}}, // it brings no key
			Parameters: webhookHeaders(),
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {
				Schema:  messageSchema(w.event, data),
				Example: map[string]any{"type": w.event, "timestamp": "2026-03-02T12:00:00Z", "data": w.example},
			}}},
			Responses: map[string]*huma.Response{
				"2XX": {Description: "Thanks. Any other answer, or none within 15 s, and the same message is sent again, for 24 hours."},
			},
		}}
	}
}

// wholeSchema returns the schema of a type without references: generators leave out what
// no path refers to, and would miss it.
func wholeSchema(t reflect.Type) *huma.Schema {
	apart := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	return withoutReferences(apart, apart.Schema(t, true, ""))
}

func withoutReferences(schemas huma.Registry, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		s = schemas.SchemaFromRef(s.Ref)
	}
	out := *s
	if s.Items != nil {
		out.Items = withoutReferences(schemas, s.Items)
	}
	out.Properties = make(map[string]*huma.Schema, len(s.Properties))
	for name, property := range s.Properties {
		out.Properties[name] = withoutReferences(schemas, property)
	}
	allowNull(&out)
	return &out
}

// exampleProject is an identifier in examples.
const exampleProject = "6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5"

func messageSchema(event webhooks.Event, data *huma.Schema) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: false, Required: []string{"type", "timestamp", "data"},
		Properties: map[string]*huma.Schema{
			"type":      {Type: huma.TypeString, Enum: []any{event}, Description: "What happened."},
			"timestamp": {Type: huma.TypeString, Format: "date-time", Description: "When it was found out."},
			"data":      data,
		},
	}
}

func webhookHeaders() []*huma.Param {
	header := func(name, description string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return []*huma.Param{
		header("Webhook-Id", "Names the message: the same whenever it is sent again."),
		header("Webhook-Timestamp", "When it is sent, in seconds since 1970. Refuse one that is minutes off."),
		header("Webhook-Signature", "Signatures, a space between them."),
	}
}
