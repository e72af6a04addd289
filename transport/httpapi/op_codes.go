package httpapi

import (
	"context"
	"net/http"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
)

// Bounds of code search (SPEC section 8, DECISIONS 14).
const (
	maxPage         = 1_000_000
	standardPerPage = 20
	maxPerPage      = 50
)

var (
	codesQ = &field{name: "q", kind: anyText, blank: true, max: 500, example: "accesibilidad",
		doc: "Part of a title or short title, ignoring letter case and accents; blank finds every code."}
	codesScope = &field{name: "normative_scope", kind: enumField, blank: true, enum: scopeNames(),
		doc: "Only codes of this scope; empty is as if absent."}
	codesTag = &field{name: "tag", kind: textField, blank: true, max: 200,
		doc: "Only codes that carry exactly this tag; empty is as if absent."}
	codesPage = &field{name: "page", kind: integerField, min: 1, max: maxPage, standard: 1,
		doc: "Page, from 1 to 1000000, in plain digits without leading zeros; past the end the items are empty."}
	codesPageSize = &field{name: "page_size", kind: integerField, min: 1, max: maxPerPage, clamp: true, standard: standardPerPage,
		doc: "Items a page, in plain digits without leading zeros; above 50 it is served as 50."}
	codesAsOf = &field{name: "as_of", kind: dateField, example: "2010-06-01",
		doc: "Only what was in force on that day, or may have been: an active version whose dates are not known. An extension."}
	slugPath = &field{name: "slug", kind: textField, required: true, example: "cte-db-sua",
		doc: "Slug of the code. search, latest and compare are reserved words that no slug or version is."}
	versionPath = &field{name: "version", kind: textField, required: true, example: "2022",
		doc: "Slug of the version, as documents[].version of the code detail has it."}
)

func scopeNames() []string {
	return list(codes.Scopes(), func(s codes.NormativeScope) string { return string(s) })
}

const foreignCode = " A code that the key's country does not see answers as one that does not exist."

func (a *API) codesOperations() []*operation {
	return []*operation{{
		id: "searchCodes", method: http.MethodGet, path: "/api/v1/codes/search", tag: "Codes",
		summary:     "Search codes",
		description: "One page of the codes of the key's country, and of supranational codes that apply there." + notServed,
		group:       access.Catalogue, queryFields: []*field{codesQ, codesScope, codesTag, codesAsOf, codesPage, codesPageSize}, validated: true,
		response: CodeSearchResponse{}, run: a.searchCodes,
	}, {
		id: "getCode", method: http.MethodGet, path: "/api/v1/codes/{slug}", tag: "Codes",
		summary:     "Get a code with its version history",
		description: "Returns one code with all its versions, active ones first, then newest first." + foreignCode,
		group:       access.Catalogue, pathFields: []*field{slugPath}, queryFields: []*field{codesAsOf}, validated: true,
		response: CodeDetailResponse{}, run: a.getCode,
	}, {
		id: "getLatestVersions", method: http.MethodGet, path: "/api/v1/codes/{slug}/latest", tag: "Codes",
		summary:     "Get the active versions of a code",
		description: "Returns every version of the code whose status is active, each with its section index; an empty array when there is none." + foreignCode,
		group:       access.Catalogue, pathFields: []*field{slugPath}, queryFields: []*field{codesAsOf}, validated: true,
		response: []CodeVersionDetailResponse{}, run: a.getLatest,
	}, {
		id: "getCodeVersion", method: http.MethodGet, path: "/api/v1/codes/{slug}/{version}", tag: "Codes",
		summary:     "Get one version of a code",
		description: "Returns one version of whatever status with its section index." + foreignCode,
		group:       access.Catalogue, pathFields: []*field{slugPath, versionPath}, validated: true,
		response: CodeVersionDetailResponse{}, run: a.getCodeVersion,
	}}
}

func (a *API) searchCodes(_ context.Context, x *exchange, in *input) (reply, error) {
	v := a.views()
	if err := checkServed(v.snapshot, x.principal.Country); err != nil {
		return reply{}, err
	}
	tag := a.searchTag(v.codesSum, x, in)
	if answer, ok := tag.unchanged(x); ok {
		return answer, nil
	}
	page := v.snapshot.Codes.In(x.principal.Country).Search(in.text(codesQ.name), &codes.SearchOptions{
		Country:  x.principal.Country,
		Scope:    codes.NormativeScope(in.text(codesScope.name)),
		Tag:      in.text(codesTag.name),
		Page:     in.integer(codesPage),
		PageSize: in.integer(codesPageSize),
		On:       dayOf(in, codesAsOf),
	})
	return taggedReply(tag, CodeSearchResponse{
		Items: list(page.Items, codeSummary), Total: page.Total,
		Page: page.Page, PageSize: page.PageSize, TotalPages: page.TotalPages,
	}).with(pageLinks(in, page.Page, page.PageSize, page.Total)), nil
}

// dayOf returns a day asked for; the zero Date for none.
func dayOf(in *input, f *field) codes.Date {
	day, _ := codes.ParseDate(in.text(f.name)) // validated; zero where there is none
	return day
}

// codeOn returns a code with the versions of a day alone.
func codeOn(s *regengine.Snapshot, code *codes.Code, on codes.Date) *codes.Code {
	then := *code
	then.Versions = s.Codes.VersionsOn(code, on)
	return &then
}

// visibleCode returns the answers about a code, if the country sees it.
func (a *API) visibleCode(slug string, country geo.ID) (*codeViews, error) {
	v := a.views()
	if err := checkServed(v.snapshot, country); err != nil {
		return nil, err
	}
	found, ok := v.codes[country][slug]
	if !ok || !v.snapshot.Codes.Visible(found.code, country) {
		return nil, codes.ErrNotFound
	}
	return found, nil
}

func (a *API) getCode(_ context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.visibleCode(in.path(slugPath.name), x.principal.Country)
	if err != nil {
		return reply{}, err
	}
	if day := dayOf(in, codesAsOf); !day.IsZero() {
		return jsonReply(codeDetail(codeOn(a.views().snapshot, found.code, day))), nil
	}
	return reply{view: found.detail}, nil
}

func (a *API) getLatest(_ context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.visibleCode(in.path(slugPath.name), x.principal.Country)
	if err != nil {
		return reply{}, err
	}
	if day := dayOf(in, codesAsOf); !day.IsZero() {
		then := codeOn(a.views().snapshot, found.code, day)
		return jsonReply(list(then.Versions, func(v codes.Version) CodeVersionDetailResponse { return codeVersionDetail(then, v) })), nil
	}
	return reply{view: found.latest}, nil
}

func (a *API) getCodeVersion(_ context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.visibleCode(in.path(slugPath.name), x.principal.Country)
	if err != nil {
		return reply{}, err
	}
	version, ok := found.versions[in.path(versionPath.name)]
	if !ok {
		return reply{}, codes.ErrNotFound
	}
	return reply{view: version}, nil
}
