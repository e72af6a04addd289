package sqlstore

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/regengine"
)

var (
	errConflict = errors.New("serialization failure")
	errLocked   = errors.New("database is locked")
	errLost     = errors.New("connection reset")
	errFull     = errors.New("disk full")
	errData     = errors.New("bad data")
)

// faulty is a backend of which only the classification of errors is used.
type faulty struct {
	Backend
	discarded int
}

func (f *faulty) Fault(err error) Fault {
	switch {
	case errors.Is(err, errConflict):
		return Conflict
	case errors.Is(err, errLocked):
		return Locked
	case errors.Is(err, errLost):
		return Lost
	case errors.Is(err, errFull):
		return Unusable
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	return NoFault
}

func (f *faulty) Discard() { f.discarded++ }

func TestDB_retry(t *testing.T) {
	again := func(err error, times int) []error {
		list := make([]error, times)
		for i := range list {
			list[i] = err
		}
		return list
	}
	for name, c := range map[string]struct {
		results   []error // of one try after the other; then nil
		harmless  bool
		wantTries int
		want      error
	}{
		"OK":                  {nil, false, 1, nil},
		"Conflict":            {again(errConflict, 3), false, 4, nil},
		"ConflictForever":     {again(errConflict, 100), false, maxTries, errConflict},
		"LockedLong":          {again(errLocked, 3*maxTries), false, 3*maxTries + 1, nil},
		"LostHarmless":        {again(errLost, 1), true, 2, nil},
		"LostTwice":           {again(errLost, 5), true, 2, errLost},
		"LostAtCommit":        {again(errLost, 1), false, 1, errLost},
		"LostThenConflict":    {[]error{errLost, errConflict}, true, 3, nil},
		"Full":                {again(errFull, 1), true, 1, errFull},
		"ErrOfTheData":        {again(errData, 1), true, 1, errData},
		"ErrConflictThenData": {[]error{errConflict, errData}, false, 2, errData},
	} {
		t.Run(name, func(t *testing.T) {
			db := New(&faulty{}, 0)
			tries := 0
			err := db.retry(t.Context(), func() (bool, error) {
				tries++
				if tries <= len(c.results) {
					return c.harmless, c.results[tries-1]
				}
				return c.harmless, nil
			})
			if !errors.Is(err, c.want) || tries != c.wantTries {
				t.Errorf("want %v after %d tries, got %v after %d", c.want, c.wantTries, err, tries)
			}
		})
	}
}

// TestDB_retry_bounded: what took longer than the patience is not tried again.
func TestDB_retry_bounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := New(&faulty{}, time.Minute)
		tries := 0
		err := db.retry(t.Context(), func() (bool, error) {
			tries++
			time.Sleep(time.Hour) // fake time
			return false, errConflict
		})
		if tries != 1 || !errors.Is(err, errConflict) {
			t.Errorf("want one try, got %d, %v", tries, err)
		}
	})
}

func TestDB_retry_contextEnds(t *testing.T) {
	db := New(&faulty{}, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	err := db.retry(ctx, func() (bool, error) {
		tries++
		cancel()
		return false, errConflict
	})
	if tries != 1 || !errors.Is(err, errConflict) {
		t.Errorf("want one try, got %d, %v", tries, err)
	}
}

func TestDB_failed(t *testing.T) {
	db := New(&faulty{}, 0)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx             context.Context
		err             error
		want            error
		wantUnavailable bool
	}{
		"Conflict":      {t.Context(), errConflict, errConflict, true},
		"Locked":        {t.Context(), errLocked, errLocked, true},
		"Lost":          {t.Context(), errLost, errLost, true},
		"Full":          {t.Context(), errFull, errFull, true},
		"Data":          {t.Context(), errData, errData, false},
		"Ended":         {ended, errLost, context.Canceled, false},
		"EndedWithData": {ended, errData, errData, false},
		"Already":       {t.Context(), regengine.ErrUnavailable, regengine.ErrUnavailable, true},
	} {
		t.Run(name, func(t *testing.T) {
			err := db.failed(c.ctx, "do a thing", c.err)
			if !errors.Is(err, c.want) || errors.Is(err, regengine.ErrUnavailable) != c.wantUnavailable {
				t.Errorf("want %v, unavailable %v, got %v", c.want, c.wantUnavailable, err)
			}
		})
	}
	if err := db.failed(t.Context(), "do a thing", nil); err != nil {
		t.Errorf("want nil, got %v", err)
	}
}
