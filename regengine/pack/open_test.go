package pack

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// archive writes files into a zip as they are, however wrong their names.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range sorted(files) {
		file, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return save(t, b.Bytes())
}

func save(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pack.zip")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func under(top string, fsys fstest.MapFS) map[string]string {
	files := make(map[string]string)
	for name, content := range contents(fsys) {
		files[top+name] = content
	}
	return files
}

func TestOpen(t *testing.T) {
	want := mustRead(t, minimal(nil))
	equal := func(t *testing.T, path string) {
		t.Helper()
		got, err := Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Data, got.Data, dates); diff != "" {
			t.Errorf("data (-want +got):\n%s", diff)
		}
	}
	t.Run("OK/Folder", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, minimal(nil)); err != nil {
			t.Fatal(err)
		}
		equal(t, dir)
	})
	t.Run("OK/Zip", func(t *testing.T) { equal(t, archive(t, under("", minimal(nil)))) })
	t.Run("OK/ZipOfAFolder", func(t *testing.T) {
		files := under("spain-1.2/", minimal(nil))
		files["__MACOSX/._pack.yaml"] = "x"
		equal(t, archive(t, files))
	})

	t.Run("ErrNotExist", func(t *testing.T) {
		if _, err := Open(filepath.Join(t.TempDir(), "no"), nil); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v, want fs.ErrNotExist", err)
		}
	})
	t.Run("ErrFormat", func(t *testing.T) {
		if _, err := Open(save(t, []byte("no archive")), nil); !errors.Is(err, zip.ErrFormat) {
			t.Errorf("got %v, want zip.ErrFormat", err)
		}
	})
	t.Run("ErrTraversal", func(t *testing.T) {
		files := under("", minimal(nil))
		files["../evil.md"], files["/abs.md"], files[`a\b.md`], files["codes/./x.md"] = "x", "x", "x", "x"
		_, err := Open(archive(t, files), nil)
		wantProblems(t, []string{
			`"../evil.md":1: is no path`, `"/abs.md":1: is no path`, `"a\\b.md":1: is no path`, `"codes/./x.md":1: is no path`,
		}, err)
	})
	t.Run("ErrTwice", func(t *testing.T) {
		var b bytes.Buffer
		w := NewZipWriter(&b)
		for range 2 {
			if err := w.WriteFile("pack.yaml", []byte("format: 1\n")); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := Open(save(t, b.Bytes()), nil)
		wantProblems(t, []string{"pack.yaml:1: is twice in the archive"}, err)
	})
	t.Run("ErrBomb", func(t *testing.T) {
		files := under("", minimal(nil))
		files["codes/one/2021.md"] = string(make([]byte, 8<<20))
		_, err := Open(archive(t, files), &ReadOptions{MaxFileBytes: 1 << 20})
		wantProblems(t, []string{"codes/one/2021.md:1: is larger than 1048576 bytes"}, err)
	})
	t.Run("ErrDamaged", func(t *testing.T) {
		path := archive(t, under("", minimal(nil)))
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		content[60] ^= 0xff // inside the first file's data
		_, err = Open(save(t, content), nil)
		var mistakes *Error
		if !errors.As(err, &mistakes) {
			t.Errorf("got %v, want an *Error", err)
		}
	})
}

// A link inside a folder must not lead out of it.
func TestOpen_Symlink(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, minimal(nil)); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "codes", "one", "2021.md")); err != nil {
		t.Fatal(err)
	}
	_, err := Open(dir, nil)
	wantProblems(t, []string{"codes/one/2021.md:1: is a symbolic link"}, err)
}

func TestCreateDir(t *testing.T) {
	p := mustRead(t, minimal(nil))
	t.Run("OK", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "new", "pack")
		w, err := CreateDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := Export(t.Context(), w, p.Manifest, p.Data, nil); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.Data, got.Data, dates); diff != "" {
			t.Errorf("data (-want +got):\n%s", diff)
		}
	})
	t.Run("ErrNotEmpty", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := CreateDir(dir); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("got %v, want ErrNotEmpty", err)
		}
	})
	t.Run("ErrEscape", func(t *testing.T) {
		w, err := CreateDir(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }()
		if err := w.WriteFile("../x", nil); err == nil {
			t.Error("wrote outside the folder")
		}
	})
}

// Archives of equal data are equal, whenever they are made.
func TestZipWriter(t *testing.T) {
	p := mustRead(t, minimal(nil))
	export := func() []byte {
		var b bytes.Buffer
		w := NewZipWriter(&b)
		if err := Export(t.Context(), w, p.Manifest, p.Data, nil); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first := export()
	reader, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range reader.File {
		if !file.Modified.Equal(zipTime) {
			t.Errorf("%s is of %v, want %v", file.Name, file.Modified, zipTime)
		}
	}
	if !bytes.Equal(first, export()) {
		t.Error("two archives of the same data differ")
	}
	got, err := Open(save(t, first), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Data, got.Data, dates); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
}
