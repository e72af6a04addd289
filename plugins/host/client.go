package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// Client is one plugin. It is safe for concurrent use.
type Client struct{ plugin *plugin }

// Name returns the plugin's name.
func (c *Client) Name() string { return c.plugin.name }

// Approval returns the approval it runs by; the zero value when that was taken back.
func (c *Client) Approval() Approval {
	if a := c.plugin.approved(); a != nil {
		return *a
	}
	return Approval{}
}

// Description says who it is and what it brings. ErrUnavailable, ErrBroken.
func (c *Client) Description(ctx context.Context) (Description, error) {
	run, release, err := c.plugin.acquire(ctx)
	if err != nil {
		return Description{}, err
	}
	defer release()
	d := run.desc
	if a := c.plugin.approved(); a != nil && a.SHA256 == run.sha {
		d.Approval = *a
	}
	return d, nil
}

// Calculators returns the plugin's, which call it when they are run: none before it
// described itself for the first time. It never waits.
func (c *Client) Calculators() []projects.Calculator {
	c.plugin.mu.Lock()
	defer c.plugin.mu.Unlock()
	if c.plugin.desc == nil {
		return nil
	}
	var all []projects.Calculator
	for _, form := range c.plugin.desc.Forms {
		all = append(all, &calculator{plugin: c.plugin, country: c.plugin.desc.Country, form: form})
	}
	return all
}

// Calculators returns those of all clients. It never waits.
func (h *Host) Calculators() []projects.Calculator {
	var all []projects.Calculator
	for _, p := range h.all() {
		all = append(all, (&Client{p}).Calculators()...)
	}
	return all
}

// calculator is one that runs in a plugin.
type calculator struct {
	projects.UnimplementedCalculator
	plugin  *plugin
	country geo.ID
	form    regengine.CalculatorForm
}

var _ projects.Calculator = (*calculator)(nil)

// ID implements [projects.Calculator].
func (c *calculator) ID() string { return c.form.ID }

// Title implements [projects.Calculator].
func (c *calculator) Title() string { return c.form.Title }

// Country implements [projects.Calculator].
func (c *calculator) Country() geo.ID { return c.country }

// Schema implements [projects.Calculator].
func (c *calculator) Schema() (input, result json.RawMessage) { return c.form.Input, c.form.Result }

// Run implements [projects.Calculator].
func (c *calculator) Run(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
	if len(input) > wire.MaxInput {
		return projects.Outcome{}, fmt.Errorf("%w: the input has more than %d bytes", projects.ErrInvalid, wire.MaxInput)
	}
	var out projects.Outcome
	err := c.plugin.call(ctx, task{
		method: "Run", of: "calculator " + c.form.ID, total: c.plugin.host.opts.CallTimeout,
		do: func(ctx context.Context, run *process, _ func()) error {
			reply, err := run.country.Run(ctx, &pluginpb.RunRequest{Calculator: c.form.ID, Input: input})
			if err != nil {
				return err
			}
			out, err = wire.OutcomeFromProto(reply)
			return err
		},
	})
	if err != nil {
		return projects.Outcome{}, c.explain(err)
	}
	return out, nil
}

// explain makes of the host's errors those a calculator has. What goes to a user
// names the plugin and no more; the host's log has the rest.
func (c *calculator) explain(err error) error {
	switch {
	case errors.Is(err, projects.ErrInvalid), errors.Is(err, projects.ErrUnavailable):
		return err
	case errors.Is(err, ErrUnavailable), errors.Is(err, ErrBroken), errors.Is(err, ErrNotApproved), errors.Is(err, ErrConflict):
		return fmt.Errorf("%w: %w", projects.ErrUnavailable, err)
	}
	return fmt.Errorf("plugin %q: %w", c.plugin.name, err)
}
