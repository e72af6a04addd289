package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	generatedBody = []*field{
		{name: "titulo", kind: textField, required: true, max: 200, shape: oneLine, example: "Memoria justificativa del DB-SUA", doc: "Title, on one line."},
		{name: "tipo", kind: textField, required: true, max: 200, shape: oneLine, example: "memoria", doc: "Kind of document, in the writer's words."},
		{name: "content", kind: anyText, required: true, shape: readable, example: "# Escaleras\n\nLa escalera general tiene 1,10 m de anchura útil.", doc: "The text, in Markdown."},
	}
	generatedVersion = &field{name: "version", kind: integerField, min: 1, max: 1_000_000, doc: "The version; the latest when omitted."}
)

// contentPlace is what a rule about a document is broken by that its fields keep:
// too long a text in bytes.
const contentPlace = "body.content"

// maxGenerated is the size limit in bytes of a request with a document in it.
const maxGenerated = 2 << 20

func (a *API) generatedOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/generated_documents"
	one := []*field{projectIDPath, documentIDPath}
	return []*operation{{
		id: "listGenerated", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the generated documents of a project",
		description: "Returns the latest version of each, without its text." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		queryFields: listPages, response: GeneratedListResponse{}, run: a.listGenerated,
	}, {
		id: "createGenerated", method: http.MethodPost, path: path, tag: "Projects",
		summary:     "Store a generated document",
		description: "Stores a document written for the project as version 1. The body may have up to 2 MiB." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, body: generatedBody, maxBody: maxGenerated, idempotent: true, creates: true, extension: true,
		status: http.StatusCreated, response: GeneratedVersion{}, run: a.createGenerated,
	}, {
		id: "getGenerated", method: http.MethodGet, path: path + "/{document_id}", tag: "Projects",
		summary:     "Get a version of a generated document",
		description: "Returns one version with its text." + foreignProject,
		group:       access.Data, pathFields: one, queryFields: []*field{generatedVersion}, extension: true,
		response: GeneratedVersion{}, run: a.getGenerated,
	}, {
		id: "listGeneratedVersions", method: http.MethodGet, path: path + "/{document_id}/versions", tag: "Projects",
		summary:     "List the versions of a generated document",
		description: "Returns every version without its text, newest first." + foreignProject,
		group:       access.Data, pathFields: one, extension: true,
		queryFields: listPages, response: GeneratedVersionsResponse{}, run: a.listVersions,
	}, {
		id: "addGeneratedVersion", method: http.MethodPost, path: path + "/{document_id}/versions", tag: "Projects",
		summary:     "Store the next version of a generated document",
		description: "Stores the document anew under the next number; earlier versions stay as they are. The body may have up to 2 MiB." + foreignProject,
		group:       access.Data, pathFields: one, body: generatedBody, maxBody: maxGenerated, idempotent: true, creates: true, extension: true,
		status: http.StatusCreated, response: GeneratedVersion{}, run: a.addVersion,
	}, {
		id: "deleteGenerated", method: http.MethodDelete, path: path + "/{document_id}", tag: "Projects",
		summary:     "Delete a generated document",
		description: "Deletes every version of it. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: one, extension: true,
		status: http.StatusNoContent, run: a.deleteGenerated,
	}}
}

func (a *API) listGenerated(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	page, links := paged(in, info.Generated)
	return jsonReply(GeneratedListResponse{GeneratedDocuments: list(page, generatedItem), Total: len(info.Generated)}).with(links), nil
}

func (a *API) createGenerated(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	stored, err := a.deps.Projects.SaveGenerated(ctx, p.OrganizationID, p.ID, generatedOf(in))
	if err != nil {
		return reply{}, ofProject(err, contentPlace)
	}
	return created(generatedPath(p, stored.ID), generatedVersionOf(stored)), nil
}

func generatedOf(in *input) projects.GeneratedDocument {
	return projects.GeneratedDocument{Title: in.member("titulo"), Type: in.member("tipo"), Content: in.member("content")}
}

func generatedPath(p projects.Project, id string) string {
	return "/api/v1/projects/" + p.ID + "/generated_documents/" + id
}

// generatedNamed returns the project of the path and the identifier behind it.
func (a *API) generatedNamed(ctx context.Context, x *exchange, in *input) (p projects.Project, id string, err error) {
	if p, err = a.projectNamed(ctx, x, in); err != nil {
		return p, "", err
	}
	if id = in.path(documentIDPath.name); !isUUID(id) {
		return p, "", errEntryNotFound
	}
	return p, strings.ToLower(id), nil
}

func (a *API) getGenerated(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, id, err := a.generatedNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	found, err := a.deps.Projects.GetGenerated(ctx, p.OrganizationID, p.ID, id, in.integer(generatedVersion))
	if err != nil {
		return reply{}, ofEntry(err, "path."+documentIDPath.name)
	}
	return jsonReply(generatedVersionOf(found)), nil
}

func (a *API) listVersions(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, id, err := a.generatedNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	found, err := a.deps.Projects.ListVersions(ctx, p.OrganizationID, p.ID, id)
	if err != nil {
		return reply{}, ofEntry(err, "path."+documentIDPath.name)
	}
	page, links := paged(in, found)
	return jsonReply(GeneratedVersionsResponse{Versions: list(page, generatedItem), Total: len(found)}).with(links), nil
}

func (a *API) addVersion(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, id, err := a.generatedNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	next := generatedOf(in)
	next.ID = id
	stored, err := a.deps.Projects.SaveGenerated(ctx, p.OrganizationID, p.ID, next)
	if err != nil {
		return reply{}, ofEntry(err, contentPlace)
	}
	return created(generatedPath(p, stored.ID), generatedVersionOf(stored)), nil
}

func (a *API) deleteGenerated(ctx context.Context, x *exchange, in *input) (reply, error) {
	return a.deleteEntry(ctx, x, in, documentIDPath, a.deps.Projects.DeleteGenerated)
}
