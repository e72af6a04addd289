package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComplete: a shell is offered the names a command takes.
func TestComplete(t *testing.T) {
	t.Parallel()
	dir, cache := preparedFolder(t, "small"), t.TempDir()
	environ := []string{"REGENGINE_DATA_DIR=" + dir, "XDG_CACHE_HOME=" + cache}
	plugins := filepath.Join(dir, pluginsIn)
	if err := os.Mkdir(plugins, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plugins, pluginPrefix+"xq"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	complete := func(words ...string) string {
		t.Helper()
		code, stdout, _ := said(t, environ, append([]string{"__complete"}, words...)...)
		if code != exitOK {
			t.Errorf("%v: exit code %d", words, code)
		}
		return stdout
	}
	for _, tt := range []struct{ line, want string }{
		{"places show mad", "Madrid\tES-28 province\nMadrid\tES-28079 municipality\n:4\n"},
		{"places show es-28", "ES-28\tMadrid\nES-28079\tMadrid\n:4\n"},
		{"verify --place mad", "Madrid\tES-28 province\nMadrid\tES-28079 municipality\n:4\n"},
		{"verify --geo-id mad", "Madrid\tES-28 province\nMadrid\tES-28079 municipality\n:4\n"},
		{"codes show n", "norma\tNorma de prueba\n:4\n"},
		{"codes compare norma n", ":4\n"},
		{"projects create --select norma,n", "norma,norma\tNorma de prueba\n:4\n"},
		{"projects select ID n", "norma\tNorma de prueba\n:4\n"},
		{"requirements barr", ":4\n"}, // it has no rules
		{"plugin remove x", "xq\n:0\n"},
		{"places show --data-dir nowhere mad", ":4\n"},
	} {
		if got := complete(strings.Fields(tt.line)...); got != tt.want {
			t.Errorf("%s: want %q, got %q", tt.line, tt.want, got)
		}
	}

	// What is kept is of this content alone, and for its owner.
	kept, err := filepath.Glob(filepath.Join(cache, "regengine", "*.codes"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept names: %v, %v", kept, err)
	}
	if info, err := os.Stat(kept[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want it for its owner alone", info.Mode(), err)
	}
	content, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ kept, want string }{
		{strings.ReplaceAll(string(content), "norma\t", "nova\t"), "nova\tNorma de prueba\n:4\n"},
		{strings.NewReplacer(namesFormat+" ", namesFormat+" 9", "norma\t", "nova\t").Replace(string(content)), "norma\tNorma de prueba\n:4\n"},
		{"", "norma\tNorma de prueba\n:4\n"},
	} {
		if err := os.WriteFile(kept[0], []byte(tt.kept), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := complete("codes", "show", "n"); got != tt.want {
			t.Errorf("kept as %q: want %q, got %q", tt.kept, tt.want, got)
		}
	}
}

// BenchmarkComplete completes a name as a shell does, over the starter data: below 100 ms
// nobody waits. The start of a process is not in it.
func BenchmarkComplete(b *testing.B) {
	folder, err := preparedFolders["starter"]()
	if err != nil {
		b.Fatal(err)
	}
	for name, line := range map[string]string{
		"Place": "places show pegue", "Code": "codes show cte", "Element": "requirements baran", "Parameter": "requirements barandilla alt", "Circumstance": "verify --with drop",
	} {
		b.Run(name, func(b *testing.B) {
			environ := []string{"REGENGINE_DATA_DIR=" + folder, "XDG_CACHE_HOME=" + b.TempDir()}
			for b.Loop() {
				var out strings.Builder
				if code := run(b.Context(), append([]string{"__complete"}, strings.Fields(line)...), environ, &out, &out); code != exitOK || strings.Count(out.String(), "\n") < 2 {
					b.Fatal(code, out.String())
				}
			}
		})
	}
}
