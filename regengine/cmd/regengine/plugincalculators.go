package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// plugged returns the calculators of the countries that joined, as the snapshot has
// their forms. One whose plugin runs is run by it; the others say that they cannot
// be had at present. running may be nil.
func plugged(engine *regengine.Engine, running func() []projects.Calculator) func() []projects.Calculator {
	return func() []projects.Calculator {
		var live []projects.Calculator
		if running != nil {
			live = running()
		}
		var list []projects.Calculator
		for _, country := range engine.Snapshot().Countries {
			for _, form := range country.Calculators {
				list = append(list, calculatorOf(&country, form, live))
			}
		}
		return list
	}
}

func calculatorOf(country *regengine.Country, form regengine.CalculatorForm, live []projects.Calculator) projects.Calculator {
	for _, c := range live {
		if c.ID() == form.ID && c.Country() == country.ID() {
			return c
		}
	}
	return keptForm{form: form, country: country.ID(), plugin: country.Origin.Plugin}
}

// keptForm is a calculator whose plugin does not run.
type keptForm struct {
	projects.UnimplementedCalculator
	form    regengine.CalculatorForm
	country geo.ID
	plugin  string
}

// ID implements [projects.Calculator].
func (k keptForm) ID() string { return k.form.ID }

// Title implements [projects.Calculator].
func (k keptForm) Title() string { return k.form.Title }

// Country implements [projects.Calculator].
func (k keptForm) Country() geo.ID { return k.country }

// Schema implements [projects.Calculator].
func (k keptForm) Schema() (input, result json.RawMessage) { return k.form.Input, k.form.Result }

// Run implements [projects.Calculator] with ErrUnavailable.
func (k keptForm) Run(context.Context, json.RawMessage) (projects.Outcome, error) {
	return projects.Outcome{}, fmt.Errorf("%w: plugin %q does not run at present", projects.ErrUnavailable, k.plugin)
}

// startedWhenRun are the calculators of approved plugins, for a command that runs
// one and ends: the plugin is started when its calculator is run.
func (a *app) startedWhenRun(engine *regengine.Engine) []projects.Calculator {
	var list []projects.Calculator
	for _, country := range engine.Snapshot().Countries {
		for _, form := range country.Calculators {
			list = append(list, onDemand{keptForm{form: form, country: country.ID(), plugin: country.Origin.Plugin}, a})
		}
	}
	return list
}

// onDemand starts its plugin to run.
type onDemand struct {
	keptForm
	app *app
}

// Run implements [projects.Calculator].
func (o onDemand) Run(ctx context.Context, input json.RawMessage) (found projects.Outcome, err error) {
	err = o.app.plugins(func(h *host.Host) error {
		client, err := h.Client(o.plugin)
		if err != nil {
			return err
		}
		if _, err := client.Description(ctx); err != nil { // it starts it
			return err
		}
		for _, c := range client.Calculators() {
			if c.ID() == o.form.ID {
				found, err = c.Run(ctx, input)
				return err
			}
		}
		return fmt.Errorf("%w: plugin %q has no such calculator any more", projects.ErrUnavailable, o.plugin)
	})
	return found, err
}
