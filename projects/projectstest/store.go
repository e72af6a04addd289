package projectstest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
)

// Backend is a Store under test and what it takes to have tenants in it.
type Backend struct {
	Store projects.Store

	// AddMember stores a user. The organization is a new one where it is "",
	// otherwise one returned by an earlier call.
	AddMember func(t testing.TB, organizationID string) projects.Member
}

// NewBackend returns a Backend in memory.
func NewBackend() Backend {
	m := NewMem()
	return Backend{Store: m, AddMember: func(_ testing.TB, organizationID string) projects.Member {
		if organizationID == "" {
			organizationID = projects.NewID()
		}
		member := projects.Member{OrganizationID: organizationID, UserID: projects.NewID()}
		m.AddMember(member)
		return member
	}}
}

// Noon is when the suite's projects are made.
var Noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

// TestStore holds a Store to its contract. open returns an empty one.
func TestStore(t *testing.T, open func(t *testing.T) Backend) {
	cases := []struct {
		name string
		run  func(t *testing.T, f *fixture)
	}{
		{"PutProject", testPutProject},
		{"ListProjects", testListProjects},
		{"DeleteProject", testDeleteProject},
		{"UpdateProject", testUpdateProject},
		{"UpdateConcurrent", testUpdateConcurrent},
		{"Documents", testDocuments},
		{"DocumentBlocks", testDocumentBlocks},
		{"DocumentIndexes", testDocumentIndexes},
		{"DocumentReplaced", testDocumentReplaced},
		{"DocumentsConcurrent", testDocumentsConcurrent},
		{"DocumentsFull", testDocumentsFull},
		{"Generated", testGenerated},
		{"GeneratedConcurrent", testGeneratedConcurrent},
		{"GeneratedFull", testGeneratedFull},
		{"EntriesFull", testEntriesFull},
		{"Checks", testChecks},
		{"Decisions", testDecisions},
		{"ChecksFull", testChecksFull},
		{"Memory", testMemory},
		{"Calculations", testCalculations},
		{"Active", testActive},
		{"ActiveGone", testActiveGone},
		{"Isolation", testIsolation},
		{"IsolationOfEntries", testIsolationOfEntries},
		{"HostileText", testHostileText},
		{"Concurrent", testConcurrent},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := open(t)
			f := &fixture{Store: b.Store, a: b.AddMember(t, ""), b: b.AddMember(t, "")}
			f.colleague = b.AddMember(t, f.a.OrganizationID)
			c.run(t, f)
		})
	}
}

// fixture is a store with two tenants, a and b.
type fixture struct {
	projects.Store
	a, colleague, b projects.Member
}

// project stores a new project of a member's organization.
func (f *fixture) project(t *testing.T, m projects.Member, name string) projects.Project {
	t.Helper()
	p := projects.Project{
		ID: projects.NewID(), OrganizationID: m.OrganizationID, Name: name,
		Description: "Vivienda unifamiliar", GeoID: "ES-28079", Selected: []string{"zeta", "alpha", "mid"}, CreatedAt: Noon,
	}
	must(t, f.PutProject(t.Context(), p))
	return p
}

