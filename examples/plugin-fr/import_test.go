package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
)

// TestImport_throughput reads the whole file of communes twice, in this process and
// through the plugin's, up to the places and the tabulated scheme an import is made
// of, and prints what the wire costs.
func TestImport_throughput(t *testing.T) {
	name := os.Getenv(fullFile)
	if name == "" {
		t.Skip(fullFile + " names no file of communes")
	}
	format := formatFor(t, name)
	client := approvedClient(t)
	here, wire := time.Duration(1<<62), time.Duration(1<<62)
	var inProcess, through int
	for range 3 { // the best of three: others use this machine
		start := time.Now()
		inProcess = tabulated(t, format, name)
		here = min(here, time.Since(start))
		start = time.Now()
		through = fetched(t, client, format, name)
		wire = min(wire, time.Since(start))
	}
	if inProcess != through || through < 34_000 {
		t.Errorf("communes: %d in process, %d through the wire", inProcess, through)
	}
	rate := func(took time.Duration) float64 { return float64(through) / took.Seconds() }
	t.Logf("%d communes: in process %v (%.0f a second), through the wire %v (%.0f a second): %.2f of the throughput",
		through, here.Round(time.Millisecond), rate(here), wire.Round(time.Millisecond), rate(wire), rate(wire)/rate(here))
}

// approvedClient starts this module's binary under the engine's host.
func approvedClient(t *testing.T) *host.Client {
	t.Helper()
	private := filepath.Join(t.TempDir(), "approvals") // whatever rights others get by default
	if err := os.Mkdir(private, 0o700); err != nil {
		t.Fatal(err)
	}
	h, err := host.Open(host.Options{Approvals: filepath.Join(private, "approvals.json"), Files: []string{builtPlugin(t)}, Look: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	states, err := h.List(t.Context())
	if err != nil || len(states) != 1 {
		t.Fatalf("plugins: %v, %v", states, err)
	}
	if _, err := h.Approve(t.Context(), states[0].Path); err != nil {
		t.Fatal(err)
	}
	client, err := h.Client("fr")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Description(t.Context()); err != nil { // it is up before the clock starts
		t.Fatal(err)
	}
	return client
}

func opened(t *testing.T, name string) io.ReadCloser {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// tabulated reads the file in this process.
func tabulated(t *testing.T, format, name string) int {
	t.Helper()
	file := opened(t, name)
	defer func() { _ = file.Close() }()
	var all []geo.Place
	err := formatOf(t, format).Read(t.Context(), name, file, func(p geo.Place) error { all = append(all, p); return nil }, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := geo.Tabulate(t.Context(), country{}, all); err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// fetched has the plugin read it.
func fetched(t *testing.T, client *host.Client, format, name string) int {
	t.Helper()
	file := opened(t, name)
	defer func() { _ = file.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	contents, err := client.ReadPlaces(ctx, format, filepath.Base(name), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return len(contents.Places)
}
