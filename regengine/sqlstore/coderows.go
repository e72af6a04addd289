package sqlstore

import (
	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

type codeRow struct {
	bun.BaseModel `bun:"table:codes,alias:c"`

	Slug        string `bun:",pk"`
	Title       string
	ShortTitle  string
	Description string
	CountryCode string
	Scope       codes.NormativeScope
	Tags        asJSON[[]string]
	Territories asJSON[[]geo.ID]
}

type versionRow struct {
	bun.BaseModel `bun:"table:versions,alias:v"`

	CodeSlug         string `bun:",pk"`
	Slug             string `bun:",pk"`
	Title            string
	Status           codes.Status
	Published        date
	Effective        date
	Repealed         date
	Description      string
	Author           string
	SourceURL        string
	SuccessorCode    string
	SuccessorVersion string
	Internal         bool
	Digest           bool
	Sections         asJSON[[]sectionRow]
}

type sectionRow struct {
	Slug  string `json:"slug"`
	Title string `json:"title"`
	Level int    `json:"level,omitempty"`
}

func newCodeRow(c *codes.Code) codeRow {
	return codeRow{
		Slug: c.Slug, Title: c.Title, ShortTitle: c.ShortTitle, Description: c.Description,
		CountryCode: c.CountryCode, Scope: c.Scope, Tags: jsonOf(orNil(c.Tags)), Territories: jsonOf(orNil(c.Territories)),
	}
}

func (r *codeRow) code() codes.Code {
	return codes.Code{
		Slug: r.Slug, Title: r.Title, ShortTitle: r.ShortTitle, Description: r.Description,
		CountryCode: r.CountryCode, Scope: r.Scope, Tags: r.Tags.It, Territories: r.Territories.It,
	}
}

func newVersionRow(code string, v *codes.Version) versionRow {
	row := versionRow{
		CodeSlug: code, Slug: v.Slug, Title: v.Title, Status: v.Status,
		Published: date(v.Published), Effective: date(v.Effective), Repealed: date(v.Repealed),
		Description: v.Description, Author: v.Author, SourceURL: v.SourceURL,
		SuccessorCode: v.SucceededBy.Code, SuccessorVersion: v.SucceededBy.Version,
		Internal: v.Internal, Digest: v.Digest,
	}
	for _, s := range v.Sections {
		row.Sections.It = append(row.Sections.It, sectionRow(s))
	}
	return row
}

func (r *versionRow) version() codes.Version {
	v := codes.Version{
		Slug: r.Slug, Title: r.Title, Status: r.Status,
		Published: codes.Date(r.Published), Effective: codes.Date(r.Effective), Repealed: codes.Date(r.Repealed),
		Description: r.Description, Author: r.Author, SourceURL: r.SourceURL,
		SucceededBy: codes.VersionRef{Code: r.SuccessorCode, Version: r.SuccessorVersion},
		Internal:    r.Internal, Digest: r.Digest,
	}
	for _, s := range r.Sections.It {
		v.Sections = append(v.Sections, codes.Section(s))
	}
	return v
}
