package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
)

// errNoSection says that a version has no such section.
var errNoSection = errors.New("httpapi: no such section")

var (
	textsQ = &field{name: "q", kind: textField, required: true, max: 500, example: "altura de las barreras de protección",
		doc: "What is looked for, in words."}
	textsPlace = &field{name: "geo_id", kind: textField, example: "ES-28079",
		doc: "Only codes whose territory covers this place. One that does not exist, or is in another country than the key's, is a mistake."}
	textsCode    = &field{name: "code", kind: textField, max: 2000, example: "cte-db-sua", doc: "Only this code, or these: by slug, with commas between. code/version is one version, of whatever status."}
	textsVersion = &field{name: "version", kind: textField, doc: "Only this version of the one code, of whatever status."}
	textsStatus  = &field{name: "status", kind: enumField, enum: []string{"active", "repealed", "draft", "in_progress"},
		doc: "Only versions of this status, whenever they are in force."}
	textsAsOf = &field{name: "as_of", kind: dateField, doc: "Only versions in force on that day; today when neither it, nor status, nor version is sent. Of what has no dates nobody can tell: it is searched today, and not on another day."}
	textsTop  = &field{name: "top", kind: integerField, min: 1, max: retrieval.MaxTopK, standard: 5, doc: "How many passages."}

	sectionPathField = &field{name: "section", kind: textField, required: true, example: "sua-1-3-2-1", doc: "Slug of the section, as the version's index has it."}

	compareFrom = &field{name: "from", kind: textField, required: true, example: "2019", doc: "Slug of the version that is compared: mostly the earlier one."}
	compareTo   = &field{name: "to", kind: textField, required: true, example: "2022", doc: "Slug of the version it is compared with."}
)

func (a *API) textOperations() []*operation {
	return []*operation{{
		id: "searchTexts", method: http.MethodGet, path: "/api/v1/search", tag: "Codes",
		summary:     "Search the texts of regulations",
		description: "Finds the passages that answer best, each with its code, version and section. Of a table the rows that match are named." + notServed,
		group:       access.Catalogue, queryFields: []*field{textsQ, textsPlace, textsCode, textsVersion, textsStatus, textsAsOf, textsTop}, extension: true,
		response: TextSearchResponse{}, run: a.searchTexts,
	}, {
		id: "getSection", method: http.MethodGet, path: "/api/v1/codes/{slug}/{version}/sections/{section}", tag: "Codes",
		summary:     "Get the text of a section",
		description: "Returns one section of a version with its blocks, tables as structures, and the sections beside it." + foreignCode,
		group:       access.Catalogue, pathFields: []*field{slugPath, versionPath, sectionPathField}, extension: true,
		response: SectionResponse{}, run: a.getSection,
	}, {
		id: "compareVersions", method: http.MethodGet, path: "/api/v1/codes/{slug}/compare", tag: "Codes",
		summary: "Compare two versions of a code",
		description: "Tells what differs from one version to another: sections that came and went, the text word by word, and the limits whose figure changed. " +
			"A section is the one with the same slug, else the only one with the same title. Where one is a digest, which is not whole, sections that only one has are left out." + foreignCode,
		group: access.Catalogue, pathFields: []*field{slugPath}, queryFields: []*field{compareFrom, compareTo}, extension: true,
		response: CompareResponse{}, run: a.compareVersions,
	}}
}

func (a *API) searchTexts(ctx context.Context, x *exchange, in *input) (reply, error) {
	s, country := a.deps.Engine.Snapshot(), x.principal.Country
	if err := checkServed(s, country); err != nil {
		return reply{}, err
	}
	filter, mistakes := a.textFilter(s, country, in)
	if len(mistakes) > 0 {
		return reply{}, invalid(mistakes...)
	}
	chosen, err := s.Codes.Select(filter)
	if err != nil {
		return reply{}, err
	}
	if in.text(textsAsOf.name) == "" {
		chosen.Refs = append(chosen.Refs, chosen.Unknown...)
	}
	hits, err := s.Search(ctx, retrieval.Query{Text: in.text(textsQ.name), Docs: chosen.Docs(), TopK: in.integer(textsTop)})
	if errors.Is(err, retrieval.ErrInvalidQuery) {
		return reply{}, invalid(ErrorDetail{"query." + textsQ.name, "must not be empty", MistakeEmpty})
	}
	if err != nil {
		return reply{}, err
	}
	out := TextSearchResponse{Results: []TextHit{}, Searched: len(chosen.Refs)}
	for _, h := range hits {
		hit, err := a.textHit(s.Codes.In(country), h)
		if err != nil {
			return reply{}, err
		}
		out.Results = append(out.Results, hit)
	}
	return jsonReply(out), nil
}

