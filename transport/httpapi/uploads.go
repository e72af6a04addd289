package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/reglookup/regengine/regengine/access"
)

// uploads bound how many uploads hold memory at once. The others wait, in order, before
// any of their bytes is read. The zero value is ready to use.
type uploads struct {
	mu     sync.Mutex
	places *semaphore.Weighted
	ofUser map[string]*userUploads
}

// userUploads is there as long as the user has an upload that runs or waits.
type userUploads struct {
	places *semaphore.Weighted
	users  int
}

// enter waits for a place and returns a function that gives it back. access.ErrBusy when
// the user's own uploads kept it for too long, problemUnavailable when everybody's did, or
// ctx's error.
func (u *uploads) enter(ctx context.Context, userID string) (leave func(), err error) {
	wait, cancel := context.WithTimeout(ctx, uploadWait)
	defer cancel()
	own := u.join(userID)
	if own.places.Acquire(wait, 1) != nil {
		u.part(userID, own)
		return nil, errors.Join(ctx.Err(), access.ErrBusy)
	}
	if u.places.Acquire(wait, 1) != nil {
		own.places.Release(1)
		u.part(userID, own)
		return nil, errors.Join(ctx.Err(), problemUnavailable.err())
	}
	return func() {
		u.places.Release(1)
		own.places.Release(1)
		u.part(userID, own)
	}, nil
}

func (u *uploads) join(userID string) *userUploads {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.places == nil {
		u.places, u.ofUser = semaphore.NewWeighted(uploadsAtOnce), make(map[string]*userUploads)
	}
	own := u.ofUser[userID]
	if own == nil {
		own = &userUploads{places: semaphore.NewWeighted(uploadsOfOneUser)}
		u.ofUser[userID] = own
	}
	own.users++
	return own
}

func (u *uploads) part(userID string, own *userUploads) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(u.ofUser, userID)
	}
}

// waitForUpload waits for a place among the uploads. What follows has time of its own.
func (a *API) waitForUpload(ctx context.Context, x *exchange) (leave func(), err error) {
	control := http.NewResponseController(x.ResponseWriter)
	_ = control.SetWriteDeadline(time.Now().Add(uploadWait + answeringPatience)) // where there is no connection none is needed
	return a.uploads.enter(ctx, x.principal.UserID)
}

// receive waits for a place among the uploads and reads the files. Whoever leaves the
// place has no use for them any more.
func (a *API) receive(ctx context.Context, x *exchange, in *input) (leave func(), err error) {
	leave, err = a.waitForUpload(ctx, x)
	if err != nil {
		return nil, err
	}
	if in.files, err = readUpload(x, in.request, in.text(uploadName.name)); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// sumOf tells files from others: their names and bytes, each behind its length.
func sumOf(files []uploaded) []byte {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%d %d %s", len(f.Name), len(f.Data), f.Name)
		sum.Write(f.Data)
	}
	return sum.Sum(nil)
}
