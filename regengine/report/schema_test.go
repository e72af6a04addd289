package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// testsEnv is the setting that makes tests start other programs.
const testsEnv = "REGENGINE_TESTS"

// schemas are those of buildingSMART, by the ending of the files they are for.
var schemas = map[string]string{
	"bcf.version": "bcf-3.0/version.xsd", "project.bcfp": "bcf-3.0/project.xsd", "extensions.xml": "bcf-3.0/extensions.xsd",
	"markup.bcf": "bcf-3.0/markup.xsd", "viewpoint.bcfv": "bcf-3.0/visinfo.xsd", ".ids": "ids-1.0/ids.xsd",
}

// TestSchemas: what is written is valid by buildingSMART's own schemas, whatever the texts.
func TestSchemas(t *testing.T) {
	if os.Getenv(testsEnv) != "all" {
		t.Skipf("starts xmllint: %s=all go test ./regengine/report", testsEnv)
	}
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Fatalf("%v, and %s=all requires it: install Debian's libxml2-utils", err, testsEnv)
	}
	between := holding(rules.Between, "")
	between.Min, between.Max = "0.13", "0.175"
	whole := project(t, broken(), broken())
	whole.Required = required(map[string][]verify.RequirementRow{"stair riser_height": {between}, "door width": {holding(rules.AtLeast, "0.8")}, "wall u_value": {holding(rules.AtMost, "0.4")},
		"barrier height": {holding(rules.Greater, "1")}, "stair step_count": {holding(rules.Less, "12")}})
	reports := []*report.Report{whole}
	for _, text := range hostile {
		r := all(text)
		r.On = day(t, "2026-11-28")
		reports = append(reports, r)
	}
	dir := t.TempDir()
	files := make(map[string][]string) // by schema
	keep := func(name, text string) {
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for ending, schema := range schemas {
			if strings.HasSuffix(name, ending) {
				files[schema] = append(files[schema], path)
				return
			}
		}
		t.Errorf("no schema is for %s", name)
	}
	for i, r := range reports {
		for name, text := range unzipped(t, written(t, report.WriteBCF, r)) {
			keep(strconv.Itoa(i)+"/"+name, text)
		}
		keep(strconv.Itoa(i)+".ids", written(t, report.WriteIDS, r))
	}
	for _, schema := range schemas {
		if len(files[schema]) == 0 {
			t.Errorf("no file is held against %s", schema)
			continue
		}
		cmd := exec.CommandContext(t.Context(), xmllint, append([]string{"--nonet", "--noout", "--schema", filepath.Join("testdata", schema)}, files[schema]...)...)
		cmd.Env = append(os.Environ(), "XML_CATALOG_FILES="+filepath.Join("testdata", "ids-1.0", "catalog.xml"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.4000s", schema, err, out)
		}
	}
}
