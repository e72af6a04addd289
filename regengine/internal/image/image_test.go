//go:build linux

// Package image tests the container image: what the Dockerfile says is built and run.
package image

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const (
	root    = "../../.."
	version = "v9.8.7-test"
	name    = "localhost/regengine-test"
	nobody  = "65532"
)

// TestDockerfile makes the image as "make image" does and serves out of it, where
// REGENGINE_SWEEP=full asks for what takes long. It wants Debian's buildah, and to be root.
func TestDockerfile(t *testing.T) {
	if os.Getenv("REGENGINE_SWEEP") != "full" {
		t.Skip("builds a static program and an image: REGENGINE_SWEEP=full go test ./regengine/internal/image")
	}
	if text, err := os.ReadFile(filepath.Join(root, "Dockerfile")); err != nil || !strings.Contains(string(text), "\nFROM scratch\n") {
		t.Fatalf("the Dockerfile is not of the program alone: %v", err)
	}
	b := &buildah{t, t.TempDir()}
	built := exec.CommandContext(t.Context(), "make", "-C", root, "image", "IMAGE="+name, "VERSION="+version, "BUILDAH=buildah "+strings.Join(b.store(), " "))
	if out, err := built.CombinedOutput(); err != nil {
		t.Fatalf("make image: %v\n%s", err, out)
	}
	static(t, filepath.Join(root, "bin/image/regengine"))
	container := b.run("from", "--pull-never", name)
	t.Cleanup(func() { b.run("rm", container) })
	b.described(container)
	if got := b.within(container, "/regengine", "version"); !strings.HasPrefix(got, "regengine "+version+" ") {
		t.Errorf("it says it is %s", got)
	}
	b.serves(container)
}

// static holds that a program needs no file of a system to be loaded.
func static(t *testing.T, path string) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Error("the program is not static")
		}
	}
}

// buildah runs Debian's buildah over a store of its own.
type buildah struct {
	t   *testing.T
	dir string
}

func (b *buildah) store() []string {
	return []string{"--storage-driver=vfs", "--root=" + filepath.Join(b.dir, "store"), "--runroot=" + filepath.Join(b.dir, "run")}
}

func (b *buildah) command(args ...string) *exec.Cmd {
	return exec.CommandContext(b.t.Context(), "buildah", append(b.store(), args...)...)
}

func (b *buildah) run(args ...string) string {
	b.t.Helper()
	cmd := exec.Command("buildah", append(b.store(), args...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		b.t.Fatalf("buildah %s: %v\n%s", strings.Join(args, " "), err, &errs)
	}
	return strings.TrimSpace(string(out))
}

// within runs a program of the image.
func (b *buildah) within(container string, args ...string) string {
	b.t.Helper()
	return b.run(append([]string{"run", "--isolation", "chroot", container, "--"}, args...)...)
}

// described holds what an image says of itself, and that it has no other files.
func (b *buildah) described(container string) {
	b.t.Helper()
	var image struct {
		OCIv1 struct {
			Config struct {
				User            string
				Env, Entrypoint []string
				Cmd             []string
				Volumes         map[string]any
				Labels          map[string]string
			} `json:"config"`
		}
	}
	if err := json.Unmarshal([]byte(b.run("inspect", "--type", "image", name)), &image); err != nil {
		b.t.Fatal(err)
	}
	c := image.OCIv1.Config
	if _, kept := c.Volumes["/data"]; !kept || c.User != nobody+":"+nobody || strings.Join(append(c.Entrypoint, c.Cmd...), " ") != "/regengine serve" ||
		c.Labels["org.opencontainers.image.version"] != version {
		b.t.Errorf("image: %+v", c)
	}
	entries, err := os.ReadDir(b.run("mount", container))
	if err != nil {
		b.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "data regengine tmp" {
		b.t.Errorf("files: %s", got)
	}
}

// serves runs a server out of the image on an address of its own, and looks who listens.
func (b *buildah) serves(container string) {
	b.t.Helper()
	cmd := b.command("run", "--isolation", "chroot", container, "--", "/regengine", "serve", "--json", "--listen", "127.0.0.1:0")
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var served struct {
		BaseURL string `json:"base_url"`
		Key     string `json:"api_key"`
		DataDir string `json:"data_dir"`
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &served)
	}
	if err != nil || served.DataDir != "/data" {
		b.t.Fatalf("%v: %s\n%s", err, line, &log)
	}
	for _, path := range []string{"/readyz", "/api/v1/location/ES-28079"} {
		r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, served.BaseURL+path, nil)
		if err != nil {
			b.t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+served.Key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			b.t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			b.t.Errorf("%s: %s", path, answer.Status)
		}
	}
	if user := listening(b.t, served.BaseURL); user != nobody {
		b.t.Errorf("user %s listens", user)
	}
}

// listening returns the number of the user that listens at an address: proc(5) has port
// and user of every socket.
func listening(t *testing.T, address string) string {
	t.Helper()
	port, err := strconv.Atoi(address[strings.LastIndex(address, ":")+1:])
	if err != nil {
		t.Fatal(err)
	}
	sockets, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sockets)) {
		if fields := strings.Fields(line); strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) && fields[3] == "0A" {
			return fields[7]
		}
	}
	return "unknown"
}
