package accesstest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// TestLedger holds a Ledger to its contract. open returns an empty database.
func TestLedger(t *testing.T, open func(t *testing.T) Backend) {
	cases := []struct {
		name string
		run  func(t *testing.T, b Backend)
	}{
		{"Balance", testBalance},
		{"Reserve", testReserve},
		{"ReserveErrors", testReserveErrors},
		{"Commit", testCommit},
		{"Release", testRelease},
		{"GetRequest", testGetRequest},
		{"ListRequests", testListRequests},
		{"Idempotency", testIdempotency},
		{"IdempotencyExpiry", testIdempotencyExpiry},
		{"IdempotencyAfterFailure", testIdempotencyAfterFailure},
		{"Sweep", testSweep},
		{"SweepForgets", testSweepForgets},
		{"Renew", testRenew},
		{"Grant", testGrant},
		{"SetPlan", testLedgerSetPlan},
		{"Model", testModel},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
	t.Run("Races", func(t *testing.T) {
		b := open(t)
		t.Run("Overspend", func(t *testing.T) { must(t, Overspend(t.Context(), b)) })
		t.Run("Idempotency", func(t *testing.T) { must(t, IdempotencyRace(t.Context(), b)) })
		t.Run("Settle", func(t *testing.T) { must(t, SettleRace(t.Context(), b)) })
		t.Run("Sweep", func(t *testing.T) { must(t, SweepRace(t.Context(), b)) })
		t.Run("Grant", func(t *testing.T) { must(t, GrantRace(t.Context(), b)) })
	})
}

func testBalance(t *testing.T, b Backend) {
	a := account(t, b, 7)
	balance(t, b, a, access.Balance{Left: 7})
	_, err := b.GetBalance(t.Context(), access.NewID())
	is(t, "GetBalance of an absent organization", err, access.ErrNotFound)
}

func testReserve(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 5)
	r := a.Request()
	r.Credits = 3
	rec, replay, err := b.Reserve(ctx, r)
	must(t, err)
	if replay {
		t.Error("Reserve: a first request is no replay")
	}
	same(t, "Reserve", access.Record{Request: r, State: access.Reserved}, rec)
	balance(t, b, a, access.Balance{Left: 2, Reserved: 3})

	must(t, reserve(ctx, b, a.Request())) // without idempotency key: never the same request
	must(t, reserve(ctx, b, a.Request()))
	free := a.Request()
	free.Credits = 0
	must(t, reserve(ctx, b, free))
	balance(t, b, a, access.Balance{Reserved: 5})
}

func testReserveErrors(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 2)
	r := a.Request()
	r.Credits = 3
	is(t, "Reserve of more than is left", reserve(ctx, b, r), access.ErrQuotaExceeded)
	_, err := b.GetRequest(ctx, a.UserID, r.ID)
	is(t, "GetRequest of one refused", err, access.ErrNotFound)

	r = a.Request()
	r.Credits = -1
	if reserve(ctx, b, r) == nil {
		t.Error("Reserve of a negative number of credits succeeded")
	}
	r = a.Request()
	r.OrganizationID = access.NewID()
	if reserve(ctx, b, r) == nil {
		t.Error("Reserve for an absent organization succeeded")
	}
	r = a.Request()
	must(t, reserve(ctx, b, r))
	is(t, "Reserve with a used id", reserve(ctx, b, r), access.ErrConflict)
	balance(t, b, a, access.Balance{Left: 1, Reserved: 1})
}

