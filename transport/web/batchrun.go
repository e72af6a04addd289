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
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/verify"
)

// batchResult is what became of a check of a table.
type batchResult struct {
	report.Check
	Shown shownCheck
}

// resultsPage is a batch that was decided.
type resultsPage struct {
	frame
	Results []batchResult
	Counts  map[string]int // by class; "" is all
	Kept    string
	Stopped string // why the rest was not decided; "" where all was
	Total   int
	Files   []option // the results can be had as, and their names
}

// decideBatch decides the checks of a table, a part after the other.
func (s *Site) decideBatch(w http.ResponseWriter, r *http.Request, v *visit) {
	table, err := batchOf(r.PostForm)
	if err != nil {
		s.mistake(w, r, http.StatusBadRequest)
		return
	}
	columns := mappingOf(table, r.PostForm)
	if written := columns.Fixed[sheet.GeoID]; written != "" {
		columns.Fixed[sheet.GeoID] = s.placeNamed(v, written)
	}
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
	run := &batchRun{site: s, visit: v, page: &resultsPage{frame: s.frame(r, "", "check", ""), Total: len(rows)}, nonce: r.PostForm.Get("nonce"), server: s.address(r)}
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
	server string // whose pages the sources lead to
	header bool   // the page has begun
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
	b.page.offer(b.site.opts.Reports)
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
		result.take(one.Result, b.server, shown)
	}
	return results, nil
}

func newBatchResult(row *sheet.Row) batchResult {
	c := row.Check
	return batchResult{Check: report.Check{
		Line: row.Line, ID: row.ID, Element: c.Element, Parameter: c.Parameter, ProvidedValue: c.Value, Unit: c.Unit, GeoID: c.GeoID, BuildingUse: c.BuildingUse,
		Codes: row.Codes, AsOf: row.AsOf, Ref: c.Ref, Circumstances: strings.Join(row.With, "; "),
	}}
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

// take notes a verdict. Its sources lead to the pages of a server.
func (r *batchResult) take(a *verdictAnswer, server string, shown *passages) {
	r.Status, r.Compliant, r.Limit, r.Margin, r.Direction = verify.Status(a.Status), a.Compliant, a.Limit, a.Margin, text(a.Direction)
	r.Conditions, r.Warnings = a.Conditions, a.Warnings
	for i, source := range a.Sources {
		ref := codes.VersionRef{Code: source.Code, Version: text(source.Version)}
		r.Sources = append(r.Sources, report.Source{Code: ref.Code, Version: ref.Version, Section: text(source.Section), Excerpt: text(source.Excerpt), URL: server + path(ref)})
		if i == 0 {
			r.Shown.Note = shown.cite(ref, source.Section)
		}
	}
	for _, m := range a.Missing {
		r.Missing = append(r.Missing, report.Missing{ID: m.ID, Label: m.Label})
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
	checks := make([]report.Check, len(p.Results))
	for i := range p.Results {
		checks[i] = p.Results[i].Check
	}
	p.Kept = keep(checks)
}

func (r *batchResult) show(f frame) {
	r.Shown.Title = capital(r.Element + ", " + r.Parameter)
	if r.Error != "" {
		r.Shown.Class, r.Shown.Verdict = "err", f.T("batch.unchecked")
		return
	}
	r.Shown.Class, r.Shown.Verdict = f.verdictOf(outcome{Status: string(r.Status), Compliant: r.Compliant})
	if r.Limit != nil {
		r.Shown.Figure = boundSign(r.Direction) + f.decimal(r.Limit.String()) + unitOf(r.Unit)
	}
	if r.Margin != nil {
		r.Shown.Margin = f.signed(r.Margin.String())
	}
	q := question{GeoID: r.GeoID, Element: r.Element, Parameter: r.Parameter, Use: r.BuildingUse, AsOf: r.AsOf, Value: r.ProvidedValue, Unit: r.Unit}
	for part := range strings.SplitSeq(r.Circumstances, ";") {
		if id, written, ok := strings.Cut(part, "="); ok {
			q.Given = append(q.Given, givenFact{ID: strings.TrimSpace(id), Text: strings.TrimSpace(written)})
		}
	}
	r.Shown.Link = "/check?" + q.query("")
}

// Measured is the value as the reader writes it.
func (p *resultsPage) Measured(r batchResult) string { return p.measured(r.ProvidedValue, r.Unit) }

// Decided is how many are decided so far.
func (p *resultsPage) Decided() int { return len(p.Results) }

// offer lists what the results can be had as.
func (p *resultsPage) offer(formats []report.Format) {
	for _, format := range formats {
		if name := p.Words.texts["project.report."+format.Name]; name != "" && format.Name != modelFormat {
			p.Files = append(p.Files, option{Value: format.Name, Name: name})
		}
	}
}

// modelFormat is of what is required of a project, which a table is not.
const modelFormat = "ids"

// batchFile gives the results of a page as a report. It decides nothing.
func (s *Site) batchFile(w http.ResponseWriter, r *http.Request, _ *visit) {
	var results []report.Check
	err := kept(r.PostForm.Get("kept"), &results)
	at := slices.IndexFunc(s.opts.Reports, func(f report.Format) bool { return f.Name == r.PostForm.Get("as") && f.Name != modelFormat })
	if err != nil || len(results) > maxBatchLines || at < 0 {
		s.mistake(w, r, http.StatusBadRequest)
		return
	}
	f := s.frame(r, "", "", "")
	told := &report.Report{
		Language: f.Lang, On: codes.DateOf(s.opts.Now()), Engine: strings.TrimSpace("regengine " + s.opts.Version), Data: report.Data(s.engine.Snapshot().Fingerprint()),
		Tally: report.TallyOf(results), Checks: report.Of(results),
	}
	var out bytes.Buffer
	if err := s.opts.Reports[at].Write(&out, told); err != nil {
		panic(err) // into memory
	}
	sendFile(w, s.opts.Reports[at], out.Bytes())
}

// sendFile sends a file that is kept, or shown to be printed where it is a page.
func sendFile(w http.ResponseWriter, as report.Format, content []byte) {
	h := w.Header()
	h.Set("Content-Type", as.MediaType)
	if as.Name != "html" {
		h.Set("Content-Disposition", `attachment; filename="regengine.`+as.Name+`"`)
	}
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content) // the reader may be gone
}
