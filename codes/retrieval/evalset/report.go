package evalset

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is what Run found. It marshals to JSON, and String is a table.
type Report struct {
	Questions int           `json:"questions"` // asked
	Skipped   int           `json:"skipped"`   // without a relevant passage among the blocks
	Measures  []Measure     `json:"measures"`
	P50       time.Duration `json:"p50_ns"` // latency of a search
	P95       time.Duration `json:"p95_ns"`
	Failed    []Miss        `json:"failed,omitempty"` // questions with nothing relevant at the deepest k

	Findings []Finding `json:"-"` // of every question, in order
}

// Finding is what came of one question.
type Finding struct {
	ID    string
	Asked bool // some block holds a passage that answers it
	First int  // the rank of the first relevant hit, from 1; 0 where there is none down to the deepest k
}

// Found reports whether a relevant passage stands among the first k hits.
func (f Finding) Found(k int) bool { return f.First > 0 && f.First <= k }

// Measure is the mean over the questions, cut at rank K.
type Measure struct {
	K      int     `json:"k"`
	Recall float64 `json:"recall"`
	MAP    float64 `json:"map"`
	NDCG   float64 `json:"ndcg"`
}

// Miss is a question for which nothing relevant was found.
type Miss struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

func (r *Report) add(q Judged, ranks []int, ks []int) {
	r.Questions++
	for i, k := range ks {
		m := measure(ranks, len(q.Relevant), k)
		r.Measures[i].Recall += m.Recall
		r.Measures[i].MAP += m.MAP
		r.Measures[i].NDCG += m.NDCG
	}
	finding := Finding{ID: q.ID, Asked: true}
	if len(ranks) == 0 {
		r.Failed = append(r.Failed, Miss{q.ID, q.Text})
	} else {
		finding.First = ranks[0]
	}
	r.Findings = append(r.Findings, finding)
}

func (r *Report) finish(took []time.Duration, ks []int) {
	n := float64(max(r.Questions, 1))
	for i, k := range ks {
		m := &r.Measures[i]
		m.K, m.Recall, m.MAP, m.NDCG = k, m.Recall/n, m.MAP/n, m.NDCG/n
	}
	slices.Sort(took)
	if len(took) > 0 {
		r.P50, r.P95 = took[(len(took)-1)/2], took[(len(took)-1)*95/100]
	}
}

// String is the report as a table for people.
func (r *Report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "k\tRecall\tMAP\tnDCG\t")
	for _, m := range r.Measures {
		fmt.Fprintf(w, "%d\t%.4f\t%.4f\t%.4f\t\n", m.K, m.Recall, m.MAP, m.NDCG)
	}
	w.Flush()
	fmt.Fprintf(&b, "%d questions, p50 %v, p95 %v", r.Questions, r.P50, r.P95)
	if r.Skipped > 0 {
		fmt.Fprintf(&b, "; %d without a relevant passage were not asked", r.Skipped)
	}
	b.WriteByte('\n')
	return b.String()
}
