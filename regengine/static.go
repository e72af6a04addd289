package regengine

import "context"

// Static returns a Source of data that never changes: a pack that was read, or
// places and codes a program makes up itself.
func Static(data Data) Source { return static{data} }

type static struct{ data Data }

// Load implements [Source].
func (s static) Load(context.Context) (Data, int64, error) { return s.data, 1, nil }

// Revision implements [Source].
func (s static) Revision(context.Context) (int64, error) { return 1, nil }

// Changes implements [Source]: nothing is ever sent.
func (s static) Changes(ctx context.Context) <-chan struct{} {
	changes := make(chan struct{})
	context.AfterFunc(ctx, func() { close(changes) })
	return changes
}
