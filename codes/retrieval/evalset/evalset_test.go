package evalset_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/evalset"
)

func block(id, text string) retrieval.Block {
	return retrieval.Block{ID: id, Doc: "d/1", Section: "s", Lang: "es", Kind: retrieval.Paragraph, Text: text}
}

func TestRead(t *testing.T) {
	want := []evalset.Question{
		{ID: "1", Text: "¿Qué ancho?", Gold: []evalset.Gold{{Block: "b1"}, {Doc: "d/1", Section: "s", Quote: "un metro"}}},
		{ID: "2", Text: "¿Qué alto?"},
	}
	for name, data := range map[string]string{
		"TSV":   "id\tquestion\tblock\tdoc\tsection_slug\tquote\n1\t¿Qué ancho?\tb1\n1\t¿Qué ancho?\t\td/1\ts\tun metro\r\n\n2\t¿Qué alto?\n",
		"JSONL": `{"id":"1","question":"¿Qué ancho?","gold":[{"block":"b1"},{"doc":"d/1","section":"s","quote":"un metro"}]}` + "\n\n" + `{"id":"2","question":"¿Qué alto?"}`,
		"asks":  "id\tquestion\tanswerable\tsection\tevidence_or_reason\n1\t¿Qué ancho?\tyes\tart. 2\tun metro\n2\t¿Qué alto?\tno\t\tfalta en los textos\n",
	} {
		t.Run(name, func(t *testing.T) {
			want := want
			if name == "asks" {
				want = []evalset.Question{{ID: "1", Text: "¿Qué ancho?", Gold: []evalset.Gold{{Quote: "un metro"}}}, want[1]}
			}
			got, err := evalset.Read(strings.NewReader("\ufeff" + data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRead_Errors(t *testing.T) {
	for name, data := range map[string]string{
		"ErrEmpty":        "",
		"ErrColumns":      "id\ttext\n1\tqué\n",
		"ErrNoID":         "id\tquestion\tquote\n\t¿qué?\tx\n",
		"ErrNoText":       `{"id":"1","question":" "}`,
		"ErrUnknownField": `{"id":"1","question":"¿qué?","answer":"x"}`,
		"ErrNothingNamed": `{"id":"1","question":"¿qué?","gold":[{"doc":"d/1"}]}`,
		"ErrLongLine":     "id\tquestion\tquote\n1\t" + strings.Repeat("a", 2<<20) + "\tx\n",
		"ErrObliQA":       `[{"QuestionID":"1"}]`,
		"ErrObliQAJSON":   `[{"QuestionID":1}]`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := evalset.Read(strings.NewReader(data)); !errors.Is(err, evalset.ErrFormat) {
				t.Errorf("want ErrFormat, got %v", err)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	other := block("b3", "La anchura es de 1,00 m.")
	other.Doc = "d/2"
	blocks := []retrieval.Block{block("b1", "La ANCHURA es de 1,00 m; con pasamanos."), block("b2", "Nada de 11,00 m."), other}
	for _, tt := range []struct {
		name string
		gold evalset.Gold
		want []string
	}{
		{"id", evalset.Gold{Block: "b2"}, []string{"b2"}},
		{"unknown id", evalset.Gold{Block: "b9"}, nil},
		{"quote without accents and case", evalset.Gold{Quote: "anchura es de 1.00 m"}, []string{"b1", "b3"}},
		{"in a document", evalset.Gold{Quote: "anchura", Doc: "d/2"}, []string{"b3"}},
		{"in a section", evalset.Gold{Quote: "anchura", Section: "other"}, nil},
		{"whole words only", evalset.Gold{Quote: "1,00"}, []string{"b1", "b3"}},
		{"left out between", evalset.Gold{Quote: "La anchura […] pasamanos"}, []string{"b1"}},
		{"pieces of two blocks", evalset.Gold{Quote: "con pasamanos [...] nada"}, []string{"b1"}},
		{"not there", evalset.Gold{Quote: "escalera"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			judged, missing := evalset.Judge([]evalset.Question{{ID: "q", Text: "?", Gold: []evalset.Gold{tt.gold}}}, blocks)
			var got []string
			if len(judged[0].Relevant) > 0 {
				got = judged[0].Relevant[0]
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if (len(missing) == 1) != (tt.want == nil) || len(missing) == 1 && missing[0].String() == "" {
				t.Errorf("missing: %v", missing)
			}
		})
	}
}

// hits answers a query with the blocks its text names.
func hits(_ context.Context, q retrieval.Query) (list []retrieval.Hit, err error) {
	for id := range strings.FieldsSeq(q.Text) {
		list = append(list, retrieval.Hit{Block: &retrieval.Block{ID: id}})
	}
	return list[:min(len(list), q.TopK)], nil
}

// The figures are worked out by hand.
func TestRun(t *testing.T) {
	now := time.Time{}
	clock := func() time.Time { now = now.Add(time.Millisecond); return now }
	questions := []evalset.Judged{
		{Question: evalset.Question{ID: "1", Text: "x a y b"}, Relevant: [][]string{{"a"}, {"b", "c"}, {"z"}}},
		{Question: evalset.Question{ID: "2", Text: "u v"}, Relevant: [][]string{{"w"}}},
		{Question: evalset.Question{ID: "3", Text: "nobody"}},
	}
	got, err := evalset.Run(t.Context(), questions, hits, &evalset.Options{Ks: []int{2, 4}, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	g := func(rank float64) float64 { return 1 / math.Log2(rank+1) }
	want := &evalset.Report{
		Questions: 2, Skipped: 1, P50: time.Millisecond, P95: time.Millisecond,
		Measures: []evalset.Measure{
			{K: 2, Recall: 1. / 3 / 2, MAP: (1. / 2) / 3 / 2, NDCG: g(2) / (g(1) + g(2)) / 2},
			{K: 4, Recall: 2. / 3 / 2, MAP: (1./2 + 2./4) / 3 / 2, NDCG: (g(2) + g(4)) / (g(1) + g(2) + g(3)) / 2},
		},
		Failed:   []evalset.Miss{{ID: "2", Text: "u v"}},
		Findings: []evalset.Finding{{ID: "1", Asked: true, First: 2}, {ID: "2", Asked: true}, {ID: "3"}},
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if table := got.String(); !strings.Contains(table, "0.3333") || !strings.Contains(table, "2 questions") {
		t.Errorf("table:\n%s", table)
	}
	if one := got.Findings[0]; one.Found(1) || !one.Found(2) || got.Findings[1].Found(4) {
		t.Errorf("found at a rank: %+v", got.Findings)
	}
	var back evalset.Report
	want.Findings = nil // for people alone
	data, err := json.Marshal(got)
	if err != nil || json.Unmarshal(data, &back) != nil {
		t.Fatalf("JSON: %v", err)
	}
	if diff := cmp.Diff(want, &back, near); diff != "" {
		t.Error(diff)
	}
}

func TestRun_Errors(t *testing.T) {
	broken := errors.New("broken")
	_, err := evalset.Run(t.Context(), []evalset.Judged{{Question: evalset.Question{ID: "7"}, Relevant: [][]string{{"a"}}}},
		func(context.Context, retrieval.Query) ([]retrieval.Hit, error) { return nil, broken }, nil)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "question 7") {
		t.Errorf("want the question and the cause, got %v", err)
	}
	if _, err := evalset.Run(t.Context(), nil, hits, &evalset.Options{Ks: []int{0}}); !errors.Is(err, evalset.ErrDepth) {
		t.Errorf("want ErrDepth, got %v", err)
	}
}

func TestObliQA(t *testing.T) {
	folder := fstest.MapFS{"2.json": {Data: []byte(`[
		{"ID":"x","DocumentID":2,"PassageID":"1.","Passage":"SCOPE"},
		{"ID":"x","DocumentID":2,"PassageID":"1.1","Passage":""},
		{"ID":"x","DocumentID":2,"PassageID":"1.1.(1)","Passage":"Applies to funds."},
		{"ID":"x","DocumentID":2,"PassageID":"1.1.(1)","Passage":"Again."},
		{"ID":"x","DocumentID":2,"PassageID":"7)","Passage":"RULES\nKeys\nThey are kept."}]`)}}
	blocks, err := evalset.ObliQABlocks(folder)
	if err != nil {
		t.Fatal(err)
	}
	type brief struct {
		ID, Section, Text string
		Path              []string
	}
	var got []brief
	for _, b := range blocks {
		got = append(got, brief{b.ID, b.Section, b.Text, b.Path})
	}
	want := []brief{
		{"obliqa/2#1.", "", "SCOPE", nil},
		{"obliqa/2#1.1.(1)", "1.1", "Applies to funds.", []string{"SCOPE"}},
		{"obliqa/2#1.1.(1)#2", "1.1", "Again.", []string{"SCOPE"}},
		{"obliqa/2#7)", "/RULES/Keys", "RULES\nKeys\nThey are kept.", []string{"RULES", "Keys"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	questions, err := evalset.Read(strings.NewReader(`[{"QuestionID":"q","Question":"Which funds?","Passages":[{"DocumentID":2,"PassageID":"1.1.(1)"}],"Group":1}]`))
	if err != nil {
		t.Fatal(err)
	}
	judged, missing := evalset.Judge(questions, blocks)
	if diff := cmp.Diff([][]string{{"obliqa/2#1.1.(1)"}}, judged[0].Relevant); diff != "" || len(missing) > 0 {
		t.Errorf("%s missing %v", diff, missing)
	}
	if _, err := evalset.ObliQABlocks(fstest.MapFS{}); err == nil {
		t.Error("an empty folder is no error")
	}
}

// The quality on the real questions may not fall.
func TestObliQA_Quality(t *testing.T) {
	folder := os.Getenv("REGENGINE_OBLIQA")
	if folder == "" {
		t.Skip("REGENGINE_OBLIQA names no folder with ObliQA's dev.json and documents/")
	}
	blocks, err := evalset.ObliQABlocks(os.DirFS(filepath.Join(folder, "documents")))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "dev.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	questions, err := evalset.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	judged, missing := evalset.Judge(questions, blocks)
	if len(missing) > 0 {
		t.Errorf("%d passages are missing, the first: %s", len(missing), missing[0])
	}
	r := retrieval.New(blocks)
	for _, part := range []struct {
		name      string
		questions []evalset.Judged
	}{{"all", judged}, {"half=0", half(judged, 0)}, {"half=1", half(judged, 1)}} {
		t.Run(part.name, func(t *testing.T) {
			report, err := evalset.Run(t.Context(), part.questions, r.Search, &evalset.Options{Docs: evalset.Docs(blocks)})
			if err != nil {
				t.Fatal(err)
			}
			t.Log("\n" + report.String())
			if m := report.Measures[0]; m.Recall < 0.80 || m.MAP < 0.67 {
				t.Errorf("recall %v, MAP %v", m.Recall, m.MAP)
			}
		})
	}
}

// half are the questions with an even or an odd hash of their id, so that figures
// tell how far they hang on the questions they were looked at with.
func half(questions []evalset.Judged, n uint32) (list []evalset.Judged) {
	for _, q := range questions {
		h := fnv.New32a()
		h.Write([]byte(q.ID))
		if h.Sum32()%2 == n {
			list = append(list, q)
		}
	}
	return list
}

func FuzzRead(f *testing.F) {
	f.Add("id\tquestion\tquote\n1\t¿qué?\tun […] dos\n")
	f.Add(`{"id":"1","question":"¿qué?","gold":[{"block":"b"}]}`)
	f.Add(`[{"QuestionID":"q","Question":"?","Passages":[{"DocumentID":2,"PassageID":"1"}]}]`)
	blocks := []retrieval.Block{block("b", "un texto y dos")}
	f.Fuzz(func(t *testing.T, data string) {
		questions, err := evalset.Read(strings.NewReader(data))
		if err != nil {
			return
		}
		judged, _ := evalset.Judge(questions, blocks)
		report, err := evalset.Run(t.Context(), judged, hits, nil)
		if err != nil || report.Questions+report.Skipped != len(questions) {
			t.Fatalf("%d questions, error %v, report %+v", len(questions), err, report)
		}
		for _, m := range report.Measures {
			if m.Recall < 0 || m.Recall > 1 || m.MAP > m.Recall+1e-9 || m.NDCG > 1+1e-9 || math.IsNaN(m.NDCG) {
				t.Fatalf("%+v", m)
			}
		}
	})
}

func ExampleRun() {
	blocks := []retrieval.Block{block("b1", "La barandilla tendrá 1,10 m de altura."), block("b2", "Las puertas abren hacia fuera.")}
	questions, _ := evalset.Read(strings.NewReader("id\tquestion\tquote\n1\t¿Qué altura tiene la barandilla?\t1,10 m de altura\n"))
	judged, _ := evalset.Judge(questions, blocks)
	report, _ := evalset.Run(context.Background(), judged, retrieval.New(blocks).Search, &evalset.Options{Docs: evalset.Docs(blocks)})
	fmt.Println(report.Questions, report.Measures[0].Recall)
	// Output: 1 1
}
