package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// Bounds of what is told of a plugin that hangs.
const (
	maxAsked     = 3   // methods
	maxAskedText = 100 // bytes of each
)

// Doing says which of the author's methods a plugin is being asked, the latest
// first, for an error: "Derive of XX-01001 for 58s, Places for 1m0s". It is "" when
// the plugin does not say: an older kit, or a process that does nothing any more.
func Doing(ctx context.Context, c pluginpb.CountryClient) string {
	reply, err := c.Doing(ctx, &pluginpb.DoingRequest{})
	if err != nil {
		return ""
	}
	var all []string
	for _, a := range reply.GetAsked() {
		if len(all) == maxAsked {
			break
		}
		text := oneLine(a.GetMethod())
		if of := oneLine(a.GetOf()); of != "" {
			text += " of " + of
		}
		took := time.Duration(a.GetMilliseconds()) * time.Millisecond
		all = append(all, fmt.Sprintf("%s for %v", text, took.Round(100*time.Millisecond)))
	}
	return strings.Join(all, ", ")
}

func oneLine(text string) string {
	return strings.Join(strings.Fields(wire.Clean(text, maxAskedText)), " ")
}

// where adds to the error of a call that took too long which of the author's methods
// hangs.
func (c *Country) where(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	const patience = time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if doing := Doing(ctx, c.client); doing != "" {
		return fmt.Errorf("%w; it hangs in %s", err, doing)
	}
	return err
}
