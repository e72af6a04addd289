package main

import (
	"bytes"
	"strings"
	"testing"
)

// said runs a command line in the process, and returns its exit code and what it printed.
func said(t *testing.T, environ []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	code = run(t.Context(), args, environ, &out, &complaints)
	return code, out.String(), complaints.String()
}

// TestReading asks what a person asks of places and codes.
func TestReading(t *testing.T) {
	t.Parallel()
	environ := []string{"REGENGINE_DATA_DIR=" + preparedFolder(t, "small")}
	for _, tt := range []struct {
		line   string
		code   int
		stdout []string
		stderr string
	}{
		{"places search madrid", 0, []string{"ID        NAME                 LEVEL         IN\n", "ES-28079  Madrid               municipality  Madrid, Comunidad de Madrid, España\n"}, ""},
		{"places search madrid --level province -q", 0, []string{"ES-28\n"}, ""},
		{"places search madrid --within ES-28 --csv", 0, []string{"id,name,level,in\nES-28079,Madrid,municipality,\"Madrid, Comunidad de Madrid, España\"\n"}, ""},
		{"places search madrid --json --top 1", 0, []string{`"geo_id": "ES-28"`, `"ancestors": [`}, ""},
		{"places search madrid --level town", 1, nil, "query.level must be one of"},
		{"places search xyzzy", 0, []string{"no place is called so"}, ""},
		{"places show madrid", 0, []string{"place         Madrid (ES-28079)\n", "climate zone  D3\n", "\nCODE   SCOPE     BECAUSE OF THE  TITLE\nnorma  national  country         "}, "Madrid: the municipality, ES-28079"},
		{"places show Madrit", 1, nil, "did you mean\n  ES-28  Madrid (province), "},
		{"places show ES-28079 --on 2019-01-01", 0, []string{"no code applies here\n"}, ""},
		{"places show ES-28079 --on soon", 1, nil, "query.as_of"},
		{"places show ES-28079 --country FR", 2, nil, "--country is one of ES"},
		{"codes list", 0, []string{"CODE   SHORT TITLE  SCOPE     TITLE\n", "norma"}, ""},
		{"codes list -q", 0, []string{"norma\n"}, ""},
		{"codes list xyzzy", 0, []string{"no codes\n"}, ""},
		{"codes show norma", 0, []string{"VERSION  STATUS  PUBLISHED", "2020     active"}, ""},
		{"codes show norma/2020", 0, []string{"SECTION", "in force since  2020-01-02\n"}, ""},
		{"codes show norma/2021", 1, nil, `norma has no version "2021"; it has 2020`},
		{"codes show nroma", 1, nil, "did you mean norma?"},
		{"verify --element barrera --parameter altura --value 0.85 --unit m --place ES-28079 --use oficina", 0, nil, ""},
		{"codes applicable ES-28079 -q", 0, []string{"norma\n"}, ""},
		{"codes compare norma 2020 2020", 0, []string{"sections are alike, 0 are not\n"}, ""},
		{"codes compare norma 2020 1999", 1, nil, `norma has no version "1999"`},
		{"place", 0, []string{"Wherever a command wants a\nplace"}, ""},
	} {
		code, stdout, stderr := said(t, environ, strings.Fields(tt.line)...)
		if code != tt.code {
			t.Errorf("%s: want exit code %d, got %d: %s", tt.line, tt.code, code, stderr)
		}
		for _, want := range tt.stdout {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: %q is not in\n%s", tt.line, want, stdout)
			}
		}
		if !strings.Contains(stderr, tt.stderr) || tt.stderr == "" && stderr != "" {
			t.Errorf("%s: want on standard error %q, got %q", tt.line, tt.stderr, stderr)
		}
	}
}
