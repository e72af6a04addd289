package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/sheet"
)

// batchResult is what became of a check of a table. Its keys are those of a report of
// the command.
type batchResult struct {
	Line          int      `json:"line"`
	ID            string   `json:"id"`
	Element       string   `json:"element"`
	Parameter     string   `json:"parameter"`
	Value         string   `json:"provided_value"`
	Unit          string   `json:"unit"`
	GeoID         string   `json:"geo_id"`
	Use           string   `json:"building_use"`
	Codes         string   `json:"codes"`
	AsOf          string   `json:"as_of"`
	Ref           string   `json:"ref"`
	Circumstances string   `json:"circumstances"`
	Status        string   `json:"result_status"`
	Compliant     bool     `json:"is_compliant"`
	Limit         string   `json:"limit_value"`
	Direction     string   `json:"limit_direction"`
	Margin        string   `json:"margin"`
	Conditions    []string `json:"conditions"`
	Sources       []string `json:"sources"`
	Warnings      []string `json:"warnings"`
	Error         string   `json:"error"`

	Shown shownCheck `json:"-"`
}

// resultsPage is a batch that was decided.
type resultsPage struct {
	frame
	Results []batchResult
	Counts  map[string]int // by class; "" is all
	Kept    string
	Stopped string // why the rest was not decided; "" where all was
	Total   int
	XLSX    bool // workbooks can be written
}

// decideBatch decides the checks of a table, a part after the other.
func (s *Site) decideBatch(w http.ResponseWriter, r *http.Request, v *visit) {
	table, err := batchOf(r.PostForm)
	if err != nil {
		s.mistake(w, r, http.StatusBadRequest)
		return
	}
	columns := mappingOf(table, r.PostForm)
	missing, checks := columns.Missing(), columns.Checks(len(table.Lines))
	if len(missing) > 0 || checks > maxBatchLines {
		page := s.columnsPage(v, table)
		page.fill(columns)
		page.Wrong = page.T("batch.too_many", checks, maxBatchLines)
		if len(missing) > 0 {
			page.Wrong = page.T("batch.missing", page.T("column."+string(missing[0])))
		}
		s.write(w, r, http.StatusUnprocessableEntity, "columns", page)
		return
	}
	rows := table.Rows(columns)
	run := &batchRun{site: s, visit: v, page: &resultsPage{frame: s.frame(r, "", "check", ""), Total: len(rows), XLSX: s.opts.Workbooks != nil}, nonce: r.PostForm.Get("nonce")}
	run.page.Title = run.page.T("batch.results")
	run.page.Others = nil // nothing is sent by a link
	run.answer(w, r, rows)
}

// batchRun decides rows and shows them.
type batchRun struct {
	site   *Site
	visit  *visit
	page   *resultsPage
	nonce  string
	header bool // the page has begun
}

// answer shows what every part came to. The page begins when the first of several was
// decided, and tells how far it is; one that is refused before that keeps its status.
func (b *batchRun) answer(w http.ResponseWriter, r *http.Request, rows []sheet.Row) {
	for part := range slices.Chunk(rows, batchAtOnce) {
		results, err := b.decide(part)
		if err != nil {
			if len(b.page.Results) == 0 {
				b.site.refuse(w, r, err)
				return
			}
			b.page.Stopped = b.page.why(err)
			break
		}
		b.page.Results = append(b.page.Results, results...)
		if len(rows) > batchAtOnce {
			b.tell(w, r)
		}
	}
	b.page.order()
	if !b.header {
		b.site.write(w, r, http.StatusOK, "results", b.page)
		return
	}
	b.send(w, "resultsbody")
}

// tell begins the page, or tells how far it is.
func (b *batchRun) tell(w http.ResponseWriter, r *http.Request) {
	if !b.header {
		b.header = true
		b.site.headers(w, r)
		b.send(w, "resultstop")
	}
	b.send(w, "progress")
	_ = http.NewResponseController(w).Flush() // where it cannot it comes at the end
}

func (b *batchRun) send(w http.ResponseWriter, name string) {
	var out bytes.Buffer
	if err := b.site.pages.ExecuteTemplate(&out, name, b.page); err != nil {
		panic("web: page " + name + ": " + err.Error())
	}
	_, _ = w.Write(out.Bytes()) // the reader may be gone: what is decided is stored
}

