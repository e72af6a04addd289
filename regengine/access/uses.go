package access

import (
	"context"
	"fmt"
	"maps"
	"time"
)

// noteEvery is how often it is written when keys were used last: each key costs at most
// one write in that time, and none where it is not used.
const noteEvery = 5 * time.Minute

// UseStore keeps when keys were used last. Implementations are safe for concurrent use.
type UseStore interface {
	// NoteUses stores when keys were used, by their id. A time before the one that is
	// stored changes nothing; a key that is not there is passed over.
	NoteUses(ctx context.Context, uses map[string]time.Time) error
}

// KeepUses has store know when keys were used last, a few seconds more or less, until ctx
// ends. What could not be written is written the next time; failed, which may be nil, is
// told why not.
func (a *Authenticator) KeepUses(ctx context.Context, store UseStore, failed func(error)) {
	ticker := time.NewTicker(noteEvery)
	defer ticker.Stop()
	for ended := false; !ended; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			ended = true
		}
		if err := a.NoteUses(ctx, store); err != nil && failed != nil {
			failed(err)
		}
	}
}

// NoteUses writes the uses since it was last called. It is not cut off when ctx ends.
func (a *Authenticator) NoteUses(ctx context.Context, store UseStore) error {
	a.mu.Lock()
	uses := a.uses
	a.uses = make(map[string]time.Time)
	a.mu.Unlock()
	if len(uses) == 0 {
		return nil
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	err := store.NoteUses(limited, uses)
	if err == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.Copy(uses, a.uses)
	a.uses = uses
	return fmt.Errorf("note when keys were used: %w", err)
}

// used notes a use of a key that was read just now: keys in use are read every few
// seconds, and what happens in between costs nothing. The caller holds mu.
func (a *Authenticator) used(e *entry) {
	if _, err := e.valid(e.readAt); err == nil && (len(a.uses) < a.entries || !a.uses[e.principal.KeyID].IsZero()) {
		a.uses[e.principal.KeyID] = e.readAt
	}
}
