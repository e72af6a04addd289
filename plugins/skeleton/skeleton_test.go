package skeleton_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/plugins/skeleton"
)

func engine(t *testing.T) string {
	t.Helper()
	dir := skeleton.FindEngine(".")
	if dir == "" {
		t.Fatal("the test does not run in the engine's source")
	}
	return dir
}

func write(t *testing.T, o skeleton.Options) (dir string, plan *skeleton.Plan) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "plugin")
	plan, err := skeleton.New(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	return dir, plan
}

// TestWrite_Builds writes skeletons and has the tests they come with run, in a
// language the engine has and in one it has not.
func TestWrite_Builds(t *testing.T) {
	if os.Getenv("REGENGINE_TESTS") != "all" {
		t.Skip("builds plugins: REGENGINE_TESTS=all go test ./plugins/skeleton")
	}
	for _, tt := range []struct{ name, country, language string }{
		{"English", "XQ", "en"},
		{"a language nobody has", "XR", "qtx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, plan := write(t, skeleton.Options{Country: tt.country, Name: "Atlantis", Language: tt.language, Engine: engine(t), Languages: []string{"en", "es"}})
			if plan.BringLanguage {
				needsWords(t, dir, plan)
			}
			for _, command := range [][]string{{"gofmt", "-l", "."}, {"go", "test", "-vet=all", "./..."}} {
				cmd := exec.Command(command[0], command[1:]...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off") // what the engine needs is enough
				out, err := cmd.CombinedOutput()
				if err != nil || command[0] == "gofmt" && len(out) > 0 {
					t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
				}
			}
		})
	}
}

// needsWords adds a rule that can be read only by who knows how the language writes
// numbers: two rows of a table, of which the first ends as the second begins.
func needsWords(t *testing.T, dir string, plan *skeleton.Plan) {
	t.Helper()
	version := filepath.Join("pack", "codes", plan.Slug+"-building-rules", "2026")
	for name, change := range map[string]func(string) string{
		filepath.Join("language", "quantity.txt"): func(string) string { return "decimal: ,\nthousands: sign\n" },
		version + ".md": func(text string) string {
			return text + "\n# Number {#number}\n\n| people | stairs |\n|---|---|\n| 26 to 100 | 3 |\n| 101 to 500 | 4 |\n"
		},
		version + ".rules.yaml": func(text string) string {
			text = strings.Replace(text, "parameters:\n", "parameters:\n  number:\n    label: {qtx: number}\n    names: {qtx: [number]}\n", 1)
			return text + `
  - id: stairs
    subjects: [{element: stair, parameter: number}]
    require: {op: "=", value: 3, unit: ud}
    section: number
    quote: "26 to 100 | 3\n101 to 500 | 4"
    tests:
      - {element: stair, parameter: number, value: 3, unit: ud, expect: compliant, limit: 3.0}
`
		},
	} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(change(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNew_ErrInvalid(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(full, "mine")
	t.Chdir(t.TempDir()) // where a skeleton would be written that is not refused
	for _, tt := range []struct {
		name, dir string
		options   skeleton.Options
		want      string // what the error advises
	}{
		{"no country", "", skeleton.Options{}, "two letters"},
		{"three letters", "", skeleton.Options{Country: "FRA"}, "two letters"},
		{"no letters", "", skeleton.Options{Country: "É1"}, "two letters"},
		{"built in", "", skeleton.Options{Country: "es", BuiltIn: []string{"ES"}}, "import pack"},
		{"supranational", "", skeleton.Options{Country: "EU"}, "a country's code"},
		{"language", "", skeleton.Options{Country: "XQ", Language: "../x"}, "BCP 47"},
		{"a language's name", "", skeleton.Options{Country: "XQ", Language: "deutsch"}, "BCP 47"},
		{"name", "", skeleton.Options{Country: "XQ", Name: "a\"b"}, "quotes"},
		{"long name", "", skeleton.Options{Country: "XQ", Name: strings.Repeat("a", 101)}, "shorten"},
		{"module", "", skeleton.Options{Country: "XQ", Module: "a b"}, "--module"},
		{"engine", "", skeleton.Options{Country: "XQ", Engine: full}, "--engine"},
		{"folder with something in it", full, skeleton.Options{Country: "XQ"}, "--dir"},
		{"a file", file, skeleton.Options{Country: "XQ"}, "--dir"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plan, err := skeleton.New(tt.dir, tt.options)
			if err == nil {
				_, err = plan.Write()
			}
			if !errors.Is(err, skeleton.ErrInvalid) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want ErrInvalid that says %q", err, tt.want)
			}
		})
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("%d entries, want the folder as it was", len(left))
	}
}

// TestWrite_Files holds the files against what they are for.
func TestWrite_Files(t *testing.T) {
	dir, plan := write(t, skeleton.Options{Country: "xq", Version: "v1.2.3", Languages: []string{"en"}})
	var got []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			got = append(got, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{".gitignore", "README.md", "calculator.go", "country.go", "country_test.go", "go.mod", "main.go",
		"pack/codes/xq-building-rules/2026.md", "pack/codes/xq-building-rules/2026.rules.yaml", "pack/codes/xq-building-rules/code.yaml",
		"pack/pack.yaml", "places.csv", "places.go", "scheme.go"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, name := range got {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || strings.Contains(string(text), "<<") || strings.Contains(string(text), "<no value>") {
			t.Errorf("%s: %v, or a mark was not filled in", name, err)
		}
	}
	mod, _ := os.ReadFile(filepath.Join(dir, "go.mod"))
	if !strings.Contains(string(mod), skeleton.EnginePath+" v1.2.3") || !strings.Contains(string(mod), "go mod edit -replace") {
		t.Errorf("go.mod asks for no release, or does not say what to do without one:\n%s", mod)
	}
	if plan.Binary != "regengine-plugin-xq" || plan.Module != "example.org/regengine-plugin-xq" || plan.BringLanguage {
		t.Errorf("plan: %+v", plan)
	}
}
