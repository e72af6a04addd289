package webhookstest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/webhooks"
)

// Backend is a Store under test and what it takes to have projects in it.
type Backend struct {
	Store    webhooks.Store
	Projects projects.Store

	AddOrganization func(t testing.TB) (id string)
}

// Noon is when the suite's hooks are made.
var Noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

var today = codes.DateOf(Noon)

// TestStore holds a Store to its contract. open returns an empty one.
func TestStore(t *testing.T, open func(t *testing.T) Backend) {
	for name, run := range map[string]func(t *testing.T, f *fixture){
		"Hooks": testHooks, "Full": testFull, "Isolation": testIsolation, "Gone": testGone,
		"Deliveries": testDeliveries, "Claims": testClaims, "ClaimsConcurrent": testClaimsConcurrent,
		"Watches": testWatches, "WatchesConcurrent": testWatchesConcurrent, "News": testNews,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			f := &fixture{Store: b.Store, projects: b.Projects, org: b.AddOrganization(t), other: b.AddOrganization(t)}
			f.project, f.second = f.newProject(t, f.org), f.newProject(t, f.org)
			run(t, f)
		})
	}
}

type fixture struct {
	webhooks.Store
	projects        projects.Store
	org, other      string
	project, second string // of org
}

func (f *fixture) newProject(t *testing.T, org string) string {
	t.Helper()
	p := projects.Project{ID: projects.NewID(), OrganizationID: org, Name: "P", GeoID: "ES-28079", CreatedAt: Noon}
	must(t, f.projects.PutProject(t.Context(), p))
	return p.ID
}

// hook stores a hook that was made some minutes after noon.
func (f *fixture) hook(t *testing.T, project string, minutes int, events ...webhooks.Event) webhooks.Hook {
	t.Helper()
	h := webhooks.Hook{
		ID: projects.NewID(), ProjectID: project, URL: fmt.Sprintf("https://example.org/%d?a=%%20", minutes), Events: events,
		Secret: []byte{0, 1, 255, byte(minutes)}, CreatedAt: Noon.Add(time.Duration(minutes) * time.Minute),
	}
	must(t, f.AddHook(t.Context(), f.org, h))
	return h
}

func (f *fixture) list(t *testing.T, project string) []webhooks.Hook {
	t.Helper()
	list, err := f.ListHooks(t.Context(), f.org, project)
	must(t, err)
	return list
}

func testHooks(t *testing.T, f *fixture) {
	ctx := t.Context()
	same(t, "at first", nil, f.list(t, f.project))
	late := f.hook(t, f.project, 2, webhooks.ChecksFlipped)
	early := f.hook(t, f.project, 1, webhooks.Events()...)
	f.hook(t, f.second, 3, webhooks.ChecksFlipped)
	same(t, "list", []webhooks.Hook{early, late}, f.list(t, f.project))
	got, err := f.GetHook(ctx, f.org, f.project, late.ID)
	must(t, err)
	same(t, "GetHook", late, got)

	late.Last = webhooks.Outcome{Event: webhooks.Test, At: Noon, Status: 500, Problem: "the answer was 500", Tries: 1, Again: Noon.Add(time.Minute)}
	must(t, f.NoteOutcome(ctx, late.ID, late.Last))
	must(t, f.NoteOutcome(ctx, projects.NewID(), late.Last))
	same(t, "with an outcome", []webhooks.Hook{early, late}, f.list(t, f.project))
	must(t, f.DeleteHook(ctx, f.org, f.project, early.ID))
	is(t, "DeleteHook again", f.DeleteHook(ctx, f.org, f.project, early.ID), projects.ErrNotFound)
	same(t, "after one was deleted", []webhooks.Hook{late}, f.list(t, f.project))
}

func testFull(t *testing.T, f *fixture) {
	var full, stored int
	var mu sync.Mutex
	var adding sync.WaitGroup
	for i := range webhooks.MaxHooks + 5 {
		adding.Go(func() {
			h := webhooks.Hook{ID: projects.NewID(), ProjectID: f.project, URL: "https://example.org", Events: webhooks.Events(), Secret: []byte{1}, CreatedAt: Noon.Add(time.Duration(i))}
			err := f.AddHook(t.Context(), f.org, h)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				stored++
			case errors.Is(err, projects.ErrFull):
				full++
			default:
				t.Error(err)
			}
		})
	}
	adding.Wait()
	if stored != webhooks.MaxHooks || full != 5 || len(f.list(t, f.project)) != stored {
		t.Errorf("%d stored, %d refused, %d listed", stored, full, len(f.list(t, f.project)))
	}
	f.hook(t, f.second, 1, webhooks.Test)
}