// decide has the API decide rows, those that can be.
func (b *batchRun) decide(rows []sheet.Row) ([]batchResult, error) {
	results := make([]batchResult, len(rows))
	var checks []map[string]any
	var at []int
	for i := range rows {
		results[i] = newBatchResult(&rows[i])
		check, err := b.site.batchCheck(b.visit, &rows[i])
		if err != nil {
			results[i].Error = b.page.rowMistake(err)
			continue
		}
		checks, at = append(checks, check), append(at, i)
	}
	if len(checks) == 0 {
		return results, nil
	}
	body := map[string]any{"checks": checks}
	var answer struct {
		Results []struct {
			Index  int
			Result *verdictAnswer
			Error  *refusal
		}
	}
	header := http.Header{"Idempotency-Key": {idempotencyKey(b.nonce, body)}}
	if err := b.visit.post("/api/v1/verify/batch", header, body, &answer); err != nil {
		return nil, err
	}
	shown := passagesOf(b.site, b.page.frame)
	for _, one := range answer.Results {
		result := &results[at[one.Index]]
		if one.Error != nil {
			result.Error = b.page.why(one.Error)
			continue
		}
		result.take(one.Result, shown)
	}
	return results, nil
}

func newBatchResult(row *sheet.Row) batchResult {
	c := row.Check
	return batchResult{
		Line: row.Line, ID: row.ID, Element: c.Element, Parameter: c.Parameter, Value: c.Value, Unit: c.Unit, GeoID: c.GeoID, Use: c.BuildingUse,
		Codes: row.Codes, AsOf: row.AsOf, Ref: c.Ref, Circumstances: strings.Join(row.With, "; "),
		Conditions: []string{}, Sources: []string{}, Warnings: []string{},
	}
}

// batchCheck is a row as the API takes it.
func (s *Site) batchCheck(v *visit, row *sheet.Row) (map[string]any, error) {
	if row.Err != nil {
		return nil, row.Err
	}
	c := row.Check
	q := question{GeoID: c.GeoID, Element: c.Element, Parameter: c.Parameter, Use: c.BuildingUse, AsOf: row.AsOf}
	known := s.circumstances(v.principal.Country)
	for _, part := range row.With {
		id, written, _ := strings.Cut(part, "=")
		id, written = strings.TrimSpace(id), strings.TrimSpace(written)
		value, ok := s.valueOf(v.principal.Country, known[id], written)
		if !ok {
			return nil, &sheet.RowError{Kind: wrongCircumstance, Column: sheet.Circumstances, Written: part}
		}
		q.Given = append(q.Given, givenFact{ID: id, value: value})
	}
	body := q.body()
	body["value"], body["unit"] = json.Number(c.Value), c.Unit
	if c.Ref != "" {
		body["ref"] = c.Ref
	}
	if refs := codesBody(c.Codes); refs != nil {
		body["codes"] = refs
	}
	return body, nil
}

// wrongCircumstance is the kind of a mistake that only the rules of a country tell.
const wrongCircumstance sheet.Kind = "no_circumstance"

func codesBody(refs []codes.VersionRef) []map[string]string {
	if len(refs) == 0 {
		return nil
	}
	out := make([]map[string]string, 0, len(refs))
	for _, ref := range refs {
		one := map[string]string{"slug": ref.Code}
		if ref.Version != "" {
			one["version"] = ref.Version
		}
		out = append(out, one)
	}
	return out
}

// take notes a verdict.
func (r *batchResult) take(a *verdictAnswer, shown *passages) {
	r.Status, r.Compliant, r.Direction = a.Status, a.Compliant, text(a.Direction)
	r.Conditions, r.Warnings = a.Conditions, a.Warnings
	if a.Limit != nil {
		r.Limit = a.Limit.String()
	}
	if a.Margin != nil {
		r.Margin = a.Margin.String()
	}
	for _, source := range a.Sources {
		if where := shown.cite(codes.VersionRef{Code: source.Code, Version: text(source.Version)}, source.Section); !slices.Contains(r.Sources, where) {
			r.Sources = append(r.Sources, where)
		}
	}
}

// why says in the reader's words why the API refused.
func (f frame) why(err error) string {
	var refused *refusal
	if !errors.As(err, &refused) {
		panic(err) // an answer of the API that cannot be read
	}
	why := f.T(f.Words.mistakeKey(refused.Status, refused.Code))
	for _, mistake := range refused.Errors {
		why += "; " + mistake.Message
	}
	return why
}

