package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/webhooks"
)

// Webhooks looks after the webhooks of projects; [webhooks.Service] does.
type Webhooks interface {
	// Add stores a new one and returns its secret. webhooks.ErrAddress.
	Add(ctx context.Context, organizationID, projectID, address string, events ...webhooks.Event) (h webhooks.Hook, secret string, err error)
	List(ctx context.Context, organizationID, projectID string) ([]webhooks.Hook, error)
	Delete(ctx context.Context, organizationID, projectID, id string) error

	// Test sends a message now.
	Test(ctx context.Context, organizationID, projectID, id string) (webhooks.Outcome, error)
}

// errNoWebhooks says that the service sends none.
var errNoWebhooks = errors.New("httpapi: no webhooks")

var (
	webhookIDPath = &field{name: "webhook_id", kind: uuidField, required: true, doc: "The webhook's identifier, in either letter case.",
		example: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"}
	webhookBody = []*field{
		{name: "url", kind: textField, required: true, max: 2000, shape: oneLine, example: "https://studio.example/regulations",
			doc: "Where messages are sent: https, a host of the public network, no user, no fragment."},
		{name: "events", kind: textsField, nullable: true, min: 1, max: 2, example: []string{string(webhooks.ChecksFlipped)},
			doc: "What it is told: " + string(webhooks.EditionInForce) + " and " + string(webhooks.ChecksFlipped) + "; both when null or omitted."},
	}
)

func (a *API) webhookOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/webhooks"
	one := []*field{projectIDPath, webhookIDPath}
	return []*operation{{
		id: "listWebhooks", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the webhooks of a project",
		description: "Returns the addresses that are told what happens to the project, oldest first, each with what came of its newest message. Secrets are not among them." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, queryFields: listPages, extension: true,
		response: WebhookListResponse{}, run: a.listWebhooks,
	}, {
		id: "createWebhook", method: http.MethodPost, path: path, tag: "Projects",
		summary: "Have an address told what happens to a project",
		description: "Messages are sent from then on when an edition comes into force at the project's place, and when saved checks come to another verdict because the law or its data changed; those are decided again by the service itself, which costs no credits. " +
			"Each is a POST of JSON with type, timestamp and data, signed as Standard Webhooks has it: webhook-id, webhook-timestamp, and webhook-signature, which is \"v1,\" and the base64 of HMAC-SHA256 over \"id.timestamp.body\" with the bytes that the secret has in base64 behind \"whsec_\". " +
			"An answer of 200 to 299 within 15 s is thanks; otherwise the same message is sent again, after pauses that grow, for 24 hours. Redirects are not followed. " +
			"The secret is in this answer alone, which is why there is no Idempotency-Key: should the answer be lost, delete the webhook and make another. A project has at most 10." + foreignProject,
		group: access.Data, pathFields: []*field{projectIDPath}, body: webhookBody, extension: true,
		status: http.StatusCreated, response: NewWebhook{}, run: a.createWebhook,
	}, {
		id: "testWebhook", method: http.MethodPost, path: path + "/{webhook_id}/test", tag: "Projects",
		summary:     "Send a test message",
		description: "Sends a message of the type test now, once, and tells what came of it. Takes no body." + foreignProject,
		group:       access.Intelligence, pathFields: one, extension: true,
		response: WebhookOutcome{}, run: a.testWebhook,
	}, {
		id: "deleteWebhook", method: http.MethodDelete, path: path + "/{webhook_id}", tag: "Projects",
		summary:     "Delete a webhook",
		description: "Deletes a webhook with the messages on their way to it. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: one, extension: true,
		status: http.StatusNoContent, run: a.deleteWebhook,
	}}
}

// webhooksOf returns the project of the path and who looks after its webhooks.
func (a *API) webhooksOf(ctx context.Context, x *exchange, in *input) (projects.Project, Webhooks, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err == nil && a.deps.Webhooks == nil {
		err = errNoWebhooks
	}
	return p, a.deps.Webhooks, err
}

func (a *API) listWebhooks(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, hooks, err := a.webhooksOf(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	found, err := hooks.List(ctx, p.OrganizationID, p.ID)
	if err != nil {
		return reply{}, err
	}
	page, links := paged(in, found)
	return jsonReply(WebhookListResponse{Webhooks: list(page, ShowWebhook), Total: len(found)}).with(links), nil
}

func (a *API) createWebhook(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, hooks, err := a.webhooksOf(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	sent, _ := in.body.Get("events")
	events := make([]webhooks.Event, len(sent.Items))
	for i, item := range sent.Items {
		events[i] = webhooks.Event(item.Text)
	}
	h, secret, err := hooks.Add(ctx, p.OrganizationID, p.ID, in.member("url"), events...)
	if errors.Is(err, webhooks.ErrAddress) {
		return reply{}, invalid(ErrorDetail{"body.url", strings.TrimPrefix(err.Error(), webhooks.ErrAddress.Error()+": "), MistakeRefused})
	}
	if err != nil {
		return reply{}, ofProject(err, "body.events")
	}
	return created("/api/v1/projects/"+p.ID+"/webhooks", NewWebhook{ShowWebhook(h), secret}), nil
}

// webhookNamed returns the identifier behind the project's, too.
func (a *API) webhookNamed(ctx context.Context, x *exchange, in *input) (p projects.Project, hooks Webhooks, id string, err error) {
	p, hooks, err = a.webhooksOf(ctx, x, in)
	if id = in.path(webhookIDPath.name); err == nil && !isUUID(id) {
		err = errEntryNotFound
	}
	return p, hooks, id, err
}

func (a *API) testWebhook(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, hooks, id, err := a.webhookNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	o, err := hooks.Test(ctx, p.OrganizationID, p.ID, id)
	if err != nil {
		return reply{}, ofEntry(err, "path."+webhookIDPath.name)
	}
	return jsonReply(ShowWebhookOutcome(o)), nil
}

func (a *API) deleteWebhook(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, hooks, id, err := a.webhookNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	if err := hooks.Delete(ctx, p.OrganizationID, p.ID, id); err != nil {
		return reply{}, ofEntry(err, "path."+webhookIDPath.name)
	}
	return noContent, nil
}