// testIsolation: another organization's project and hook are as if there were none, and so
// is another project's hook.
func testIsolation(t *testing.T, f *fixture) {
	ctx := t.Context()
	h := f.hook(t, f.project, 1, webhooks.Events()...)
	foreign := f.newProject(t, f.other)
	for name, call := range map[string]func(org, project, id string) error{
		"AddHook": func(org, project, _ string) error {
			return f.AddHook(ctx, org, webhooks.Hook{ID: projects.NewID(), ProjectID: project, URL: "https://example.org", Secret: []byte{1}})
		},
		"ListHooks":  func(org, project, _ string) error { _, err := f.ListHooks(ctx, org, project); return err },
		"GetHook":    func(org, project, id string) error { _, err := f.GetHook(ctx, org, project, id); return err },
		"DeleteHook": func(org, project, id string) error { return f.DeleteHook(ctx, org, project, id) },
	} {
		for _, tt := range [][3]string{{f.other, f.project, h.ID}, {f.org, projects.NewID(), h.ID}, {f.org, "no uuid", h.ID}, {"", f.project, h.ID}} {
			is(t, name+" of a foreign project", call(tt[0], tt[1], tt[2]), projects.ErrNotFound)
		}
		if name == "GetHook" || name == "DeleteHook" {
			is(t, name+" through a sister project", call(f.org, f.second, h.ID), projects.ErrNotFound)
			is(t, name+" through an own project", call(f.other, foreign, h.ID), projects.ErrNotFound)
			is(t, name+" of none", call(f.org, f.project, "'; --"), projects.ErrNotFound)
		}
	}
	same(t, "afterwards", []webhooks.Hook{h}, f.list(t, f.project))
}

// flipped tells the hooks of a project, some minutes after noon, that checks flip.
func (f *fixture) flipped(t *testing.T, minutes int) {
	t.Helper()
	l := look(minutes, int64(minutes)+1000)
	l.Since = l.Now
	w, err := f.ClaimWatch(t.Context(), l)
	must(t, err)
	must(t, f.EndWatch(t.Context(), w, l, webhooks.Seen{State: []byte(`{}`), News: []webhooks.News{{Event: webhooks.ChecksFlipped, Body: []byte(`{"a":"ñ"}`)}}}))
}

func look(minutes int, revision int64) webhooks.Look {
	now := Noon.Add(time.Duration(minutes) * time.Minute)
	return webhooks.Look{Day: today, Revision: revision, Since: now.Add(-time.Hour), Now: now, Until: now.Add(10 * time.Minute)}
}

// claim takes what is due some minutes after noon, for a minute.
func (f *fixture) claim(t *testing.T, minutes, most int) []webhooks.Delivery {
	t.Helper()
	now := Noon.Add(time.Duration(minutes) * time.Minute)
	list, err := f.ClaimDeliveries(t.Context(), now, now.Add(time.Minute), most)
	must(t, err)
	return list
}

func testGone(t *testing.T, f *fixture) {
	ctx := t.Context()
	h := f.hook(t, f.project, 1, webhooks.Events()...)
	f.flipped(t, 1)
	must(t, f.DeleteHook(ctx, f.org, f.project, h.ID))
	if list := f.claim(t, 5, 10); len(list) > 0 {
		t.Errorf("messages of a hook that is gone: %v", list)
	}
	_, err := f.ClaimWatch(ctx, look(500, 9000))
	is(t, "a look at a project without hooks", err, webhooks.ErrNoWatch)
	f.hook(t, f.project, 2, webhooks.Events()...)
	if w, err := f.ClaimWatch(ctx, look(600, 9000)); err != nil || w.State != nil {
		t.Errorf("a project that has a hook again: %+v, %v", w, err)
	}
	f.hook(t, f.second, 3, webhooks.Events()...)
	f.flipped(t, 700)
	must(t, f.projects.DeleteProject(ctx, f.org, f.project))
	must(t, f.projects.DeleteProject(ctx, f.org, f.second))
	if list := f.claim(t, 2000, 10); len(list) > 0 {
		t.Errorf("messages of a project that is gone: %v", list)
	}
	_, err = f.ClaimWatch(ctx, look(3000, 9001))
	is(t, "a look at a project that is gone", err, webhooks.ErrNoWatch)
}