// rowMistake says what is wrong with a row.
func (f frame) rowMistake(err error) string {
	var m *sheet.RowError
	if !errors.As(err, &m) {
		panic(err) // rows have no other mistakes
	}
	column := ""
	if m.Column != "" {
		column = f.T("column." + string(m.Column))
	}
	return strings.TrimSpace(f.T("row."+string(m.Kind), column, m.Written))
}

// Classes of results, those that ask for something first.
var batchClasses = []string{"bad", "err", "wait", "ok"}

// order puts what fails first, counts and writes every result.
func (p *resultsPage) order() {
	p.Counts = map[string]int{"": len(p.Results)}
	for i := range p.Results {
		p.Results[i].show(p.frame)
		p.Counts[p.Results[i].Shown.Class]++
	}
	slices.SortStableFunc(p.Results, func(a, b batchResult) int {
		return cmp.Compare(slices.Index(batchClasses, a.Shown.Class), slices.Index(batchClasses, b.Shown.Class))
	})
	p.Kept = keep(p.Results)
}

func (r *batchResult) show(f frame) {
	r.Shown.Title = r.Element + ", " + r.Parameter
	if r.Error != "" {
		r.Shown.Class, r.Shown.Verdict = "err", f.T("batch.unchecked")
		return
	}
	r.Shown.Class, r.Shown.Verdict = f.verdictOf(outcome{Status: r.Status, Compliant: r.Compliant})
	if r.Limit != "" {
		r.Shown.Figure = boundSign(r.Direction) + f.decimal(r.Limit) + unitOf(r.Unit)
	}
	if r.Margin != "" {
		r.Shown.Margin = f.signed(r.Margin)
	}
	q := question{GeoID: r.GeoID, Element: r.Element, Parameter: r.Parameter, Use: r.Use, AsOf: r.AsOf, Value: r.Value, Unit: r.Unit}
	for part := range strings.SplitSeq(r.Circumstances, ";") {
		if id, written, ok := strings.Cut(part, "="); ok {
			q.Given = append(q.Given, givenFact{ID: strings.TrimSpace(id), Text: strings.TrimSpace(written)})
		}
	}
	r.Shown.Link = "/check?" + q.query("")
}

// Measured is the value as the reader writes it.
func (p *resultsPage) Measured(r batchResult) string { return p.measured(r.Value, r.Unit) }

// Decided is how many are decided so far.
func (p *resultsPage) Decided() int { return len(p.Results) }

// batchHeader heads the file of a batch.
var batchHeader = strings.Fields("line id element parameter provided_value unit geo_id building_use codes as_of ref circumstances result_status is_compliant limit_value limit_direction margin conditions sources warnings error")

func (r *batchResult) cells() []string {
	compliant := strconv.FormatBool(r.Compliant)
	if r.Error != "" {
		compliant = ""
	}
	return []string{
		strconv.Itoa(r.Line), r.ID, r.Element, r.Parameter, r.Value, r.Unit, r.GeoID, r.Use, r.Codes, r.AsOf, r.Ref, r.Circumstances, r.Status, compliant,
		r.Limit, r.Direction, r.Margin, strings.Join(r.Conditions, "; "), strings.Join(r.Sources, "; "), strings.Join(r.Warnings, "; "), r.Error,
	}
}

// batchFile gives the results of a page as a file. It decides nothing.
func (s *Site) batchFile(w http.ResponseWriter, r *http.Request, _ *visit) {
	var results []batchResult
	if err := kept(r.PostForm.Get("kept"), &results); err != nil || len(results) > maxBatchLines {
		s.mistake(w, r, http.StatusBadRequest)
		return
	}
	rows := make([][]string, len(results))
	for i := range results {
		rows[i] = results[i].cells()
	}
	var out bytes.Buffer
	var err error
	as := r.PostForm.Get("as")
	switch {
	case as == "xlsx" && s.opts.Workbooks != nil:
		err = sheet.WriteXLSX(&out, s.opts.Workbooks, batchHeader, rows)
	case as == "json":
		err = json.NewEncoder(&out).Encode(map[string]any{"results": results})
	default:
		as = "csv"
		err = sheet.WriteCSV(&out, batchHeader, rows)
	}
	if err != nil {
		panic(err) // into memory
	}
	sendFile(w, "regengine."+as, batchTypes[as], out.Bytes())
}

var batchTypes = map[string]string{
	"csv": "text/csv; charset=utf-8", "json": "application/json",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// sendFile sends a file that is kept, never shown.
func sendFile(w http.ResponseWriter, name, mediaType string, content []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content) // the reader may be gone
}
