package projectstest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/projects"
)

func testGenerated(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	org := p.OrganizationID
	report := projects.GeneratedDocument{ID: projects.NewID(), Title: "Memoria", Type: "informe", Content: "# Uno\n", CreatedAt: Noon}
	sheet := projects.GeneratedDocument{ID: projects.NewID(), Title: "Ficha", Type: "ficha", Content: "ficha", CreatedAt: Noon}
	must(t, f.AddGenerated(ctx, org, p.ID, report))
	must(t, f.AddGenerated(ctx, org, p.ID, sheet))
	is(t, "AddGenerated with an id that is taken", f.AddGenerated(ctx, org, p.ID, report), projects.ErrNotFound)
	next := report
	next.Title, next.Content, next.CreatedAt = "Memoria final", "# Dos\n", Noon.Add(time.Hour)
	if n := ok(f.AddVersion(ctx, org, p.ID, next))(t); n != 2 {
		t.Errorf("AddVersion: want version 2, got %d", n)
	}
	report.Version, next.Version, sheet.Version = 1, 2, 1

	for version, want := range map[int]projects.GeneratedDocument{0: next, 1: report, 2: next} {
		same(t, fmt.Sprintf("version %d", version), want, ok(f.GetGenerated(ctx, org, p.ID, report.ID, version))(t))
	}
	for _, version := range []int{-1, 3} {
		_, err := f.GetGenerated(ctx, org, p.ID, report.ID, version)
		is(t, "GetGenerated of an absent version", err, projects.ErrNotFound)
	}
	report.Content, next.Content, sheet.Content = "", "", ""
	same(t, "the latest of each", []projects.GeneratedDocument{sheet, next}, f.contents(t, p).Generated)
	same(t, "ListVersions", []projects.GeneratedDocument{next, report}, ok(f.ListVersions(ctx, org, p.ID, report.ID))(t))

	must(t, f.DeleteGenerated(ctx, org, p.ID, report.ID))
	is(t, "DeleteGenerated again", f.DeleteGenerated(ctx, org, p.ID, report.ID), projects.ErrNotFound)
	_, err := f.GetGenerated(ctx, org, p.ID, report.ID, 1)
	is(t, "GetGenerated after it was deleted", err, projects.ErrNotFound)
	same(t, "what is left", []projects.GeneratedDocument{sheet}, f.contents(t, p).Generated)
}

// testGeneratedConcurrent: versions written at once are all kept, each under a
// number of its own.
func testGeneratedConcurrent(t *testing.T, f *fixture) {
	const callers = 10
	p := f.project(t, f.a, "A")
	d := projects.GeneratedDocument{ID: projects.NewID(), Title: "Memoria", Type: "informe"}
	must(t, f.AddGenerated(t.Context(), p.OrganizationID, p.ID, d))
	written := make([]string, callers+2) // by version
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range callers {
		wg.Go(func() {
			next := d
			next.Content = fmt.Sprint(i)
			n, err := f.AddVersion(t.Context(), p.OrganizationID, p.ID, next)
			if err != nil || n < 2 || n >= len(written) {
				t.Errorf("AddVersion: %d, %v", n, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			written[n] += next.Content
		})
	}
	wg.Wait()
	for n := 2; n < len(written); n++ {
		if got := ok(f.GetGenerated(t.Context(), p.OrganizationID, p.ID, d.ID, n))(t); got.Content != written[n] {
			t.Errorf("version %d: want %q, got %q", n, written[n], got.Content)
		}
	}
}

func testGeneratedFull(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	d := projects.GeneratedDocument{ID: projects.NewID(), Title: "Memoria", Type: "informe"}
	must(t, f.AddGenerated(ctx, p.OrganizationID, p.ID, d))
	for range projects.MaxVersions - 1 {
		ok(f.AddVersion(ctx, p.OrganizationID, p.ID, d))(t)
	}
	_, err := f.AddVersion(ctx, p.OrganizationID, p.ID, d)
	is(t, "a version too many", err, projects.ErrFull)
	for range projects.MaxGenerated - 1 {
		d.ID = projects.NewID()
		must(t, f.AddGenerated(ctx, p.OrganizationID, p.ID, d))
	}
	d.ID = projects.NewID()
	is(t, "a generated document too many", f.AddGenerated(ctx, p.OrganizationID, p.ID, d), projects.ErrFull)
	must(t, f.DeleteGenerated(ctx, p.OrganizationID, p.ID, f.contents(t, p).Generated[0].ID))
	must(t, f.AddGenerated(ctx, p.OrganizationID, p.ID, d))
}

// testEntriesFull: what is there can be changed in a full project, and what is
// deleted makes room.
func testEntriesFull(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	memory := func(i int) error {
		return f.PutMemory(ctx, p.OrganizationID, p.ID, projects.MemoryItem{Key: fmt.Sprint(i), Label: "L", Source: "user"})
	}
	var ids []string
	calculation := func(i int) error {
		ids = slices.Grow(ids, 1)
		for len(ids) <= i {
			ids = append(ids, projects.NewID())
		}
		return f.PutCalculation(ctx, p.OrganizationID, p.ID, projects.Calculation{ID: ids[i], CalculatorID: "c", Name: "N", CreatedAt: Noon})
	}
	for i := range projects.MaxMemory {
		must(t, memory(i))
	}
	for i := range projects.MaxCalculations {
		must(t, calculation(i))
	}
	is(t, "a memory item too many", memory(projects.MaxMemory), projects.ErrFull)
	is(t, "a calculation too many", calculation(projects.MaxCalculations), projects.ErrFull)
	must(t, memory(7))
	must(t, calculation(7))
	must(t, f.DeleteMemory(ctx, p.OrganizationID, p.ID, "7"))
	must(t, f.DeleteCalculation(ctx, p.OrganizationID, p.ID, ids[7]))
	must(t, memory(projects.MaxMemory))
	must(t, calculation(projects.MaxCalculations))
}
