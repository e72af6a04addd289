package pack

import (
	"bytes"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

var codeKeys = []string{"title", "short_title", "description", "language", "wordings", "country", "scope", "tags", "territories"}

// parseCode reads a code.yaml, as far as it is sound.
func parseCode(rep *report, file, slug string, source []byte) (code codes.Code, keys keyLines) {
	m := (&yamlDoc{rep: rep, file: file}).parse(source, codeKeys...)
	if m == nil {
		return codes.Code{Slug: slug}, keyLines{file: file, unread: true}
	}
	code = codes.Code{
		Slug:        slug,
		Title:       m.text("title", true),
		ShortTitle:  m.text("short_title", false),
		Description: m.prose("description", false),
		Language:    m.language(false),
		Wordings:    m.wordings("title", "short_title", "description"),
		CountryCode: m.country("country", true),
		Scope:       codes.NormativeScope(m.text("scope", true)),
		Tags:        m.texts("tags", false),
	}
	if code.Scope != "" && !slices.Contains(codes.Scopes(), code.Scope) {
		m.bad("scope", "%q is none of %s", code.Scope, join(codes.Scopes()))
	}
	for _, id := range m.texts("territories", true) {
		code.Territories = append(code.Territories, geo.ID(id))
	}
	return code, m.keys()
}

func join[T ~string](words []T) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return strings.Join(list, ", ")
}

func codeDoc(c *codes.Code) yamlMapping {
	doc := newMapping()
	doc.text("title", c.Title)
	doc.text("short_title", c.ShortTitle)
	doc.text("description", c.Description)
	doc.text("language", c.Language)
	doc.wordings(c.Wordings)
	doc.text("country", c.CountryCode)
	doc.text("scope", string(c.Scope))
	doc.texts("tags", c.Tags)
	territories := make([]string, len(c.Territories))
	for i, id := range c.Territories {
		territories[i] = string(id)
	}
	doc.texts("territories", territories)
	return doc
}

var versionKeys = []string{
	"title", "status", "published", "effective", "repealed", "succeeded_by", "author", "source_url",
	"description", "wordings", "language", "internal", "digest",
}

var statuses = []codes.Status{codes.Active, codes.Repealed, codes.Draft, codes.InProgress}

// versionFile is what a version's Markdown file says.
type versionFile struct {
	version codes.Version
	blocks  []locatedBlock
	keys    keyLines // of the front matter
	unread  bool     // there is, or should be, text that was not read
}

// unreadVersion is a version of which nothing is known but that it is there.
func unreadVersion(file string, ref codes.VersionRef) versionFile {
	return versionFile{version: codes.Version{Slug: ref.Version}, keys: keyLines{file: file, unread: true}, unread: true}
}

// parseVersion reads a version's file, front matter and text, as far as it is sound.
func parseVersion(rep *report, file string, ref codes.VersionRef, source []byte) versionFile {
	front, body, bodyLine := splitFront(rep, file, source)
	if front == nil {
		return unreadVersion(file, ref)
	}
	m := (&yamlDoc{rep: rep, file: file, offset: 1}).parse(front, versionKeys...)
	if m == nil {
		return unreadVersion(file, ref)
	}
	f := versionFile{version: m.version(ref), keys: m.keys()}
	language := m.language(f.version.Internal)
	hasText := len(bytes.TrimSpace(body)) > 0
	f.unread = f.version.Internal != hasText
	switch {
	case f.version.Internal && !hasText:
		m.bad("internal", "is true, but there is no text below the front matter; write it, or set internal: false")
	case !f.version.Internal && hasText:
		m.bad("internal", "is not true, but there is text below the front matter; set internal: true, or remove the text")
	case hasText:
		md := newMarkdown(rep, file, ref, language, body, bodyLine)
		f.version.Sections, f.blocks = md.read()
		f.unread = len(f.blocks) == 0
	}
	return f
}

