package httpapi

import (
	"context"
	"net/http"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	changesSince = &field{name: "since", kind: dateField, required: true, example: "2022-01-01", doc: "The first day that is told."}
	changesUntil = &field{name: "until", kind: dateField, example: "2026-03-02", doc: "The last day that is told; today when omitted. A day ahead tells what is known to come."}
)

// ChangeListResponse is a page of what happened to versions.
type ChangeListResponse struct {
	Changes    []VersionChange `json:"changes" nullable:"false" doc:"The changes of the page, newest first, then by code and version."`
	Since      string          `json:"since" format:"date" doc:"The first day told."`
	Until      string          `json:"until" format:"date" doc:"The last day told."`
	Total      int             `json:"total" minimum:"0" doc:"Changes in all."`
	Page       int             `json:"page" minimum:"1" doc:"This page."`
	PageSize   int             `json:"page_size" minimum:"1" doc:"Page size in effect."`
	TotalPages int             `json:"total_pages" minimum:"0" doc:"Pages in all."`
}

// VersionChange is what happened to a version on a day.
type VersionChange struct {
	Date      string  `json:"date" format:"date" doc:"The day."`
	Change    string  `json:"change" enum:"published,in_force,no_longer_in_force" doc:"What happened: it was published, came into force, or was in force no longer from that day on."`
	CodeSlug  string  `json:"code_slug" doc:"Slug of the code."`
	CodeTitle string  `json:"code_title" doc:"Title of the code."`
	Version   string  `json:"version" doc:"Slug of the version."`
	Title     string  `json:"title" doc:"Title of the version."`
	Status    string  `json:"status" doc:"Status of the version now."`
	URL       *string `json:"url" doc:"Where the version can be read in the service; null where its text is not hosted."`
}

func (a *API) changeOperations() []*operation {
	return []*operation{{
		id: "listChanges", method: http.MethodGet, path: "/api/v1/changes", tag: "Codes",
		summary: "List what came into force",
		description: "One page of what happened to the versions of the key's country's codes between two days, by the dates the law has for them: publications, days in force, days of repeal or succession. " +
			"Drafts and unknown dates bring none. Whether your saved checks come to another verdict by the law of a day tells POST /api/v1/projects/{project_id}/checks/run. " +
			"The same of the last year is a public Atom feed at /changes/{country}.atom." + notServed,
		group: access.Catalogue, queryFields: []*field{changesSince, changesUntil, codesPage, codesPageSize}, extension: true,
		response: ChangeListResponse{}, run: a.listChanges,
	}}
}

func (a *API) listChanges(_ context.Context, x *exchange, in *input) (reply, error) {
	v, country := a.views(), x.principal.Country
	if err := checkServed(v.snapshot, country); err != nil {
		return reply{}, err
	}
	since, until := dayOf(in, changesSince), dayOf(in, changesUntil)
	if until.IsZero() {
		until = codes.DateOf(a.now())
	}
	all := v.snapshot.Codes.In(country).Changes(country, since, until)
	n, size := in.integer(codesPage), in.integer(codesPageSize)
	page := all[min((n-1)*size, len(all)):min(n*size, len(all))]
	return jsonReply(ChangeListResponse{
		Changes: list(page, a.versionChange), Since: since.String(), Until: until.String(),
		Total: len(all), Page: n, PageSize: size, TotalPages: (len(all) + size - 1) / size,
	}).with(pageLinks(in, n, size, len(all))), nil
}

func (a *API) versionChange(e codes.Change) VersionChange {
	out := VersionChange{
		Date: e.On.String(), Change: string(e.Kind), CodeSlug: e.Code.Slug, CodeTitle: e.Code.Title,
		Version: e.Version.Slug, Title: e.Version.Title, Status: string(e.Version.Status),
	}
	if e.Version.Internal {
		out.URL = orNull(sectionURL(a.opts.BaseURL, codes.VersionRef{Code: e.Code.Slug, Version: e.Version.Slug}, ""))
	}
	return out
}
