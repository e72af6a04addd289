package httpapi

import "github.com/reglookup/regengine/codes"

// CodeSummary is an item of a code search (SPEC section 2.4).
type CodeSummary struct {
	Slug           string   `json:"slug" doc:"Public identifier of the code." example:"cte-db-sua"`
	Title          string   `json:"title" doc:"Full title."`
	ShortTitle     *string  `json:"short_title" doc:"Short title, or null."`
	NormativeScope string   `json:"normative_scope" enum:"national,regional,provincial,municipal,sectorial,supramunicipal,european" doc:"Kind of territory the code regulates."`
	Tags           []string `json:"tags" nullable:"false" doc:"Key words; empty when the code has none."`
}

// CodeSearchResponse is one page of a code search (SPEC section 4.3).
type CodeSearchResponse struct {
	Items      []CodeSummary `json:"items" nullable:"false" maxItems:"50" doc:"The codes of this page; empty past the last page."`
	Total      int           `json:"total" minimum:"0" doc:"Codes found on all pages."`
	Page       int           `json:"page" minimum:"1" doc:"The page asked for, from 1."`
	PageSize   int           `json:"page_size" minimum:"1" maximum:"50" doc:"Page size in effect: what is asked above 50 is served as 50."`
	TotalPages int           `json:"total_pages" minimum:"0" doc:"Number of pages of this size."`
}

// CodeDetailResponse is one code with its version history (SPEC section 2.4).
type CodeDetailResponse struct {
	CodeSummary
	Description *string       `json:"description" doc:"Long description, or null."`
	CountryCode string        `json:"country_code" minLength:"2" maxLength:"2" doc:"ISO 3166-1 alpha-2; EU for codes of the European Union." example:"ES"`
	Documents   []CodeVersion `json:"documents" nullable:"false" doc:"Version history: active versions first, then newest first."`
}

// CodeVersion is an item of a code's version history.
type CodeVersion struct {
	Version       string  `json:"version" doc:"Identifier of the version; the value of codes[].version in verify." example:"2019-12-27"`
	Title         string  `json:"title" doc:"Title of the version."`
	Status        string  `json:"status" enum:"active,repealed,draft,in_progress" doc:"State of the version."`
	PublishedDate *string `json:"published_date" format:"date" doc:"Day of the official publication, or null."`
	EffectiveDate *string `json:"effective_date" format:"date" doc:"First day in force, or null."`
	IsInternal    bool    `json:"is_internal" doc:"True when the service hosts the text and can retrieve from it."`
}

// CodeVersionDetailResponse is one version with its section index (SPEC section 2.5).
type CodeVersionDetailResponse struct {
	Slug string `json:"slug" doc:"Slug of the code." example:"cte-db-sua"`
	CodeVersion
	Description *string       `json:"description" doc:"Description of the version, or null."`
	Author      *string       `json:"author" doc:"Issuing body, or null."`
	SourceURL   *string       `json:"source_url" format:"uri" doc:"Official source, or null."`
	Sections    []CodeSection `json:"sections" nullable:"false" doc:"Index of sections in order; empty when the text is not hosted."`
}

// CodeSection is an entry of a version's index.
type CodeSection struct {
	Slug  string `json:"slug" doc:"Anchor of the section on the reading page /codes/{slug}/{version}."`
	Title string `json:"title" doc:"Title of the section."`
	Order int    `json:"order" minimum:"1" doc:"Place in the presentation, from 1."`
}

func codeSummary(c *codes.Code) CodeSummary {
	return CodeSummary{
		Slug: c.Slug, Title: c.Title, ShortTitle: orNull(c.ShortTitle), NormativeScope: string(c.Scope),
		Tags: list(c.Tags, func(tag string) string { return tag }),
	}
}

func codeDetail(c *codes.Code) CodeDetailResponse {
	return CodeDetailResponse{
		CodeSummary: codeSummary(c), Description: orNull(c.Description), CountryCode: c.CountryCode,
		Documents: list(c.Versions, codeVersion),
	}
}

func codeVersion(v codes.Version) CodeVersion {
	return CodeVersion{
		Version: v.Slug, Title: v.Title, Status: string(v.Status),
		PublishedDate: orNull(v.Published.String()), EffectiveDate: orNull(v.Effective.String()),
		IsInternal: v.Internal,
	}
}

func codeVersionDetail(c *codes.Code, v codes.Version) CodeVersionDetailResponse {
	d := CodeVersionDetailResponse{
		Slug: c.Slug, CodeVersion: codeVersion(v), Description: orNull(v.Description),
		Author: orNull(v.Author), SourceURL: orNull(v.SourceURL), Sections: []CodeSection{},
	}
	for i, s := range v.Sections {
		d.Sections = append(d.Sections, CodeSection{Slug: s.Slug, Title: s.Title, Order: i + 1})
	}
	return d
}