func testDeliveries(t *testing.T, f *fixture) {
	ctx := t.Context()
	h := f.hook(t, f.project, 1, webhooks.ChecksFlipped)
	f.flipped(t, 3)
	if list := f.claim(t, 2, 10); len(list) > 0 {
		t.Errorf("claimed before it is due: %v", list)
	}
	list := f.claim(t, 3, 10)
	if len(list) != 1 {
		t.Fatalf("claimed: %v", list)
	}
	d := list[0]
	same(t, "claimed", webhooks.Delivery{
		ID: d.ID, HookID: h.ID, Event: webhooks.ChecksFlipped, Body: []byte(`{"a":"ñ"}`), CreatedAt: Noon.Add(3 * time.Minute), Tries: 1, URL: h.URL, Secret: h.Secret,
	}, d)
	failed := webhooks.Outcome{Event: d.Event, At: Noon, Status: 503, Problem: "the answer was 503", Tries: 1, Again: Noon.Add(8 * time.Minute)}
	must(t, f.SettleDelivery(ctx, d, failed))
	if last := f.list(t, f.project)[0].Last; !cmp.Equal(failed, last) {
		t.Errorf("last: %+v", last)
	}
	if list := f.claim(t, 7, 10); len(list) > 0 {
		t.Errorf("claimed in the pause: %v", list)
	}
	list = f.claim(t, 8, 10)
	if len(list) != 1 || list[0].ID != d.ID || list[0].Tries != 2 {
		t.Fatalf("claimed after the pause: %v", list)
	}
	done := webhooks.Outcome{Event: d.Event, At: Noon, Status: 204, Tries: 2}
	must(t, f.SettleDelivery(ctx, list[0], done))
	must(t, f.SettleDelivery(ctx, list[0], failed)) // it is gone
	if list := f.claim(t, 5000, 10); len(list) > 0 {
		t.Errorf("claimed when done: %v", list)
	}
	same(t, "last", done, f.list(t, f.project)[0].Last)
}

// testClaims: who took a message and died does not keep it, and settles nothing when
// somebody else has it.
func testClaims(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.hook(t, f.project, 1, webhooks.ChecksFlipped)
	f.hook(t, f.project, 2, webhooks.ChecksFlipped)
	f.flipped(t, 3)
	first := f.claim(t, 3, 1)
	second := f.claim(t, 3, 5)
	if len(first) != 1 || len(second) != 1 || first[0].ID == second[0].ID || len(f.claim(t, 3, 5)) > 0 {
		t.Fatalf("claimed: %v, %v", first, second)
	}
	again := f.claim(t, 4, 5)
	if len(again) != 2 {
		t.Fatalf("claimed when the first claims ended: %v", again)
	}
	must(t, f.SettleDelivery(ctx, first[0], webhooks.Outcome{Event: webhooks.ChecksFlipped, At: Noon, Status: 200, Tries: 1}))
	if list := f.claim(t, 5, 5); len(list) != 2 {
		t.Errorf("settled by who had no claim any more: %v are left", list)
	}
}

func testClaimsConcurrent(t *testing.T, f *fixture) {
	for i := range webhooks.MaxHooks {
		f.hook(t, f.project, i, webhooks.ChecksFlipped)
	}
	f.flipped(t, 30)
	taken := map[string]int{}
	var mu sync.Mutex
	var claiming sync.WaitGroup
	for range 8 {
		claiming.Go(func() {
			for range webhooks.MaxHooks {
				list, err := f.ClaimDeliveries(t.Context(), Noon.Add(time.Hour), Noon.Add(2*time.Hour), 2)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, d := range list {
					taken[d.ID]++
				}
				mu.Unlock()
			}
		})
	}
	claiming.Wait()
	for id, n := range taken {
		if n != 1 {
			t.Errorf("%s was claimed %d times", id, n)
		}
	}
	if len(taken) != webhooks.MaxHooks {
		t.Errorf("%d messages were claimed, want %d", len(taken), webhooks.MaxHooks)
	}
}