// textFilter says which versions a query wants searched.
func (a *API) textFilter(s *regengine.Snapshot, country geo.ID, in *input) (f codes.Filter, mistakes []ErrorDetail) {
	f = codes.Filter{Country: country, Hosted: true}
	if text := in.text(textsPlace.name); text != "" {
		id, err := s.Places.ParseID(text)
		if err == nil {
			_, err = s.Places.Get(id)
		}
		if err != nil || id.Country() != country {
			mistakes = append(mistakes, ErrorDetail{"query." + textsPlace.name, noSuchPlace, MistakeNotFound})
		}
		f.Place = id
	}
	refs, wrong := textRefs(in)
	if wrong.made() {
		mistakes = append(mistakes, wrong.at("query."+textsVersion.name))
	}
	for _, ref := range refs {
		if name, wrong := a.misnamed(ref, country); wrong.made() {
			if in.text(textsVersion.name) == "" {
				name = textsCode.name
			}
			mistakes = append(mistakes, wrong.at("query."+name))
		}
	}
	f.Refs = refs
	if status := in.text(textsStatus.name); status != "" {
		f.Statuses = []codes.Status{codes.Status(status)}
	}
	switch day := in.text(textsAsOf.name); {
	case day != "":
		f.On, _ = codes.ParseDate(day) // validated
	case f.Statuses == nil && !slices.ContainsFunc(f.Refs, func(r codes.VersionRef) bool { return r.Version != "" }):
		f.On = codes.DateOf(a.now())
	}
	return f, mistakes
}

// textRefs returns the codes and versions that a query names.
func textRefs(in *input) (refs []codes.VersionRef, wrong mistake) {
	named, version := in.text(textsCode.name), in.text(textsVersion.name)
	if named+version == "" {
		return nil, mistake{}
	}
	for name := range strings.SplitSeq(named, ",") {
		slug, its, _ := strings.Cut(name, "/")
		refs = append(refs, codes.VersionRef{Code: slug, Version: its})
	}
	switch {
	case version == "":
	case len(refs) > 1 || refs[0].Version != "":
		return nil, mistake{MistakeRefused, "goes with one code"}
	default:
		refs[0].Version = version
	}
	return refs, mistake{}
}

// misnamed says which parameter of a version does not name one that a country sees, and
// what is wrong with it.
func (a *API) misnamed(ref codes.VersionRef, country geo.ID) (name string, wrong mistake) {
	if ref.Code == "" {
		return textsCode.name, mistake{MistakeRequired, "is required"}
	}
	found, err := a.visibleCode(ref.Code, country)
	if err != nil {
		return textsCode.name, mistake{MistakeNotFound, noSuchCode}
	}
	if _, has := found.versions[ref.Version]; ref.Version != "" && !has {
		return textsVersion.name, mistake{MistakeNotFound, "must be a version of the code: /api/v1/codes/{slug} lists them"}
	}
	return "", mistake{}
}

func (a *API) getSection(_ context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.visibleCode(in.path(slugPath.name), x.principal.Country)
	if err != nil {
		return reply{}, err
	}
	i := slices.IndexFunc(found.code.Versions, func(v codes.Version) bool { return v.Slug == in.path(versionPath.name) })
	if i < 0 {
		return reply{}, codes.ErrNotFound
	}
	version := &found.code.Versions[i]
	at := slices.IndexFunc(version.Sections, func(s codes.Section) bool { return s.Slug == in.path(sectionPathField.name) })
	if at < 0 {
		return reply{}, errNoSection
	}
	ref := codes.VersionRef{Code: found.code.Slug, Version: version.Slug}
	blocks := a.deps.Engine.Snapshot().Section(ref.String(), version.Sections[at].Slug)
	return jsonReply(a.sectionResponse(found.code, version, at, blocks)), nil
}

func (a *API) compareVersions(_ context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.visibleCode(in.path(slugPath.name), x.principal.Country)
	if err != nil {
		return reply{}, err
	}
	ref := func(f *field) codes.VersionRef {
		return codes.VersionRef{Code: found.code.Slug, Version: in.text(f.name)}
	}
	c, err := a.deps.Engine.Snapshot().Compare(ref(compareFrom), ref(compareTo))
	if err != nil {
		return reply{}, err
	}
	return jsonReply(compareResponse(c)), nil
}

// docRef returns the version that a document of retrieval is.
func docRef(doc string) codes.VersionRef {
	code, version, _ := strings.Cut(doc, "/")
	return codes.VersionRef{Code: code, Version: version}
}

func joinPath(path []string) string { return strings.Join(path, " › ") }
