package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/regengine"
)

// examineCountries says what is served of countries that joined, and what their
// plugins are like. No plugin is started.
func (a *app) examineCountries(ctx context.Context, s *regengine.Snapshot) []finding {
	states, err := a.pluginStates(ctx)
	var list []finding
	if err != nil {
		list = append(list, finding{levelError, "plugins", err.Error(), ""})
	}
	for i := range s.Countries {
		list = append(list, a.examineCountry(&s.Countries[i], states)...)
	}
	for _, state := range states {
		if f := examinePlugin(state, s.Countries); f != nil {
			list = append(list, *f)
		}
	}
	return list
}

// pluginStates lists plugins; none where there is no folder of them.
func (a *app) pluginStates(ctx context.Context) (states []host.State, err error) {
	dir := a.settings.pluginDir()
	if _, gone := os.Stat(dir); dir == "" || errors.Is(gone, fs.ErrNotExist) && len(a.settings.Plugins) == 0 {
		return nil, nil
	}
	err = a.plugins(func(h *host.Host) error {
		states, err = h.List(ctx)
		return err
	})
	return states, err
}

// examineCountry says what is stored of a country, and whether its plugin is there.
func (a *app) examineCountry(c *regengine.Country, states []host.State) []finding {
	subject := "country " + string(c.ID())
	message := fmt.Sprintf("brought by plugin %s %s, %s", c.Origin.Plugin, c.Origin.Version, moment(c.Origin.Imported))
	list := []finding{{levelOK, subject, strings.TrimSuffix(message, ", "), ""}}
	files := c.Words()
	for _, reader := range a.adapters.readers {
		if c.Language == nil {
			break
		}
		if err := reader.Check(c.Scheme.Tag, files); err != nil && !errors.Is(err, regengine.ErrBuiltInLanguage) {
			list = append(list, finding{levelWarning, subject, fmt.Sprintf("words of %s that %s cannot read: %v", c.Scheme.Tag, reader.Name, err),
				"have its plugin corrected; the rest is served"})
		}
	}
	approved := slices.ContainsFunc(states, func(s host.State) bool {
		return s.Name == c.Origin.Plugin && s.Approval != nil && s.SHA256 == s.Approval.SHA256
	})
	if n := len(c.Calculators); n > 0 && !approved {
		list = append(list, finding{levelWarning, subject, fmt.Sprintf("it is served, but %d calculators are not to be had: no approved plugin %s is here", n, c.Origin.Plugin),
			"put its file into the plugin folder and \"regengine plugin approve\" it, if they are wanted"})
	}
	return list
}

// examinePlugin says what is to be done about a plugin; nil for nothing.
func examinePlugin(s host.State, stored []regengine.Country) *finding {
	subject := "plugin " + s.Name
	if advice := pluginAdvice(s); advice != "" {
		return &finding{levelWarning, subject, strings.TrimSuffix(s.Status+": "+s.Problem, ": "), advice}
	}
	same := slices.ContainsFunc(stored, func(c regengine.Country) bool { return c.Origin.SHA256 == s.SHA256 })
	if !same {
		return &finding{levelWarning, subject, "approved, but what it brings is not stored as this file brings it",
			"a server imports it within seconds; without one: regengine plugin import " + s.Name}
	}
	return &finding{levelOK, subject, s.Status, ""}
}
