package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	documentIDPath = &field{name: "document_id", kind: uuidField, required: true, doc: "The document's identifier, in either letter case.",
		example: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"}
	uploadName = &field{name: "name", kind: textField, max: 255, shape: plainFileName, example: "memoria.pdf",
		doc: "File name of a file sent as the body; multipart/form-data names its files itself."}
)

func (a *API) documentOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/documents"
	return []*operation{{
		id: "listDocuments", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the documents of a project",
		description: "Returns the files uploaded to the project, by name." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		queryFields: listPages, response: DocumentListResponse{}, run: a.listDocuments,
	}, {
		id: "addDocument", method: http.MethodPost, path: path, tag: "Projects",
		summary: "Upload documents",
		description: "Takes PDF, DOCX, text and Markdown files of at most 20 MiB each; what a file is, is told from its bytes and its name. Their text can be found by questions of this project from the answer on, and by nobody else's. " +
			"Either multipart/form-data with up to 10 parts named file, of 40 MiB together, or one file as the body with its name in the query parameter name. " +
			"A file of the same name takes the place of the earlier one, with a warning. A file that cannot be read gives 422 with the reason; of several files, those before it are stored and those behind it are not. " +
			"A body must arrive at 64 KiB a second or more, and never stand still for 15 s. At most 2 uploads of a user run at once; others wait, before their bodies are read, for up to 5 minutes." + foreignProject,
		group: access.Data, pathFields: []*field{projectIDPath}, queryFields: []*field{uploadName}, uploads: true, idempotent: true, creates: true, extension: true,
		status: http.StatusCreated, response: UploadResponse{}, run: a.addDocument,
	}, {
		id: "getDocument", method: http.MethodGet, path: path + "/{document_id}", tag: "Projects",
		summary:     "Get what is known of a document",
		description: "Returns name, kind and size. The file itself is not kept, only its text." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, documentIDPath}, extension: true,
		response: DocumentItem{}, run: a.getDocument,
	}, {
		id: "deleteDocument", method: http.MethodDelete, path: path + "/{document_id}", tag: "Projects",
		summary:     "Delete a document",
		description: "Deletes a document with its text. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, documentIDPath}, extension: true,
		status: http.StatusNoContent, run: a.deleteDocument,
	}}
}

func (a *API) listDocuments(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	page, links := paged(in, info.Documents)
	return jsonReply(DocumentListResponse{Documents: list(page, documentItem), Total: len(info.Documents)}).with(links), nil
}

func (a *API) getDocument(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	for _, d := range info.Documents {
		if strings.EqualFold(d.ID, in.path(documentIDPath.name)) {
			return jsonReply(documentItem(d)), nil
		}
	}
	return reply{}, errEntryNotFound
}

func (a *API) deleteDocument(ctx context.Context, x *exchange, in *input) (reply, error) {
	return a.deleteEntry(ctx, x, in, documentIDPath, a.deps.Projects.DeleteDocument)
}

// deleteEntry deletes what a path names by a UUID.
func (a *API) deleteEntry(ctx context.Context, x *exchange, in *input, name *field,
	remove func(ctx context.Context, organizationID, projectID, id string) error,
) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	id := in.path(name.name)
	if !isUUID(id) {
		return reply{}, errEntryNotFound
	}
	if err := remove(ctx, p.OrganizationID, p.ID, strings.ToLower(id)); err != nil {
		return reply{}, ofEntry(err, "path."+name.name)
	}
	return noContent, nil
}

// addDocument looks the project up before it reads any file.
func (a *API) addDocument(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	if in.files == nil { // once has them already where it had to tell them from others
		leave, err := a.receive(ctx, x, in)
		if err != nil {
			return reply{}, err
		}
		defer leave()
	}
	response := UploadResponse{Documents: []UploadedDocument{}}
	for i, file := range in.files {
		stored, warnings, err := a.deps.Projects.AddDocument(ctx, member(x), p.ID, file.Upload)
		if err != nil {
			return reply{}, ofUpload(err, file, i)
		}
		response.Documents = append(response.Documents, UploadedDocument{documentItem(stored), list(warnings, func(w string) string { return w })})
	}
	return created("/api/v1/projects/"+p.ID+"/documents", response), nil
}

// ofUpload says what is wrong with the file at index.
func ofUpload(err error, file uploaded, index int) error {
	if !errors.Is(err, projects.ErrUnreadable) && !errors.Is(err, projects.ErrInvalid) {
		return err
	}
	message := reason(err)
	if index > 0 {
		message = fmt.Sprintf("%s (the %d before it are stored)", message, index)
	}
	return invalid(ErrorDetail{file.at, message, MistakeRefused})
}
