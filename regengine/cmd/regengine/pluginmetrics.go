package main

import (
	"errors"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/projects"
)

// pluginMetrics are what /metrics shows of plugins, each by its name.
type pluginMetrics struct {
	calls  *prometheus.CounterVec
	took   *prometheus.HistogramVec
	starts *prometheus.CounterVec
	exits  *prometheus.CounterVec
	up     *prometheus.GaugeVec
	open   *prometheus.GaugeVec

	mu        sync.Mutex
	processes map[string]int // by plugin: an upgrade has two for a while
}

func newPluginMetrics(registry *prometheus.Registry) (*pluginMetrics, error) {
	name := func(name string) string { return "regengine_plugin_" + name }
	counter := func(n, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name(n), Help: help}, append([]string{"plugin"}, labels...))
	}
	gauge := func(n, help string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name(n), Help: help}, []string{"plugin"})
	}
	m := &pluginMetrics{
		calls: counter("calls_total", "Calls to plugins: ok, invalid (what was sent), unavailable or failed.", "method", "outcome"),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: name("call_duration_seconds"), Help: "Time a call to a plugin took.", Buckets: []float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 60, 600},
		}, []string{"plugin", "method"}),
		starts: counter("starts_total", "Starts of plugins: ok or failed.", "outcome"),
		exits:  counter("exits_total", "Ends of plugins, whatever the reason."),
		up:     gauge("up", "1 while the plugin runs."),
		open:   gauge("circuit_open", "1 while the plugin is left alone because it failed too often."),

		processes: map[string]int{},
	}
	for _, c := range []prometheus.Collector{m.calls, m.took, m.starts, m.exits, m.up, m.open} {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// observe counts what the host tells.
func (m *pluginMetrics) observe(e host.Event) {
	switch e.What {
	case "call":
		m.calls.WithLabelValues(e.Plugin, e.Method, outcomeOf(e.Err)).Inc()
		m.took.WithLabelValues(e.Plugin, e.Method).Observe(e.Took.Seconds())
	case "start":
		m.starts.WithLabelValues(e.Plugin, outcomeOf(e.Err)).Inc()
		if e.Err == nil {
			m.running(e.Plugin, 1)
		}
	case "exit":
		m.exits.WithLabelValues(e.Plugin).Inc()
		m.running(e.Plugin, -1)
	case "open":
		m.open.WithLabelValues(e.Plugin).Set(1)
	case "close":
		m.open.WithLabelValues(e.Plugin).Set(0)
	}
}

// running takes note of a process that began or ended.
func (m *pluginMetrics) running(plugin string, more int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.processes[plugin] += more
	m.up.WithLabelValues(plugin).Set(float64(min(1, m.processes[plugin])))
}

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, projects.ErrInvalid):
		return "invalid"
	case errors.Is(err, host.ErrUnavailable), errors.Is(err, projects.ErrUnavailable):
		return "unavailable"
	}
	return "failed"
}