func testCommit(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 2)
	r := a.Request()
	must(t, reserve(ctx, b, r))
	reply := []byte("{\"answer\":\"año\\u0000\"}\x00\xff")
	must(t, b.Commit(ctx, r.ID, reply, Noon.Add(time.Second)))
	balance(t, b, a, access.Balance{Left: 1, Spent: 1})
	same(t, "GetRequest", access.Record{
		Request: r, State: access.Committed, Reply: reply, SettledAt: Noon.Add(time.Second),
	}, ok(b.GetRequest(ctx, a.UserID, r.ID))(t))

	is(t, "Commit again", b.Commit(ctx, r.ID, []byte("other"), Noon), access.ErrNotFound)
	is(t, "Release after Commit", b.Release(ctx, r.ID, Noon), access.ErrNotFound)
	is(t, "Commit of an absent one", b.Commit(ctx, access.NewID(), nil, Noon), access.ErrNotFound)
	same(t, "reply after all that", reply, ok(b.GetRequest(ctx, a.UserID, r.ID))(t).Reply)
	balance(t, b, a, access.Balance{Left: 1, Spent: 1})
}

func testRelease(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 2)
	r := a.Request()
	r.Credits = 2
	must(t, reserve(ctx, b, r))
	must(t, b.Release(ctx, r.ID, Noon.Add(time.Second)))
	balance(t, b, a, access.Balance{Left: 2})
	same(t, "GetRequest", access.Record{
		Request: r, State: access.Released, SettledAt: Noon.Add(time.Second),
	}, ok(b.GetRequest(ctx, a.UserID, r.ID))(t))

	is(t, "Release again", b.Release(ctx, r.ID, Noon), access.ErrNotFound)
	is(t, "Commit after Release", b.Commit(ctx, r.ID, nil, Noon), access.ErrNotFound)
	is(t, "Release of an absent one", b.Release(ctx, access.NewID(), Noon), access.ErrNotFound)
	balance(t, b, a, access.Balance{Left: 2})
}

func testGetRequest(t *testing.T, b Backend) {
	ctx := t.Context()
	a, other := account(t, b, 1), account(t, b, 1)
	r := a.Request()
	r.IdempotencyKey = "key"
	must(t, reserve(ctx, b, r))
	same(t, "GetRequest", access.Record{Request: r, State: access.Reserved}, ok(b.GetRequest(ctx, a.UserID, r.ID))(t))
	for _, userID := range []string{a.ColleagueID, other.UserID, access.NewID(), ""} {
		_, err := b.GetRequest(ctx, userID, r.ID)
		is(t, "GetRequest of another user", err, access.ErrNotFound)
	}
}

func testListRequests(t *testing.T, b Backend) {
	ctx := t.Context()
	a, other := account(t, b, 10), account(t, b, 10)
	made := make([]access.Request, 4)
	for i := range made {
		made[i] = a.Request()
		made[i].CreatedAt = Noon.Add(time.Duration(i%3) * time.Minute)
		must(t, reserve(ctx, b, made[i]))
	}
	must(t, b.Commit(ctx, made[1].ID, []byte("reply"), Noon))
	must(t, b.Release(ctx, made[2].ID, Noon))
	elsewhere := a.Request()
	elsewhere.Operation += "_other"
	must(t, reserve(ctx, b, elsewhere))
	must(t, reserve(ctx, b, other.Request()))
	list := func(userID, operation string, most int) (ids []string) {
		for _, rec := range ok(b.ListRequests(ctx, userID, operation, most))(t) {
			ids = append(ids, rec.ID)
		}
		return ids
	}
	first, last := made[0].ID, made[3].ID // of the same moment
	if first < last {
		first, last = last, first
	}
	same(t, "newest first", []string{made[2].ID, made[1].ID, first, last}, list(a.UserID, made[0].Operation, 10))
	same(t, "the newest", []string{made[2].ID, made[1].ID}, list(a.UserID, made[0].Operation, 2))
	for _, nobody := range []string{a.ColleagueID, access.NewID(), ""} {
		same(t, "of another user", nil, list(nobody, made[0].Operation, 10))
	}
	same(t, "of another operation", []string{elsewhere.ID}, list(a.UserID, elsewhere.Operation, 10))
	same(t, "its reply", []byte("reply"), ok(b.ListRequests(ctx, a.UserID, made[0].Operation, 2))(t)[1].Reply)
}

