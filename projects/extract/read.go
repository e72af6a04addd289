package extract

import (
	"context"
	"path"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/docx"
	"github.com/reglookup/regengine/codes/importers/pdf"
	"github.com/reglookup/regengine/geo"
)

// read reads a file in a child.
func (x *Extractor) read(ctx context.Context, form format, name string, data []byte) (*content, error) {
	given := givenOf(name, x.opts.Lang)
	var made *importers.Import
	var err error
	switch form {
	case pdfFormat:
		reader := pdf.Importer{Sandbox: x.opts.Sandbox, Cache: x.opts.Cache, Limits: x.opts.Limits}
		made, err = reader.Read(ctx, name, data, given)
	case docxFormat:
		reader := docx.Importer{Sandbox: x.opts.Sandbox, Limits: x.opts.Limits}
		made, err = reader.Read(ctx, name, data, given)
	default:
		return x.readText(ctx, form, name, data)
	}
	if err != nil {
		return nil, refused(err)
	}
	return contentOf(made), nil
}

// givenOf says of a user's document what readers want to know of a regulation. Of
// the edition they make only the title is used: as the heading of what stands
// before the first heading.
func givenOf(name, lang string) *importers.Given {
	const slug = "document"
	title := titleOf(name)
	return &importers.Given{
		Code: slug, Version: slug, Scope: codes.National, Territories: []geo.ID{"XX"},
		Otherwise: lang, OnlyVisible: true,
		Stored: func(string) *codes.Code { return &codes.Code{Slug: slug, Title: title} },
	}
}

// titleOf makes a title of a file name.
func titleOf(name string) string {
	var h hidden
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	title := strings.Join(strings.Fields(h.clean(strings.TrimSuffix(base, path.Ext(base)))), " ")
	if title == "" || title == "." || title == "/" {
		return "Document"
	}
	return title
}

// contentOf keeps of an import what a document of a project has.
func contentOf(made *importers.Import) *content {
	c := &content{Blocks: made.Blocks}
	for _, count := range made.Report.Counts {
		if count.What == "pages" {
			c.Pages = count.Source
		}
	}
	for _, b := range made.Blocks {
		c.Pages = max(c.Pages, b.Page)
	}
	for _, p := range made.Report.Problems {
		c.Warnings = append(c.Warnings, p.String())
	}
	return c
}
