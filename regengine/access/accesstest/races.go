package accesstest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// LedgerRaces looks for credits spent twice or lost when many callers meet:
// [Overspend], [IdempotencyRace], [SettleRace], [SweepRace] and [GrantRace]. It
// returns everything it found, nil when the ledger held. A ledger that reads
// the balance, checks it and writes it back must not get nil from this.
func LedgerRaces(ctx context.Context, b Backend) error {
	return errors.Join(
		Overspend(ctx, b),
		IdempotencyRace(ctx, b),
		SettleRace(ctx, b),
		SweepRace(ctx, b),
		GrantRace(ctx, b),
	)
}

// OverspendCallers is how many reserve at once in [Overspend].
const OverspendCallers = 64

// Overspend lets 64 callers reserve one credit each of 50. Exactly 50 must get
// one, the others ErrQuotaExceeded, and the balance must show it.
func Overspend(ctx context.Context, b Backend) error {
	const callers, credits = OverspendCallers, 50
	a, err := NewAccount(ctx, b, credits)
	if err != nil {
		return fmt.Errorf("overspend: %w", err)
	}
	granted := 0
	for _, err := range inParallel(callers, func(int) error { return reserve(ctx, b, a.Request()) }) {
		switch {
		case err == nil:
			granted++
		case !errors.Is(err, access.ErrQuotaExceeded):
			return fmt.Errorf("overspend: Reserve: want ErrQuotaExceeded, got %w", err)
		}
	}
	if granted != credits {
		return fmt.Errorf("overspend: %d callers were granted %d credits", granted, credits)
	}
	return prefix("overspend", wantBalance(ctx, b, a, access.Balance{Reserved: credits}))
}

// IdempotencyRace lets 16 callers reserve with one idempotency key: one must be
// charged and the others told that it is in progress; after the commit all get
// its reply and nobody is charged again.
func IdempotencyRace(ctx context.Context, b Backend) error {
	const callers = 16
	a, err := NewAccount(ctx, b, callers)
	if err != nil {
		return fmt.Errorf("idempotency: %w", err)
	}
	ids := make([]string, callers)
	attempt := func(i int) error {
		r := a.Request()
		r.IdempotencyKey = "one key"
		ids[i] = r.ID
		return reserve(ctx, b, r)
	}
	errs := inParallel(callers, attempt)
	if err := onlyOne(errs, access.ErrInProgress); err != nil {
		return fmt.Errorf("idempotency: %w", err)
	}
	if err := wantBalance(ctx, b, a, access.Balance{Left: callers - 1, Reserved: 1}); err != nil {
		return fmt.Errorf("idempotency: %w", err)
	}
	if err := b.Commit(ctx, ids[winner(errs)], []byte("reply"), Noon); err != nil {
		return fmt.Errorf("idempotency: Commit: %w", err)
	}
	for _, err := range inParallel(callers, attempt) {
		if !errors.Is(err, errReplayed) {
			return fmt.Errorf("idempotency: Reserve after the commit: want a replay, got %w", orNil(err))
		}
	}
	return prefix("idempotency", wantBalance(ctx, b, a, access.Balance{Left: callers - 1, Spent: 1}))
}

// SettleRace lets Commit, Release and Sweep meet on each of many reservations.
// Exactly one of them must win, and the balance must follow the winner.
func SettleRace(ctx context.Context, b Backend) error {
	const rounds, callers = 10, 4
	a, err := NewAccount(ctx, b, rounds)
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	want := access.Balance{Left: rounds}
	for range rounds {
		r := a.Request()
		if err := reserve(ctx, b, r); err != nil {
			return fmt.Errorf("settle: Reserve: %w", err)
		}
		errs := inParallel(2*callers, func(i int) error {
			if i%2 == 0 {
				return b.Commit(ctx, r.ID, []byte("reply"), Noon)
			}
			return b.Release(ctx, r.ID, Noon)
		})
		if err := onlyOne(errs, access.ErrNotFound); err != nil {
			return fmt.Errorf("settle: %w", err)
		}
		state := access.Released
		if winner(errs)%2 == 0 {
			state = access.Committed
			want.Left--
			want.Spent++
		}
		rec, err := b.GetRequest(ctx, a.UserID, r.ID)
		if err != nil || rec.State != state {
			return fmt.Errorf("settle: the winner left state %s, the record says %q, %w", state, rec.State, orNil(err))
		}
	}
	return prefix("settle", wantBalance(ctx, b, a, want))
}

