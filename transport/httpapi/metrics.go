package httpapi

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/regengine"
)

// metrics are what /metrics shows of the API.
type metrics struct {
	requests     *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	inFlight     prometheus.Gauge
	limited      *prometheus.CounterVec
	unauthorized prometheus.Counter
	verdicts     *prometheus.CounterVec
	turns        *prometheus.CounterVec
	turnsRunning prometheus.Gauge
	rounds       prometheus.Counter
	searches     prometheus.Counter
	modelCalls   prometheus.Counter
	tokens       *prometheus.CounterVec
	cost         *prometheus.CounterVec
}

// operationMetrics are the metrics of one operation, looked up beforehand.
type operationMetrics struct {
	latency prometheus.Observer
	ok      prometheus.Counter // status 200, which nearly all have
}

// latencyBuckets reach from a cached answer to a turn, in seconds.
var latencyBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}

func newMetrics(registry *prometheus.Registry, engine Engine) (*metrics, error) {
	m := &metrics{
		requests: counters("http_requests_total", "Requests answered.", "operation", "status"),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "regengine_http_request_duration_seconds", Help: "Time to answer.", Buckets: latencyBuckets,
		}, []string{"operation"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "regengine_http_requests_in_flight", Help: "Requests being answered."}),
		limited: counters("rate_limited_total", "Requests refused by the rate limit.", "group"),
		unauthorized: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "regengine_auth_failures_total", Help: "Requests without a valid key."}),
		verdicts: counters("verify_results_total", "Verdicts by status; conditional_not_compliant is a conditional that meets the limit under some readings only.", "result_status"),
		turns:    counters("ask_turns_total", "Turns by outcome.", "outcome"),
		turnsRunning: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "regengine_ask_turns_running", Help: "Turns running now, watched or not."}),
		rounds:     counter("ask_rounds_total", "Rounds of the turns that came to an answer."),
		searches:   counter("ask_searches_total", "Regulatory searches of the turns that came to an answer."),
		modelCalls: counter("ask_model_requests_total", "Requests to a language model of the turns that came to an answer."),
		tokens:     counters("ask_tokens_total", "Tokens a language model read (input) and wrote (output) in turns that came to an answer.", "direction"),
		cost:       counters("ask_cost_total", "What those tokens cost by the configured prices.", "currency"),
	}
	for _, c := range append(snapshotGauges(engine),
		m.requests, m.latency, m.inFlight, m.limited, m.unauthorized, m.verdicts, m.turns, m.turnsRunning,
		m.rounds, m.searches, m.modelCalls, m.tokens, m.cost) {
		if err := registry.Register(c); err != nil {
			return nil, fmt.Errorf("httpapi: metrics: %w", err)
		}
	}
	return m, nil
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "regengine_" + name, Help: help}, labels)
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "regengine_" + name, Help: help})
}

// ModelPrice is what a language model costs. The zero value means that its cost
// is not counted.
type ModelPrice struct {
	InputPerMillion  float64 // of tokens, in Currency
	OutputPerMillion float64
	Currency         string // such as "EUR"
}

func (p ModelPrice) of(u ask.Usage) float64 {
	return (float64(u.Input)*p.InputPerMillion + float64(u.Output)*p.OutputPerMillion) / 1e6
}

// observeAnswer counts what an answer took to come about.
func (m *metrics) observeAnswer(answer *ask.Answer, price ModelPrice) {
	m.rounds.Add(float64(answer.Iterations))
	m.searches.Add(float64(answer.Searches))
	m.modelCalls.Add(float64(answer.Usage.Requests))
	m.tokens.WithLabelValues("input").Add(float64(answer.Usage.Input))
	m.tokens.WithLabelValues("output").Add(float64(answer.Usage.Output))
	if price.Currency != "" {
		m.cost.WithLabelValues(price.Currency).Add(price.of(answer.Usage))
	}
}

// snapshotGauges show what the present snapshot holds.
func snapshotGauges(engine Engine) []prometheus.Collector {
	gauge := func(name, help string, read func(*regengine.Snapshot) int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "regengine_snapshot_" + name, Help: help},
			func() float64 { return float64(read(engine.Snapshot())) })
	}
	return []prometheus.Collector{
		gauge("revision", "Revision of the data served.", func(s *regengine.Snapshot) int64 { return s.Revision }),
		gauge("places", "Places served.", func(s *regengine.Snapshot) int64 { return int64(s.Places.Len()) }),
		gauge("codes", "Codes served.", func(s *regengine.Snapshot) int64 { return int64(len(s.Codes.All())) }),
		gauge("blocks", "Blocks of text served.", func(s *regengine.Snapshot) int64 { return int64(s.Texts.Len()) }),
	}
}

func (m *metrics) prepare(operation string) *operationMetrics {
	return &operationMetrics{
		latency: m.latency.WithLabelValues(operation),
		ok:      m.requests.WithLabelValues(operation, "200"),
	}
}

// decided counts one verdict.
func (m *metrics) decided(r *Verdict) {
	m.verdicts.WithLabelValues(string(r.verdict())).Inc()
}

// observe counts one exchange. A status of 0 means that nothing was written,
// which net/http answers with 200.
func (m *metrics) observe(op *operation, status int, took time.Duration) {
	op.metrics.latency.Observe(took.Seconds())
	if status == http.StatusOK || status == 0 {
		op.metrics.ok.Inc()
		return
	}
	m.requests.WithLabelValues(op.id, strconv.Itoa(status)).Inc()
}