func testWatches(t *testing.T, f *fixture) {
	ctx := t.Context()
	none := func(what string, l webhooks.Look) {
		t.Helper()
		w, err := f.ClaimWatch(ctx, l)
		if !errors.Is(err, webhooks.ErrNoWatch) {
			t.Errorf("%s: %+v, %v", what, w, err)
		}
	}
	some := func(what string, l webhooks.Look, state string) webhooks.Watch {
		t.Helper()
		w, err := f.ClaimWatch(ctx, l)
		must(t, err)
		if w.OrganizationID != f.org || w.ProjectID != f.project || string(w.State) != state {
			t.Fatalf("%s: %+v", what, w)
		}
		return w
	}
	none("without hooks", look(0, 5))
	f.hook(t, f.project, 1, webhooks.Events()...)
	some("the first time", look(0, 5), "")
	none("while another looks", look(9, 5))
	w := some("when that one died", look(10, 5), "")
	must(t, f.EndWatch(ctx, w, look(10, 5), webhooks.Seen{State: []byte(`{"a":1}`)}))
	none("on the same day and data", look(300, 5))
	none("with older data", look(300, 4))
	none("with newer data at once", look(69, 6))
	w = some("with newer data", look(71, 6), `{"a":1}`)
	stolen := some("when that one died", look(90, 6), `{"a":1}`)
	must(t, f.EndWatch(ctx, w, look(71, 6), webhooks.Seen{State: []byte(`{"a":2}`)})) // too late
	must(t, f.EndWatch(ctx, stolen, look(90, 6), webhooks.Seen{State: []byte(`{"a":3}`)}))
	tomorrow := look(91, 6)
	tomorrow.Day = codes.DateOf(Noon.AddDate(0, 0, 1))
	some("on the next day, at once", tomorrow, `{"a":3}`)
}

func testWatchesConcurrent(t *testing.T, f *fixture) {
	f.hook(t, f.project, 1, webhooks.Events()...)
	f.hook(t, f.second, 1, webhooks.Events()...)
	taken := map[string]int{}
	var mu sync.Mutex
	var claiming sync.WaitGroup
	for range 8 {
		claiming.Go(func() {
			for range 3 {
				w, err := f.ClaimWatch(t.Context(), look(5, 1))
				mu.Lock()
				if err == nil {
					taken[w.ProjectID]++
				} else if !errors.Is(err, webhooks.ErrNoWatch) {
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	claiming.Wait()
	same(t, "claimed", map[string]int{f.project: 1, f.second: 1}, taken)
}

// testNews: each hook is told what it wants to know, once.
func testNews(t *testing.T, f *fixture) {
	both := f.hook(t, f.project, 1, webhooks.Events()...)
	one := f.hook(t, f.project, 2, webhooks.EditionInForce)
	l := look(5, 1)
	w, err := f.ClaimWatch(t.Context(), l)
	must(t, err)
	seen := webhooks.Seen{State: []byte(`{}`), News: []webhooks.News{{Event: webhooks.EditionInForce, Body: []byte(`{"e":1}`)}, {Event: webhooks.ChecksFlipped, Body: []byte(`{"c":1}`)}}}
	for range 2 {
		must(t, f.EndWatch(t.Context(), w, l, seen)) // the second time the claim has ended
	}
	got := map[string]int{}
	for _, d := range f.claim(t, 5, 10) {
		got[d.HookID+" "+string(d.Event)+" "+string(d.Body)]++
	}
	same(t, "messages", map[string]int{
		both.ID + ` edition.in_force {"e":1}`: 1, both.ID + ` checks.flipped {"c":1}`: 1, one.ID + ` edition.in_force {"e":1}`: 1,
	}, got)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: want %v, got %v", what, want, err)
	}
}

func same[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(0)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// NewBackend returns a Backend in memory over a store of projects.
func NewBackend(of projects.Store) Backend {
	return Backend{Store: NewMem(of), Projects: of, AddOrganization: func(testing.TB) string { return projects.NewID() }}
}
