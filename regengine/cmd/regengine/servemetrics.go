package main

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/transport/httpapi"
)

// registerServeMetrics adds what /metrics shows of the process, the connections to the
// database, credits, sweeps and backups.
func registerServeMetrics(registry *prometheus.Registry, db *sqlstore.DB, meter *access.Meter, copies *backups) error {
	total := func(name, help string, labels prometheus.Labels, read func(access.Totals) int64) prometheus.Collector {
		opts := prometheus.CounterOpts{Name: "regengine_" + name, Help: help, ConstLabels: labels}
		return prometheus.NewCounterFunc(opts, func() float64 { return float64(read(meter.Totals())) })
	}
	list := []prometheus.Collector{
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		total("credits_total", "Credits by what became of them.", prometheus.Labels{"outcome": "charged"}, func(t access.Totals) int64 { return t.Charged }),
		total("credits_total", "Credits by what became of them.", prometheus.Labels{"outcome": "given_back"}, func(t access.Totals) int64 { return t.GivenBack }),
		total("sweeps_total", "Sweeps of reservations that were left behind.", prometheus.Labels{"outcome": "ok"}, func(t access.Totals) int64 { return t.Sweeps }),
		total("sweeps_total", "Sweeps of reservations that were left behind.", prometheus.Labels{"outcome": "failed"}, func(t access.Totals) int64 { return t.SweepsLost }),
		total("sweeps_interrupted_total", "Reservations that sweeps gave back.", nil, func(t access.Totals) int64 { return t.Interrupted }),
	}
	for name, pool := range db.Pools() {
		list = append(list, collectors.NewDBStatsCollector(pool, name))
	}
	if copies != nil {
		list = append(list, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "regengine_backup_newest_timestamp_seconds", Help: "When the newest backup was begun, 0 for none.",
		}, func() float64 { return float64(max(0, copies.newest().Unix())) }))
	}
	return registerAll(registry, list)
}

// registerDocumentMetrics adds what /metrics shows of the memory that open documents take.
func registerDocumentMetrics(registry *prometheus.Registry, service *projects.Service) error {
	gauge := func(name, help string, read func(projects.LibraryUse) int64) prometheus.Collector {
		opts := prometheus.GaugeOpts{Name: "regengine_document_" + name, Help: help}
		return prometheus.NewGaugeFunc(opts, func() float64 { return float64(read(service.LibraryUse())) })
	}
	return registerAll(registry, []prometheus.Collector{
		gauge("memory_bytes", "Memory that the indexes of documents take.", func(u projects.LibraryUse) int64 { return u.Held }),
		gauge("memory_limit_bytes", "Memory that they may take, as --document-memory says.", func(u projects.LibraryUse) int64 { return u.Bound }),
		gauge("memory_waiting", "Searches and uploads that wait for such memory.", func(u projects.LibraryUse) int64 { return int64(u.Waiting) }),
	})
}

func registerAll(registry *prometheus.Registry, list []prometheus.Collector) error {
	for _, c := range list {
		if err := registry.Register(c); err != nil {
			return err
		}
	}
	return nil
}

// serveMetrics serves /metrics on an address of its own, until end is called. Where none
// is given it does nothing.
func (a *app) serveMetrics(ctx context.Context, api *httpapi.API) (end func(), err error) {
	if a.settings.MetricsListen == "" {
		return func() {}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", a.settings.MetricsListen)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --metrics-listen", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", api.Metrics())
	server := httpapi.NewServer(mux, a.log)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener) // it ends when it is closed
	}()
	a.log.InfoContext(ctx, "metrics", "address", listener.Addr().String())
	return func() {
		_ = server.Close()
		<-done
	}, nil
}
