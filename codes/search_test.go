package codes_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
)

func searchable(t testing.TB) *codes.Catalog {
	titled := func(slug, title, short string, scope codes.NormativeScope, tags ...string) codes.Code {
		c := code(slug, scope, "XX")
		if scope == codes.Regional {
			c.Territories[0] = "XX-A"
		}
		c.Title, c.ShortTitle, c.Tags = title, short, tags
		return c
	}
	return catalog(t,
		titled("rite", "Reglamento de Instalaciones Térmicas en los Edificios", "RITE", codes.National, "energia"),
		titled("db-sua", "Documento Básico SUA. Seguridad de utilización y accesibilidad", "DB-SUA", codes.National, "accesibilidad"),
		titled("access-a", "Código de accesibilidad de Región A", "", codes.Regional, "accesibilidad"),
		titled("structural", "Código Estructural", "", codes.National, "estructura"),
		titled("odd", "100 % seguro_total", "", codes.National),
	)
}

func slugs(p codes.Page) []string {
	var list []string
	for _, c := range p.Items {
		list = append(list, c.Slug)
	}
	return list
}

func TestCatalog_Search(t *testing.T) {
	c := searchable(t)
	for _, tt := range []struct {
		name, q string
		opts    *codes.SearchOptions
		want    []string
	}{
		{"Blank", " ", nil, []string{"db-sua", "odd", "rite", "structural", "access-a"}},
		{"AccentsAndCase", "CODIGO", nil, []string{"structural", "access-a"}},
		{"ShortTitle", "rite", nil, []string{"rite"}},
		{"Hyphen", "DB SUA", nil, []string{"db-sua"}},
		{"Inside", "termicas en", nil, []string{"rite"}},
		{"WordsInAnyOrder", "region accesibilidad", nil, []string{"access-a"}},
		{"Tag", "", &codes.SearchOptions{Tag: "accesibilidad"}, []string{"db-sua", "access-a"}},
		{"TagIsExact", "", &codes.SearchOptions{Tag: "accesi"}, nil},
		{"Scope", "accesibilidad", &codes.SearchOptions{Scope: codes.Regional}, []string{"access-a"}},
		{"WildcardIsLiteral", "%", nil, []string{"odd"}},
		{"UnderscoreIsLiteral", "_", nil, []string{"odd"}},
		{"Nothing", "portugal", nil, nil},
		{"OtherCountry", "", &codes.SearchOptions{Country: "FR"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, slugs(c.Search(tt.q, tt.opts))); diff != "" {
				t.Errorf("Search(%q) (-want +got):\n%s", tt.q, diff)
			}
		})
	}
}

func TestCatalog_SearchPages(t *testing.T) {
	var list []codes.Code
	for i := range 120 {
		list = append(list, code(fmt.Sprintf("code-%03d", i), codes.National, "XX"))
	}
	c := catalog(t, list...)
	for _, tt := range []struct {
		page, size  int
		wantSize    int
		wantItems   int
		wantPages   int
		wantFirst   string
		wantCurrent int
	}{
		{0, 0, 20, 20, 6, "code-000", 1},
		{2, 50, 50, 50, 3, "code-050", 2},
		{3, 50, 50, 20, 3, "code-100", 3},
		{4, 50, 50, 0, 3, "", 4},
		{1, 1000, 50, 50, 3, "code-000", 1},
		{1_000_000, 50, 50, 0, 3, "", 1_000_000},
		{120, 1, 1, 1, 120, "code-119", 120},
	} {
		got := c.Search("", &codes.SearchOptions{Page: tt.page, PageSize: tt.size})
		first := ""
		if len(got.Items) > 0 {
			first = got.Items[0].Slug
		}
		want := []any{120, tt.wantCurrent, tt.wantSize, tt.wantPages, tt.wantItems, tt.wantFirst}
		if diff := cmp.Diff(want, []any{got.Total, got.Page, got.PageSize, got.TotalPages, len(got.Items), first}); diff != "" {
			t.Errorf("page %d of %d (-want +got):\n%s", tt.page, tt.size, diff)
		}
	}
	if got := c.Search("no such title", nil); got.Total != 0 || got.TotalPages != 0 {
		t.Errorf("nothing found: total %d, pages %d; want 0, 0", got.Total, got.TotalPages)
	}
}
