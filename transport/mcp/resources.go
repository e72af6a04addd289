package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// resourceScheme begins the URI of a passage: reg://code/version#section. A version
// without a section is its index.
const resourceScheme = "reg"

func (x *session) addResources() {
	for _, r := range []struct{ name, template string }{
		{"section", resourceScheme + "://{code}/{version}{#section}"},
		{"version", resourceScheme + "://{code}/{version}"},
	} {
		x.sdk.AddResourceTemplate(&sdk.ResourceTemplate{
			Name: r.name, Title: x.words.text("resource." + r.name), Description: x.words.text("resource." + r.name + ".description"),
			URITemplate: r.template, MIMEType: "text/markdown",
		}, x.readResource)
	}
}

// resource returns what is asked for a URI, and with which arguments; false for one that
// is none of ours.
func (s *Server) resource(uri string) (op *operation, args arguments, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != resourceScheme || u.Host == "" || strings.Trim(u.Path, "/") == "" {
		return nil, nil, false
	}
	args = arguments{"slug": encode(u.Host), "version": encode(strings.TrimPrefix(u.Path, "/"))}
	if u.Fragment == "" {
		return s.ops["getCodeVersion"], args, true
	}
	args["section"] = encode(u.Fragment)
	return s.ops["getSection"], args, true
}

// readResource implements [sdk.ResourceHandler] over what read_section and get_code ask.
func (x *session) readResource(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	op, args, ok := x.resource(uri)
	if !ok {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	write := writeIndex
	if args["section"] != nil {
		write = writeSection
	}
	request, err := op.request(ctx, args, fullDetail)
	if err != nil {
		return nil, err
	}
	status, body, header := x.ask(request, req.Extra, nil)
	switch {
	case status == http.StatusNotFound:
		return nil, sdk.ResourceNotFoundError(uri)
	case status != http.StatusOK:
		return nil, x.protocolError(readProblem(status, body, header))
	}
	text, err := write(body)
	if err != nil {
		return nil, err
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "text/markdown", Text: text}}}, nil
}

// writeSection writes a section as Markdown.
func writeSection(body []byte) (string, error) {
	var s struct {
		Title, URL string
		Blocks     []struct {
			Title *string
			Text  string
			Table *struct {
				Header, Notes []string
				Rows          [][]string
			}
		}
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# " + s.Title + "\n")
	for _, block := range s.Blocks {
		b.WriteString("\n")
		if block.Title != nil && *block.Title != s.Title {
			b.WriteString("**" + *block.Title + "**\n\n")
		}
		if t := block.Table; t != nil && len(t.Header) > 0 {
			writeRow(&b, t.Header)
			b.WriteString(strings.Repeat("|---", len(t.Header)) + "|\n")
			for _, row := range t.Rows {
				writeRow(&b, row)
			}
			b.WriteString(strings.Join(append([]string{""}, t.Notes...), "\n"))
			continue
		}
		b.WriteString(block.Text + "\n")
	}
	b.WriteString("\n" + s.URL + "\n")
	return b.String(), nil
}

func writeRow(b *strings.Builder, cells []string) {
	for _, cell := range cells {
		b.WriteString("| " + strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell) + " ")
	}
	b.WriteString("|\n")
}

// writeIndex writes the index of a version as Markdown, each section with its URI.
func writeIndex(body []byte) (string, error) {
	var v struct {
		Slug, Version, Title string
		Sections             []struct{ Slug, Title string }
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# " + v.Title + "\n\n")
	for _, s := range v.Sections {
		uri := url.URL{Scheme: resourceScheme, Host: v.Slug, Path: "/" + v.Version, Fragment: s.Slug}
		b.WriteString("- [" + s.Title + "](" + uri.String() + ")\n")
	}
	return b.String(), nil
}
