package main

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reglookup/regengine/plugins/host"
)

// TestPluginMetrics_Up upgrades a plugin: the old process ends behind the new one's
// start, and the plugin is up all the time.
func TestPluginMetrics_Up(t *testing.T) {
	registry := prometheus.NewRegistry()
	m, err := newPluginMetrics(registry)
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		what string
		want float64
	}{{"start", 1}, {"start", 1}, {"exit", 1}, {"exit", 0}, {"start", 1}} {
		m.observe(host.Event{Plugin: "xq", What: step.what})
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, family := range families {
			if family.GetName() != "regengine_plugin_up" {
				continue
			}
			if got := family.GetMetric()[0].GetGauge().GetValue(); got != step.want {
				t.Errorf("up behind step %d (%s): want %v, got %v", i, step.what, step.want, got)
			}
		}
	}
}