// splitFront cuts a file into front matter and body and tells the line the body
// begins on.
func splitFront(rep *report, file string, source []byte) (front, body []byte, bodyLine int) {
	const fence = "---"
	line, offset := 0, 0
	for row := range bytes.Lines(source) {
		line++
		offset += len(row)
		isFence := string(bytes.TrimRight(row, " \t\n")) == fence
		switch {
		case line == 1 && !isFence:
			rep.add(file, 1, "must begin with front matter: a line ---, keys such as title and status, and again a line ---")
			return nil, nil, 0
		case line > 1 && isFence:
			start := bytes.IndexByte(source, '\n') + 1
			return source[start : offset-len(row)], source[offset:], line + 1
		}
	}
	rep.add(file, 1, "the front matter has no end; write a line --- below its keys")
	return nil, nil, 0
}

func (m *mapping) version(ref codes.VersionRef) codes.Version {
	v := codes.Version{
		Slug:        ref.Version,
		Title:       m.text("title", true),
		Status:      codes.Status(m.text("status", true)),
		Published:   m.date("published"),
		Effective:   m.date("effective"),
		Repealed:    m.date("repealed"),
		SucceededBy: m.successor(ref),
		Author:      m.text("author", false),
		SourceURL:   m.address("source_url"),
		Description: m.prose("description", false),
		Wordings:    m.wordings("title", "author", "description"),
		Internal:    m.boolean("internal"),
		Digest:      m.boolean("digest"),
	}
	if v.Status != "" && !slices.Contains(statuses, v.Status) {
		m.bad("status", "%q is none of %s", v.Status, join(statuses))
	}
	if v.Digest && !v.Internal {
		m.bad("digest", "says what kind of text is hosted, but internal is not true; remove it")
	}
	m.dateOrder(v)
	return v
}

func (m *mapping) dateOrder(v codes.Version) {
	if v.Repealed.IsZero() {
		return
	}
	if v.Repealed.Before(v.Effective) {
		m.bad("repealed", "%s lies before effective %s", v.Repealed, v.Effective)
	}
	if v.Repealed.Before(v.Published) {
		m.bad("repealed", "%s lies before published %s", v.Repealed, v.Published)
	}
}

// successor reads "version", of the same code, or "code/version".
func (m *mapping) successor(ref codes.VersionRef) codes.VersionRef {
	const want = "a version, or code/version"
	text := strings.TrimSpace(m.scalar("succeeded_by", want, false, "!!str", "!!int", "!!float", "!!timestamp"))
	if text == "" {
		return codes.VersionRef{}
	}
	next := codes.VersionRef{Code: ref.Code, Version: text}
	if code, version, ok := strings.Cut(text, "/"); ok {
		next = codes.VersionRef{Code: code, Version: version}
	}
	for _, problem := range []string{codes.SlugProblem(next.Code, false), codes.SlugProblem(next.Version, true)} {
		if problem != "" {
			m.bad("succeeded_by", "must be %s: %s", want, problem)
			return codes.VersionRef{}
		}
	}
	if next == ref {
		m.bad("succeeded_by", "names the version itself; name the one that took its place")
	}
	return next
}

func (m *mapping) language(required bool) string {
	text := m.text("language", false)
	switch {
	case text == "" && required:
		m.bad("language", "is required where there is text; write its BCP 47 tag, such as es")
	case text != "" && !languageTag.MatchString(text):
		m.bad("language", "%q is no BCP 47 tag such as es, ca or es-ES", text)
	}
	return text
}

func versionDoc(ref codes.VersionRef, v *codes.Version, language string) yamlMapping {
	doc := newMapping()
	doc.text("title", v.Title)
	doc.text("status", string(v.Status))
	for _, d := range []struct {
		key  string
		date codes.Date
	}{{"published", v.Published}, {"effective", v.Effective}, {"repealed", v.Repealed}} {
		if !d.date.IsZero() {
			doc.raw(d.key, "!!timestamp", d.date.String())
		}
	}
	if next := v.SucceededBy; next.Code == ref.Code {
		doc.text("succeeded_by", next.Version)
	} else if !next.IsZero() {
		doc.text("succeeded_by", next.String())
	}
	doc.text("author", v.Author)
	doc.text("source_url", v.SourceURL)
	doc.text("description", v.Description)
	doc.wordings(v.Wordings)
	doc.text("language", language)
	doc.boolean("internal", v.Internal)
	if v.Digest {
		doc.boolean("digest", true)
	}
	return doc
}