func testIdempotency(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 2)
	first := a.Request()
	first.IdempotencyKey = "key"
	again := func() access.Request {
		r := a.Request()
		r.IdempotencyKey = "key"
		r.CreatedAt = Noon.Add(access.KeepFor - time.Second)
		return r
	}
	other := again()
	other.Fingerprint = [32]byte{9}

	must(t, reserve(ctx, b, first))
	is(t, "Reserve while the first runs", reserve(ctx, b, again()), access.ErrInProgress)
	is(t, "Reserve of another body while the first runs", reserve(ctx, b, other), access.ErrConflict)

	must(t, b.Commit(ctx, first.ID, []byte("reply"), Noon))
	colleague := again()
	colleague.UserID = a.ColleagueID
	must(t, reserve(ctx, b, colleague)) // the key belongs to the user; nothing is left now

	rec, replay, err := b.Reserve(ctx, again())
	must(t, err)
	if !replay {
		t.Error("Reserve after the commit: want a replay")
	}
	same(t, "replayed record", access.Record{Request: first, State: access.Committed, Reply: []byte("reply"), SettledAt: Noon}, rec)
	is(t, "Reserve of another body after the commit", reserve(ctx, b, other), access.ErrConflict)
	balance(t, b, a, access.Balance{Reserved: 1, Spent: 1})
}

// testIdempotencyExpiry: a key is forgotten after 24 hours, swept or not.
func testIdempotencyExpiry(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 3)
	r := a.Request()
	r.IdempotencyKey = "key"
	must(t, reserve(ctx, b, r))
	must(t, b.Commit(ctx, r.ID, []byte("old"), Noon))

	next := a.Request()
	next.IdempotencyKey = "key"
	next.Fingerprint = [32]byte{9}
	next.CreatedAt = Noon.Add(access.KeepFor + time.Second)
	must(t, reserve(ctx, b, next))
	balance(t, b, a, access.Balance{Left: 1, Reserved: 1, Spent: 1})
	same(t, "the older request", []byte("old"), ok(b.GetRequest(ctx, a.UserID, r.ID))(t).Reply)
}

// testIdempotencyAfterFailure: what was not answered may be asked again, and a
// refusal leaves nothing behind.
func testIdempotencyAfterFailure(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 1)
	again := func() access.Request {
		r := a.Request()
		r.IdempotencyKey = "key"
		return r
	}
	released, swept, committed := again(), again(), again()
	must(t, reserve(ctx, b, released))
	must(t, b.Release(ctx, released.ID, Noon))
	must(t, reserve(ctx, b, swept))
	if n := ok(b.Sweep(ctx, Noon.Add(time.Second), Noon.Add(-time.Hour)))(t); n != 1 {
		t.Errorf("Sweep: want 1 interrupted, got %d", n)
	}
	must(t, b.Grant(ctx, a.OrganizationID, -1))
	is(t, "Reserve with nothing left", reserve(ctx, b, again()), access.ErrQuotaExceeded)
	must(t, b.Grant(ctx, a.OrganizationID, 1))
	must(t, reserve(ctx, b, committed))
	must(t, b.Commit(ctx, committed.ID, nil, Noon))
	is(t, "Reserve after the third try", reserve(ctx, b, again()), errReplayed)
	balance(t, b, a, access.Balance{Spent: 1})
}

