package host

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Approve starts the plugin at path once, confined, asks who it is, and writes down
// that these bytes may run. An approval of the name is replaced. ErrBroken,
// ErrConflict.
func (h *Host) Approve(ctx context.Context, path string) (Approval, error) {
	desc, err := h.Probe(ctx, path)
	if err != nil {
		return Approval{}, err
	}
	approval := desc.Approval
	approval.At = h.opts.Now().UTC().Truncate(time.Second)
	err = h.book.change(ctx, func(list []Approval) ([]Approval, error) {
		at := slices.IndexFunc(list, func(a Approval) bool { return a.Name == approval.Name })
		if err := h.conflict(approval, list); err != nil {
			return nil, err
		}
		if at < 0 {
			return append(list, approval), nil
		}
		list[at] = approval // in its place: who came first stays first
		return list, nil
	})
	if err != nil {
		return Approval{}, err
	}
	return approval, h.refresh()
}

// MayServe says whether a plugin of that name could be approved for a country:
// ErrConflict when that is built in or another plugin's.
func (h *Host) MayServe(name string, country geo.ID) error {
	list, err := h.book.read()
	if err != nil {
		return err
	}
	return h.conflict(Approval{Name: name, Country: country}, list)
}

// Probe starts the plugin at path once, confined as an approved one is, asks who it
// is and ends it. Nothing is written down. ErrBroken.
func (h *Host) Probe(ctx context.Context, path string) (Description, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Description{}, fmt.Errorf("plugin: %w", err)
	}
	name, err := nameOf(path)
	if err != nil {
		return Description{}, err
	}
	if h.ctx.Err() != nil {
		return Description{}, fmt.Errorf("%w: %w", ErrUnavailable, errClosed)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(h.ctx, func() { cancel(errClosed) })()
	log := newLogbook(h, name)
	defer log.close()
	run, err := h.launch(ctx, log, path, "")
	if err != nil {
		return Description{}, err
	}
	h.dismiss(run, errRetired)
	return run.desc, nil
}

// Revoke takes an approval back. ErrNotApproved when there is none.
func (h *Host) Revoke(ctx context.Context, name string) error {
	err := h.book.change(ctx, func(list []Approval) ([]Approval, error) {
		rest := slices.DeleteFunc(slices.Clone(list), func(a Approval) bool { return a.Name == name })
		if len(rest) == len(list) {
			return nil, fmt.Errorf("%w: no approval of %q", ErrNotApproved, name)
		}
		return rest, nil
	})
	if err != nil {
		return err
	}
	return h.refresh()
}

// conflict says who serves an approval's country already; earlier are the
// approvals given before it.
func (h *Host) conflict(a Approval, earlier []Approval) error {
	if slices.Contains(h.opts.BuiltIn, a.Country) {
		return fmt.Errorf("%w: %s is built in", ErrConflict, a.Country)
	}
	for _, other := range earlier {
		if other.Country == a.Country && other.Name != a.Name {
			return fmt.Errorf("%w: plugin %q was approved for %s before; revoke one of the two", ErrConflict, other.Name, a.Country)
		}
	}
	return nil
}
