package httpapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/verify"
)

var (
	memoryKeyPath = &field{name: "key", kind: textField, required: true, max: 64, shape: memoryKey, example: "site_altitude",
		doc: "Identifier of the datum: letters, digits and single . _ - between them, at most 64."}
	memoryBody = []*field{
		{name: "label", kind: textField, required: true, max: 200, shape: oneLine, example: "Altitud del solar", doc: "Readable name, on one line."},
		{name: "value", kind: textField, required: true, max: 2000, shape: readable, example: "1130", doc: "The value, a string."},
		{name: "unit", kind: textField, nullable: true, max: 40, shape: oneLine, example: "m", doc: "Unit; null or omitted when it has none."},
		{name: "source", kind: enumField, nullable: true, enum: []string{projects.SourceUser, projects.SourceDocument, projects.SourceCalculation},
			example: projects.SourceUser, doc: "Where the datum came from; user when null or omitted."},
	}
)

func (a *API) memoryOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/memory"
	return []*operation{{
		id: "listMemory", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the site data of a project",
		description: "Returns the data by key." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		queryFields: listPages, response: MemoryListResponse{}, run: a.listMemory,
	}, {
		id: "getMemory", method: http.MethodGet, path: path + "/{key}", tag: "Projects",
		summary:     "Get a datum of the site",
		description: "Returns the datum under a key." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, memoryKeyPath}, extension: true,
		response: MemoryItem{}, run: a.getMemory,
	}, {
		id: "putMemory", method: http.MethodPut, path: path + "/{key}", tag: "Projects",
		summary: "Set a datum of the site",
		description: "Stores a datum under its key, in the place of what is there. Questions of the project count with it. A key that GET /api/v1/circumstances lists takes a value of that " +
			"circumstance, and is certain; building_use takes free text as well. Every other datum counts in checks where each word of \"label: value unit\" is understood." + foreignProject,
		group: access.Data, pathFields: []*field{projectIDPath, memoryKeyPath}, body: memoryBody, extension: true,
		response: MemoryItem{}, run: a.putMemory,
	}, {
		id: "deleteMemory", method: http.MethodDelete, path: path + "/{key}", tag: "Projects",
		summary:     "Delete a datum of the site",
		description: "Deletes the datum under a key. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, memoryKeyPath}, extension: true,
		status: http.StatusNoContent, run: a.deleteMemory,
	}}
}

func (a *API) listMemory(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	page, links := paged(in, info.Memory)
	return jsonReply(MemoryListResponse{Memory: list(page, memoryItem), Total: len(info.Memory)}).with(links), nil
}

func (a *API) getMemory(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	i := slices.IndexFunc(info.Memory, func(m projects.MemoryItem) bool { return m.Key == in.path(memoryKeyPath.name) })
	if i < 0 {
		return reply{}, errEntryNotFound
	}
	return jsonReply(memoryItem(info.Memory[i])), nil
}

func (a *API) putMemory(ctx context.Context, x *exchange, in *input) (reply, error) {
	if wrong := memoryKeyPath.checkText(in.path(memoryKeyPath.name)); wrong.made() {
		return reply{}, invalid(wrong.at("path." + memoryKeyPath.name))
	}
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	item := projects.MemoryItem{
		Key: in.path(memoryKeyPath.name), Label: in.member("label"), Value: in.member("value"), Unit: in.member("unit"),
		Source: cmp.Or(in.member("source"), projects.SourceUser),
	}
	var wrong *verify.CircumstanceError
	if errors.As(regengine.CheckMemory(a.deps.Engine.Snapshot().Verifier, p.GeoID.Country(), item), &wrong) {
		return reply{}, invalid(ErrorDetail{"body.value", wrong.Message, MistakeRefused})
	}
	if err := a.deps.Projects.SetMemory(ctx, p.OrganizationID, p.ID, item); err != nil {
		return reply{}, ofProject(err, "body")
	}
	return jsonReply(memoryItem(item)), nil
}

func (a *API) deleteMemory(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	if err := a.deps.Projects.DeleteMemory(ctx, p.OrganizationID, p.ID, in.path(memoryKeyPath.name)); err != nil {
		return reply{}, ofEntry(err, "path."+memoryKeyPath.name)
	}
	return noContent, nil
}