// SweepRace lets several sweepers and commits meet on stale reservations: each
// must be settled once, by one of them, and the balance follow.
func SweepRace(ctx context.Context, b Backend) error {
	const reservations, sweepers = 20, 4
	a, err := NewAccount(ctx, b, reservations)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	requests := make([]access.Request, reservations)
	for i := range requests {
		requests[i] = a.Request()
		if err := reserve(ctx, b, requests[i]); err != nil {
			return fmt.Errorf("sweep: Reserve: %w", err)
		}
	}
	errs := inParallel(sweepers+reservations, func(i int) error {
		if i < sweepers {
			_, err := b.Sweep(ctx, Noon.Add(time.Second), Noon.Add(-time.Hour))
			return err
		}
		return b.Commit(ctx, requests[i-sweepers].ID, nil, Noon)
	})
	want := access.Balance{Left: reservations}
	for i, err := range errs {
		switch {
		case err != nil && !errors.Is(err, access.ErrNotFound):
			return fmt.Errorf("sweep: %w", err)
		case err == nil && i >= sweepers:
			want.Left--
			want.Spent++
		}
	}
	return prefix("sweep", wantBalance(ctx, b, a, want))
}

// GrantRace lets callers take credits away while others reserve and add: no
// change may be lost and the balance may not fall below zero.
func GrantRace(ctx context.Context, b Backend) error {
	const callers = 32
	a, err := NewAccount(ctx, b, callers)
	if err != nil {
		return fmt.Errorf("grant: %w", err)
	}
	errs := inParallel(callers, func(i int) error {
		switch i % 4 {
		case 0:
			return b.Grant(ctx, a.OrganizationID, 3)
		case 1:
			return b.Grant(ctx, a.OrganizationID, -2)
		}
		return reserve(ctx, b, a.Request())
	})
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("grant: %w", err)
	}
	const each = callers / 4
	return prefix("grant", wantBalance(ctx, b, a, access.Balance{Left: callers + 3*each - 2*each - 2*each, Reserved: 2 * each}))
}

// errReplayed is what reserve returns for a replay.
var errReplayed = errors.New("replayed")

func reserve(ctx context.Context, l access.Ledger, r access.Request) error {
	_, replay, err := l.Reserve(ctx, r)
	if err == nil && replay {
		return errReplayed
	}
	return err
}

func wantBalance(ctx context.Context, l access.Ledger, a Account, want access.Balance) error {
	got, err := l.GetBalance(ctx, a.OrganizationID)
	if err != nil {
		return fmt.Errorf("GetBalance: %w", err)
	}
	if got != want {
		return fmt.Errorf("balance: want %+v, got %+v", want, got)
	}
	return nil
}

// onlyOne returns nil when exactly one of errs is nil and the others are loser.
func onlyOne(errs []error, loser error) error {
	won := 0
	for _, err := range errs {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, loser):
			return fmt.Errorf("want %w for all but one, got %w", loser, err)
		}
	}
	if won != 1 {
		return fmt.Errorf("want one of %d callers to succeed, %d did", len(errs), won)
	}
	return nil
}

// winner returns the number of the first nil error.
func winner(errs []error) int {
	for i, err := range errs {
		if err == nil {
			return i
		}
	}
	return -1
}

func prefix(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// orNil makes a nil error printable with %w.
func orNil(err error) error {
	if err == nil {
		return errors.New("no error")
	}
	return err
}
