package httpapi

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// TestUploads: uploads beyond the bounds wait, give up with their clients or after a
// while, and leave nothing behind.
func TestUploads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var u uploads
		var leaves []func()
		enter := func(user string) {
			t.Helper()
			leave, err := u.enter(t.Context(), user)
			if err != nil {
				t.Fatal(err)
			}
			leaves = append(leaves, leave)
		}
		for user := range uploadsAtOnce / uploadsOfOneUser {
			for range uploadsOfOneUser {
				enter(fmt.Sprint(user))
			}
		}
		for user, want := range map[string]error{"0": access.ErrBusy, "new": problemUnavailable.err()} {
			began := time.Now()
			if _, err := u.enter(t.Context(), user); !errors.Is(err, want) && err.Error() != want.Error() {
				t.Errorf("user %s: want %v, got %v", user, want, err)
			}
			if waited := time.Since(began); waited != uploadWait {
				t.Errorf("user %s waited %v, want %v", user, waited, uploadWait)
			}
		}
		ctx, leave := context.WithCancel(t.Context())
		leave()
		if _, err := u.enter(ctx, "new"); !clientGone(ctx, err) {
			t.Errorf("a client that left: %v", err)
		}
		entered := make(chan func())
		go func() {
			leave, err := u.enter(t.Context(), "0")
			if err != nil {
				t.Error(err)
			}
			entered <- leave
		}()
		synctest.Wait()
		leaves[0]()
		leaves[0] = <-entered
		for _, leave := range leaves {
			leave()
		}
		if len(u.ofUser) != 0 || !u.places.TryAcquire(uploadsAtOnce) {
			t.Errorf("left behind: %d users", len(u.ofUser))
		}
	})
}
