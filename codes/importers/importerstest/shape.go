package importerstest

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// testShape checks everything that holds of an import whatever the file.
func testShape(t *testing.T, imp *importers.Import) {
	t.Helper()
	if problem := codes.SlugProblem(imp.Code.Slug, false); problem != "" {
		t.Errorf("the code's slug %s", problem)
	}
	if len(imp.Code.Versions) == 0 || len(imp.Blocks) == 0 {
		t.Errorf("%d versions and %d blocks", len(imp.Code.Versions), len(imp.Blocks))
	}
	blocks := make(map[string][]*retrieval.Block)
	for i := range imp.Blocks {
		blocks[imp.Blocks[i].Doc] = append(blocks[imp.Blocks[i].Doc], &imp.Blocks[i])
	}
	for i := range imp.Code.Versions {
		v := &imp.Code.Versions[i]
		testVersion(t, v)
		doc := codes.VersionRef{Code: imp.Code.Slug, Version: v.Slug}.String()
		testBlocks(t, v, blocks[doc])
		delete(blocks, doc)
	}
	for doc := range blocks {
		t.Errorf("there are blocks of %s, which is no version read", doc)
	}
	testIDs(t, imp.Blocks)
	testReport(t, &imp.Report)
}

func testVersion(t *testing.T, v *codes.Version) {
	t.Helper()
	if problem := codes.SlugProblem(v.Slug, true); problem != "" {
		t.Errorf("the version's slug %s", problem)
	}
	testText(t, "the title of the version", v.Title, true)
	if !v.Repealed.IsZero() && (v.Repealed.Before(v.Effective) || v.Repealed.Before(v.Published)) {
		t.Errorf("version %s ended on %s, before it began (%s) or was published (%s)", v.Slug, v.Repealed, v.Effective, v.Published)
	}
	seen := make(map[string]bool)
	depth := 0
	for _, s := range v.Sections {
		if !importers.IsAnchor(s.Slug) || seen[s.Slug] {
			t.Errorf("section slug %q is no anchor, or used twice", s.Slug)
		}
		seen[s.Slug] = true
		testText(t, "the title of a section", s.Title, true)
		if s.Level < 1 || s.Level > depth+1 {
			t.Errorf("section %s has level %d below one of %d", s.Slug, s.Level, depth)
		}
		depth = s.Level
	}
}

// testBlocks walks sections and blocks of one version side by side.
func testBlocks(t *testing.T, v *codes.Version, blocks []*retrieval.Block) {
	t.Helper()
	paths := sectionPaths(v.Sections)
	at := 0
	for i, b := range blocks {
		if b.Order != i {
			t.Errorf("%s: its order is not %d", describe(b), i)
		}
		path, ok := paths[b.Section]
		if !ok || !slices.Equal(path, b.Path) {
			t.Errorf("%s: path %q, that of section %q is %q", describe(b), b.Path, b.Section, path)
		}
		for ; at < len(v.Sections) && v.Sections[at].Slug != b.Section; at++ {
		}
		if at == len(v.Sections) {
			t.Fatalf("%s: stands behind a later section than its own", describe(b))
		}
		testBlock(t, b)
	}
}

func sectionPaths(sections []codes.Section) map[string][]string {
	paths := make(map[string][]string)
	var open []string
	for _, s := range sections {
		open = append(slices.Clone(open[:min(s.Level-1, len(open))]), s.Title)
		paths[s.Slug] = open
	}
	return paths
}

func testBlock(t *testing.T, b *retrieval.Block) {
	t.Helper()
	testText(t, "the text", b.Text, true)
	testText(t, "the title", b.Title, false)
	if b.SHA256 != retrieval.HashText(b.Text) {
		t.Errorf("%s: its hash is of another text", describe(b))
	}
	if !slices.Contains(retrieval.Kinds(), b.Kind) || (b.Kind == retrieval.TableKind) != (b.Table != nil) {
		t.Errorf("%s: kind %q, table %t", describe(b), b.Kind, b.Table != nil)
	}
	if (b.Kind == retrieval.Item) != (b.Depth > 0) {
		t.Errorf("%s: %s of depth %d", describe(b), b.Kind, b.Depth)
	}
	if b.Lang == "" || b.Anchor != "" && !importers.IsAnchor(b.Anchor) && !importers.IsUUID(b.Anchor) {
		t.Errorf("%s: language %q, anchor %q", describe(b), b.Lang, b.Anchor)
	}
	end := 0
	for _, r := range b.Refs {
		if r.Start < end || r.End <= r.Start || r.End > len(b.Text) || !utf8.ValidString(b.Text[r.Start:r.End]) {
			t.Errorf("%s: reference %+v overlaps, or is not in its %d bytes", describe(b), r, len(b.Text))
			break
		}
		end = r.End
	}
	if b.Table != nil {
		testTable(t, b)
	}
}

func testTable(t *testing.T, b *retrieval.Block) {
	t.Helper()
	if b.Text != b.Table.Text() {
		t.Errorf("%s: its text is not that of its table", describe(b))
	}
	if len(b.Table.Rows) == 0 {
		t.Fatalf("%s: a table without rows", describe(b))
	}
	width := len(b.Table.Rows[0])
	for _, row := range slices.Concat(b.Table.Head, b.Table.Rows) {
		if len(row) != width {
			t.Errorf("%s: rows of %d and %d cells", describe(b), width, len(row))
		}
	}
	if b.Table.Header != nil && len(b.Table.Header) != width {
		t.Errorf("%s: %d labels for %d columns", describe(b), len(b.Table.Header), width)
	}
	height := len(b.Table.Head) + len(b.Table.Rows)
	for _, s := range b.Table.Spans {
		if s.Row < 0 || s.Col < 0 || s.Rows*s.Cols < 2 || s.Row+s.Rows > height || s.Col+s.Cols > width {
			t.Errorf("%s: merged cell %+v in %d rows of %d", describe(b), s, height, width)
		}
	}
}

func testIDs(t *testing.T, blocks []retrieval.Block) {
	t.Helper()
	seen := make(map[string]bool, len(blocks))
	for i := range blocks {
		if b := &blocks[i]; !importers.IsUUID(b.ID) || seen[b.ID] {
			t.Errorf("%s: id %q is no UUID, or used twice", describe(b), b.ID)
		}
		seen[blocks[i].ID] = true
	}
}

func testReport(t *testing.T, r *importers.Report) {
	t.Helper()
	if r.File == "" || r.Format == "" || r.Bytes == 0 || len(r.Counts) == 0 {
		t.Errorf("the report does not say what was read: %+v", r)
	}
	for _, c := range r.Counts {
		if c.What == "" || c.Source < 0 || c.Kept < 0 {
			t.Errorf("count %+v", c)
		}
	}
}

func testText(t *testing.T, what, text string, needed bool) {
	t.Helper()
	if needed && strings.TrimSpace(text) == "" {
		t.Errorf("%s is empty", what)
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		t.Errorf("%s is no text: %.60q", what, text)
	}
}