func testPutProject(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "Casa")
	same(t, "GetProject", p, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))

	must(t, f.PutMemory(ctx, p.OrganizationID, p.ID, projects.MemoryItem{Key: "k"}))
	must(t, f.SetActive(ctx, p.OrganizationID, f.a.UserID, p.ID))
	p.Name, p.Description, p.GeoID, p.Selected = "Otra", "", "ES-28", []string{"mid", "zeta"}
	must(t, f.PutProject(ctx, p))
	same(t, "GetProject after a replacement", p, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
	if c := ok(f.GetContents(ctx, p.OrganizationID, p.ID))(t); len(c.Memory) != 1 {
		t.Errorf("contents after a replacement: want them kept, got %+v", c)
	}
	if id := ok(f.GetActive(ctx, p.OrganizationID, f.a.UserID))(t); id != p.ID {
		t.Errorf("active project after a replacement: want %s, got %s", p.ID, id)
	}

	p.Selected = nil
	must(t, f.PutProject(ctx, p))
	same(t, "GetProject with nothing selected", p, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
}

func testListProjects(t *testing.T, f *fixture) {
	ctx := t.Context()
	if list := ok(f.ListProjects(ctx, f.a.OrganizationID))(t); len(list) != 0 {
		t.Errorf("ListProjects: want none, got %v", list)
	}
	first, second := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	if second.ID < first.ID {
		first, second = second, first // equally old: by id
	}
	newest := f.project(t, f.a, "C")
	newest.CreatedAt = Noon.Add(time.Second)
	must(t, f.PutProject(ctx, newest))
	f.project(t, f.b, "foreign")
	for i := range 2 {
		f.document(t, second, fmt.Sprint(i), 1)
	}
	same(t, "ListProjects", []projects.Counted{{Project: newest}, {Project: first}, {Project: second, Documents: 2}},
		ok(f.ListProjects(ctx, f.a.OrganizationID))(t))
	if list := ok(f.ListProjects(ctx, projects.NewID()))(t); len(list) != 0 {
		t.Errorf("ListProjects of an absent organization: want none, got %v", list)
	}
}

func testDeleteProject(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, kept := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	f.fill(t, p)
	f.fill(t, kept)
	must(t, f.DeleteProject(ctx, p.OrganizationID, p.ID))
	_, err := f.GetProject(ctx, p.OrganizationID, p.ID)
	is(t, "GetProject", err, projects.ErrNotFound)
	_, err = f.GetContents(ctx, p.OrganizationID, p.ID)
	is(t, "GetContents", err, projects.ErrNotFound)
	is(t, "DeleteProject again", f.DeleteProject(ctx, p.OrganizationID, p.ID), projects.ErrNotFound)

	must(t, f.PutProject(ctx, p))
	same(t, "contents of a new project with the old id", projects.Contents{}, ok(f.GetContents(ctx, p.OrganizationID, p.ID))(t))
	if left, kept := len(f.checks(t, p)), len(f.checks(t, kept)); left != 0 || kept != 1 {
		t.Errorf("checks: want none of the deleted project and one of the other, got %d and %d", left, kept)
	}
	if c := ok(f.GetContents(ctx, kept.OrganizationID, kept.ID))(t); len(c.Documents) != 1 {
		t.Errorf("contents of another project: want them kept, got %+v", c)
	}
}

// entries are the keys of what a project holds.
type entries struct{ document, generated, memory, calculation, check string }

// fill puts one of everything into a project.
func (f *fixture) fill(t *testing.T, p projects.Project) entries {
	t.Helper()
	ctx := t.Context()
	e := entries{generated: projects.NewID(), memory: "k", calculation: projects.NewID()}
	d, _ := f.document(t, p, "d.pdf", 2)
	e.document = d.ID
	must(t, f.PutIndex(ctx, p.OrganizationID, p.ID, d.ID, projects.Index{Segment: []byte("index"), Memory: 9}))
	must(t, f.AddGenerated(ctx, p.OrganizationID, p.ID, projects.GeneratedDocument{ID: e.generated, Title: "T", Type: "informe", Content: "# T"}))
	must(t, f.PutMemory(ctx, p.OrganizationID, p.ID, projects.MemoryItem{Key: e.memory, Label: "K", Value: "1", Source: "user"}))
	must(t, f.PutCalculation(ctx, p.OrganizationID, p.ID, projects.Calculation{ID: e.calculation, CalculatorID: "c", Name: "N", CreatedAt: Noon}))
	c := savedCheck(0)
	e.check = c.ID
	must(t, f.PutChecks(ctx, p.OrganizationID, p.ID, c))
	return e
}

func testMemory(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, other := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	put := func(p projects.Project, m projects.MemoryItem) { must(t, f.PutMemory(ctx, p.OrganizationID, p.ID, m)) }
	width := projects.MemoryItem{Key: "stair_width", Label: "Ancho de escalera", Value: "1,10", Unit: "m", Source: "user"}
	use := projects.MemoryItem{Key: "Use", Label: "Uso", Value: "vivienda", Source: "document"}
	put(p, width)
	put(p, use)
	put(other, projects.MemoryItem{Key: "stair_width", Label: "L", Value: "9", Source: "user"})
	width.Value, width.Unit, width.Source = "1200", "mm", "calculation"
	put(p, width)
	same(t, "memory", []projects.MemoryItem{use, width}, f.contents(t, p).Memory)
	must(t, f.DeleteMemory(ctx, p.OrganizationID, p.ID, "stair_width"))
	is(t, "DeleteMemory again", f.DeleteMemory(ctx, p.OrganizationID, p.ID, "stair_width"), projects.ErrNotFound)
	same(t, "memory after one was deleted", []projects.MemoryItem{use}, f.contents(t, p).Memory)
	if len(f.contents(t, other).Memory) != 1 {
		t.Error("DeleteMemory deleted another project's item of that key")
	}
}

func testCalculations(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	older := projects.Calculation{
		ID: projects.NewID(), CalculatorID: "u-value", Name: "Muro", Summary: "U = 0,35 W/m²K", Compliant: new(true),
		Input: json.RawMessage(`{"layers":[1,2.50,{"a":null}]}`), Result: json.RawMessage(`0.35`), CreatedAt: Noon,
		Steps: []string{"R = e/λ", "U = 1/R"}, Sources: []string{"DB-HE, 3.1"},
	}
	newer := projects.Calculation{ID: projects.NewID(), CalculatorID: "u-value", Name: "Cubierta", CreatedAt: Noon.Add(time.Minute)}
	for _, c := range []projects.Calculation{older, newer, older} {
		must(t, f.PutCalculation(ctx, p.OrganizationID, p.ID, c))
	}
	same(t, "calculations", []projects.Calculation{newer, older}, f.contents(t, p).Calculations)
	for _, verdict := range []*bool{new(false), nil, new(true)} { // a failure is not the same as no verdict
		older.Compliant, older.Result = verdict, nil
		must(t, f.PutCalculation(ctx, p.OrganizationID, p.ID, older))
		same(t, "calculations after a replacement", []projects.Calculation{newer, older}, f.contents(t, p).Calculations)
	}
	must(t, f.DeleteCalculation(ctx, p.OrganizationID, p.ID, newer.ID))
	is(t, "DeleteCalculation again", f.DeleteCalculation(ctx, p.OrganizationID, p.ID, newer.ID), projects.ErrNotFound)
	same(t, "calculations after one was deleted", []projects.Calculation{older}, f.contents(t, p).Calculations)
}

func testActive(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, q := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	org := f.a.OrganizationID
	_, err := f.GetActive(ctx, org, f.a.UserID)
	is(t, "GetActive before one is set", err, projects.ErrNoActive)
	must(t, f.SetActive(ctx, org, f.a.UserID, p.ID))
	must(t, f.SetActive(ctx, org, f.colleague.UserID, q.ID))
	for m, want := range map[projects.Member]string{f.a: p.ID, f.colleague: q.ID} {
		if got := ok(f.GetActive(ctx, org, m.UserID))(t); got != want {
			t.Errorf("GetActive: want each user's own, %s, got %s", want, got)
		}
	}
	must(t, f.SetActive(ctx, org, f.a.UserID, q.ID))
	is(t, "SetActive to an absent project", f.SetActive(ctx, org, f.a.UserID, projects.NewID()), projects.ErrNotFound)
	if got := ok(f.GetActive(ctx, org, f.a.UserID))(t); got != q.ID {
		t.Errorf("GetActive after another was set: want %s, got %s", q.ID, got)
	}
	must(t, f.SetActive(ctx, org, f.a.UserID, ""))
	must(t, f.SetActive(ctx, org, f.a.UserID, ""))
	_, err = f.GetActive(ctx, org, f.a.UserID)
	is(t, "GetActive after it was cleared", err, projects.ErrNoActive)
	_, err = f.GetActive(ctx, org, projects.NewID())
	is(t, "GetActive of an absent user", err, projects.ErrNoActive)
}

func testActiveGone(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	for _, m := range []projects.Member{f.a, f.colleague} {
		must(t, f.SetActive(ctx, m.OrganizationID, m.UserID, p.ID))
	}
	must(t, f.DeleteProject(ctx, p.OrganizationID, p.ID))
	for _, m := range []projects.Member{f.a, f.colleague} {
		_, err := f.GetActive(ctx, m.OrganizationID, m.UserID)
		is(t, "GetActive after its project was deleted", err, projects.ErrNoActive)
	}
}

func testHostileText(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	for _, text := range []string{`'; DROP TABLE projects; --`, `%_\`, "\"?:$1", "línea\nnueva", "👷🏽‍♀️"} {
		p.Name, p.Description, p.Selected = text, text, []string{text}
		must(t, f.PutProject(ctx, p))
		same(t, "GetProject", p, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
		for _, id := range []string{text, "", "no uuid"} {
			_, err := f.GetProject(ctx, p.OrganizationID, id)
			is(t, "GetProject("+id+")", err, projects.ErrNotFound)
		}
	}
}

// testConcurrent: what different callers put at once is all there, and what
// they put under one key is there once.
func testConcurrent(t *testing.T, f *fixture) {
	const callers = 16
	p := f.project(t, f.a, "A")
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			for _, key := range []string{"shared", fmt.Sprintf("key %d", i)} {
				item := projects.MemoryItem{Key: key, Label: key, Value: fmt.Sprint(i), Source: "user"}
				if err := f.PutMemory(t.Context(), p.OrganizationID, p.ID, item); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := len(f.contents(t, p).Memory); got != callers+1 {
		t.Errorf("memory items: want %d, got %d", callers+1, got)
	}
}

func (f *fixture) contents(t *testing.T, p projects.Project) projects.Contents {
	t.Helper()
	return ok(f.GetContents(t.Context(), p.OrganizationID, p.ID))(t)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ok(f())(t) is f's value, or the end of the test.
func ok[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		must(t, err)
		return value
	}
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: want %v, got %v", what, want, err)
	}
}

// same compares JSON by meaning, instants whatever their location, and empty
// collections whether nil or not: a database may store these either way.
func same[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	meaning := cmp.FilterValues(func(a, b json.RawMessage) bool { return len(a) > 0 && len(b) > 0 },
		cmp.Transformer("JSON", func(raw json.RawMessage) (value any) {
			if err := json.Unmarshal(raw, &value); err != nil {
				return err
			}
			return value
		}))
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(0), cmpopts.EquateComparable(codes.Date{}), meaning); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