func testSweep(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 6)
	at := func(d time.Duration) access.Request {
		r := a.Request()
		r.Credits = 2
		r.CreatedAt = Noon.Add(d)
		must(t, reserve(ctx, b, r))
		return r
	}
	stale, running, settled := at(-time.Hour), at(0), at(-time.Hour)
	must(t, b.Commit(ctx, settled.ID, []byte("reply"), Noon))

	if n := ok(b.Sweep(ctx, Noon.Add(-time.Minute), Noon.Add(-2*time.Hour)))(t); n != 1 {
		t.Errorf("Sweep: want 1 interrupted, got %d", n)
	}
	balance(t, b, a, access.Balance{Left: 2, Reserved: 2, Spent: 2})
	for _, want := range []struct {
		id    string
		state access.RequestState
	}{{stale.ID, access.Interrupted}, {running.ID, access.Reserved}, {settled.ID, access.Committed}} {
		if rec := ok(b.GetRequest(ctx, a.UserID, want.id))(t); rec.State != want.state {
			t.Errorf("state after Sweep: want %s, got %s", want.state, rec.State)
		}
	}
	is(t, "Commit of an interrupted one", b.Commit(ctx, stale.ID, nil, Noon), access.ErrNotFound)
	is(t, "Release of an interrupted one", b.Release(ctx, stale.ID, Noon), access.ErrNotFound)
	if n := ok(b.Sweep(ctx, Noon.Add(-time.Minute), Noon.Add(-2*time.Hour)))(t); n != 0 {
		t.Errorf("second Sweep: want 0 interrupted, got %d", n)
	}
	must(t, b.Commit(ctx, running.ID, nil, Noon))
	balance(t, b, a, access.Balance{Left: 2, Spent: 4})
}

// testRenew: what is renewed is not swept, however long ago it was made, and only
// a reservation can be renewed.
func testRenew(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 3)
	kept, left, settled := a.Request(), a.Request(), a.Request()
	for _, r := range []access.Request{kept, left, settled} {
		must(t, reserve(ctx, b, r))
		must(t, b.Renew(ctx, r.ID, Noon.Add(time.Minute)))
	}
	must(t, b.Renew(ctx, kept.ID, Noon.Add(time.Hour)))
	must(t, b.Release(ctx, settled.ID, Noon.Add(time.Minute)))
	is(t, "Renew of a settled one", b.Renew(ctx, settled.ID, Noon.Add(time.Hour)), access.ErrNotFound)
	is(t, "Renew of an absent one", b.Renew(ctx, access.NewID(), Noon), access.ErrNotFound)
	is(t, "Renew of no identifier", b.Renew(ctx, "\x00\xff", Noon), access.ErrNotFound)

	for _, sweep := range []struct {
		renewedBefore time.Time
		want          int
	}{{Noon.Add(time.Minute), 0}, {Noon.Add(time.Minute + time.Microsecond), 1}, {Noon.Add(time.Hour), 0}} {
		if n := ok(b.Sweep(ctx, sweep.renewedBefore, Noon.Add(-time.Hour)))(t); n != sweep.want {
			t.Errorf("Sweep of what was renewed before %v: want %d interrupted, got %d", sweep.renewedBefore, sweep.want, n)
		}
	}
	is(t, "Renew of an interrupted one", b.Renew(ctx, left.ID, Noon.Add(time.Hour)), access.ErrNotFound)
	must(t, b.Commit(ctx, kept.ID, nil, Noon.Add(time.Hour)))
	balance(t, b, a, access.Balance{Left: 2, Spent: 1})
}

// testSweepForgets: old settled requests go, and with them no credit.
func testSweepForgets(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 5)
	old, open, recent := a.Request(), a.Request(), a.Request()
	recent.CreatedAt = Noon.Add(time.Hour)
	for _, r := range []access.Request{old, open, recent} {
		must(t, reserve(ctx, b, r))
	}
	must(t, b.Commit(ctx, old.ID, []byte("old"), Noon))
	must(t, b.Commit(ctx, recent.ID, []byte("recent"), Noon))

	if n := ok(b.Sweep(ctx, Noon.Add(-time.Hour), Noon.Add(time.Minute)))(t); n != 0 {
		t.Errorf("Sweep: want 0 interrupted, got %d", n)
	}
	_, err := b.GetRequest(ctx, a.UserID, old.ID)
	is(t, "GetRequest of a forgotten one", err, access.ErrNotFound)
	same(t, "a recent one", []byte("recent"), ok(b.GetRequest(ctx, a.UserID, recent.ID))(t).Reply)
	if rec := ok(b.GetRequest(ctx, a.UserID, open.ID))(t); rec.State != access.Reserved {
		t.Errorf("an open reservation: want it kept, got %s", rec.State)
	}
	balance(t, b, a, access.Balance{Left: 2, Reserved: 1, Spent: 2})
}

func testGrant(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 5)
	must(t, b.Grant(ctx, a.OrganizationID, 3))
	must(t, b.Grant(ctx, a.OrganizationID, -8))
	is(t, "Grant below zero", b.Grant(ctx, a.OrganizationID, -1), access.ErrQuotaExceeded)
	balance(t, b, a, access.Balance{})
	is(t, "Grant to an absent organization", b.Grant(ctx, access.NewID(), 1), access.ErrNotFound)
}

// testLedgerSetPlan: the new plan's credits are there to spend; what is
// reserved stays reserved and what was spent stays spent.
func testLedgerSetPlan(t *testing.T, b Backend) {
	ctx := t.Context()
	a := account(t, b, 3)
	spent, open := a.Request(), a.Request()
	must(t, reserve(ctx, b, spent))
	must(t, b.Commit(ctx, spent.ID, nil, Noon))
	must(t, reserve(ctx, b, open))
	must(t, b.PutPlan(ctx, access.Plan{ID: "big", Name: "Big", Credits: 100}))
	must(t, b.SetPlan(ctx, a.OrganizationID, "big"))
	balance(t, b, a, access.Balance{Left: 100, Reserved: 1, Spent: 1})
	must(t, b.Commit(ctx, open.ID, nil, Noon))
	balance(t, b, a, access.Balance{Left: 100, Spent: 2})
}

// testModel runs random sequences of calls and compares the balance after each
// with sums over the requests.
func testModel(t *testing.T, b Backend) {
	const sequences, steps = 6, 30
	for seed := range uint64(sequences) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			m := &model{Backend: b, rand: rand.New(rand.NewPCG(seed, 1)), account: account(t, b, 10), want: access.Balance{Left: 10}}
			for range steps {
				m.step(t)
				balance(t, b, m.account, m.want)
			}
		})
	}
}

type model struct {
	Backend
	rand    *rand.Rand
	account Account
	open    []access.Request
	want    access.Balance
}

func (m *model) step(t *testing.T) {
	ctx := t.Context()
	switch action := m.rand.IntN(6); {
	case action < 3 || len(m.open) == 0:
		m.reserve(t)
	case action == 3:
		r := m.take()
		must(t, m.Commit(ctx, r.ID, []byte(r.ID), Noon))
		m.want.Reserved -= r.Credits
		m.want.Spent += r.Credits
	case action == 4:
		r := m.take()
		must(t, m.Release(ctx, r.ID, Noon))
		m.want.Reserved -= r.Credits
		m.want.Left += r.Credits
	default:
		n := m.rand.Int64N(4)
		must(t, m.Grant(ctx, m.account.OrganizationID, n))
		m.want.Left += n
	}
}

func (m *model) reserve(t *testing.T) {
	r := m.account.Request()
	r.Credits = m.rand.Int64N(5)
	err := reserve(t.Context(), m.Backend, r)
	if r.Credits > m.want.Left {
		is(t, fmt.Sprintf("Reserve of %d with %d left", r.Credits, m.want.Left), err, access.ErrQuotaExceeded)
		return
	}
	must(t, err)
	m.open = append(m.open, r)
	m.want.Left -= r.Credits
	m.want.Reserved += r.Credits
}

func (m *model) take() access.Request {
	i := m.rand.IntN(len(m.open))
	r := m.open[i]
	m.open = append(m.open[:i], m.open[i+1:]...)
	return r
}

func balance(t *testing.T, l access.Ledger, a Account, want access.Balance) {
	t.Helper()
	if err := wantBalance(t.Context(), l, a, want); err != nil {
		t.Error(err)
	}
}
