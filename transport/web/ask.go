package web

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// questionPage asks a question about a project and shows what it was answered.
type questionPage struct {
	frame
	Projects []option
	Project  string // its id, "" for the active one
	Asked    string // the question
	Nonce    string // of the form: sending it twice is one question
	Answer   *questionAnswer
	Class    string // of the form of the answer
	Form     string // the same in words; "" where nothing is to be said
	Text     []answerPart
	Passages []passage
	Before   []pastQuestion // asked in the project, the newest first
}

// pastQuestion is one that was answered in the last day.
type pastQuestion struct {
	ID    string    `json:"turn_id"`
	Asked string    `json:"query"`
	At    time.Time `json:"created_at"`
}

// questionAnswer is what the page takes of the API's answer.
type questionAnswer struct {
	Query   string
	Answer  string
	Form    string
	Sources []struct {
		Index    int
		Document string  `json:"document_title"`
		Section  *string `json:"section_title"`
		Block    *string `json:"block_title"`
		URL      string
		ID       string `json:"block_id"`
	}
	Project struct {
		ID       string `json:"project_id"`
		Location string
		GeoID    string `json:"geo_id"`
	}
	Iterations int
	Searches   int
}

// answerPart is a paragraph, a list or a table.
type answerPart struct {
	Runs  []run
	Items [][]run
	Head  [][]run
	Rows  [][][]run
}

// run is a stretch of an answer: text, perhaps bold, or the marker of a source.
type run struct {
	Text   string
	Bold   bool
	Marker int // 0 for none
}

func (s *Site) ask(w http.ResponseWriter, r *http.Request, v *visit) {
	page, err := s.questionPage(v, r.URL.Query())
	if err == nil {
		err = page.look(v)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.write(w, r, http.StatusOK, "ask", page)
}

// look finds what was asked in the project before.
func (p *questionPage) look(v *visit) error {
	query := url.Values{}
	for _, project := range p.Projects {
		if project.Chosen {
			query.Set("project_id", project.Value)
		}
	}
	if len(query) == 0 {
		return nil // there is none
	}
	var answer struct{ Turns []pastQuestion }
	err := v.get("/api/v2/turns", query, &answer)
	p.Before = answer.Turns
	return err
}

// answered shows an answer that is stored.
func (s *Site) answered(w http.ResponseWriter, r *http.Request, v *visit) {
	var turn struct{ Response *questionAnswer }
	err := v.get(askAPI+"/"+url.PathEscape(r.PathValue("turn")), nil, &turn)
	if err == nil && turn.Response == nil {
		s.notFound(w, r) // it was not answered, or is not yet
		return
	}
	var page *questionPage
	if err == nil {
		page, err = s.questionPage(v, url.Values{"project_id": {turn.Response.Project.ID}, "query": {turn.Response.Query}})
	}
	if err == nil {
		page.Answer = turn.Response
		err = page.look(v)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	page.at(s.placeOf(v, page.Answer.Project.GeoID))
	page.show(s)
	s.write(w, r, http.StatusOK, "ask", page)
}

func (s *Site) questionPage(v *visit, form url.Values) (*questionPage, error) {
	page := &questionPage{frame: s.frame(v.request, "", "ask", "")}
	page.Title = page.T("console.heading")
	page.Project, page.Asked, page.Nonce = form.Get("project_id"), strings.TrimSpace(form.Get("query")), cmp.Or(form.Get("nonce"), rand.Text())
	var err error
	var chosen *chosenProject
	if page.Projects, chosen, err = v.projects(page.Project, v.lastProject()); chosen != nil {
		page.For = chosen // what is asked is asked of it, whatever was looked at before
	}
	return page, err
}

// answerQuestion answers the form: with a page, or, where a script asks for events, with
// what goes on until the answer is there. The form that is sent then is the same
// question, and its answer the one that is stored.
func (s *Site) answerQuestion(w http.ResponseWriter, r *http.Request, v *visit) {
	body := map[string]any{"query": strings.TrimSpace(r.PostForm.Get("query"))}
	if project := r.PostForm.Get("project_id"); project != "" {
		body["project_id"] = project
	}
	header := http.Header{"Idempotency-Key": {idempotencyKey(r.PostForm.Get("nonce"), body)}}
	if strings.Contains(r.Header.Get("Accept"), eventStream) {
		s.streamAnswer(w, v, header, body)
		return
	}
	page, err := s.questionPage(v, r.PostForm)
	if err == nil {
		page.Answer = &questionAnswer{}
		err = v.post(askAPI, header, body, page.Answer)
	}
	if err == nil {
		err = page.look(v)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Nonce = rand.Text() // the next question is another one
	page.at(s.placeOf(v, page.Answer.Project.GeoID))
	page.show(s)
	s.write(w, r, http.StatusOK, "ask", page)
}

const (
	askAPI      = "/api/v2/ask"
	eventStream = "text/event-stream"
)

// streamAnswer hands the API's own stream on.
func (s *Site) streamAnswer(w http.ResponseWriter, v *visit, header http.Header, body map[string]any) {
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err) // it is made of texts
	}
	r, err := http.NewRequestWithContext(v.request.Context(), http.MethodPost, askAPI, bytes.NewReader(encoded))
	if err != nil {
		panic(err) // method and path are constants
	}
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", eventStream)
	s.opts.API.ServeAs(v.principal, w, r)
}

// classes are those of the forms of an answer; one of a model stands without a frame.
var classes = map[string]string{"answer": "form3 sure", "possible": "form3 may", "not_found": "form3 none", "notice": "form3 none"}

// show takes an answer apart and finds its passages.
func (p *questionPage) show(s *Site) {
	p.Class = classes[p.Answer.Form]
	if p.Class != "" {
		p.Form = p.T("form." + p.Answer.Form)
	}
	p.Text = answerParts(p.Signs(p.Answer.Answer))
	shown := passagesOf(s, p.frame)
	for _, source := range p.Answer.Sources {
		one := passage{Head: source.Document, Title: text(source.Block)}
		if code, version, ok := versionOf(source.URL); ok {
			shown.at = map[string]int{} // each source has its own number, also where two are of one block
			shown.list = nil
			shown.add(code, version, source.ID, source.Section, nil, true)
			if len(shown.list) == 1 {
				one = shown.list[0]
			}
		}
		one.ID, one.Number = "f"+strconv.Itoa(source.Index), source.Index
		p.Passages = append(p.Passages, one)
	}
}

// versionOf returns the version whose page an address is.
func versionOf(address string) (code, version string, ok bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", "", false
	}
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	if len(parts) != 3 || parts[0] != "codes" {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// answerParts takes the text of an answer apart: paragraphs, lists, tables, bold words,
// markers.
func answerParts(answer string) []answerPart {
	var parts []answerPart
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(answer, "\r\n", "\n"), "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, "- "):
			var items [][]run
			for _, item := range listItems(paragraph) {
				items = append(items, runsOf(item))
			}
			parts = append(parts, answerPart{Items: items})
		case isTable(paragraph):
			parts = append(parts, answerTable(paragraph))
		default:
			parts = append(parts, answerPart{Runs: runsOf(paragraph)})
		}
	}
	return parts
}

// tableRule parts the head of a table from its rows.
var tableRule = lazyregexp.New(`^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$`)

// isTable reports whether a paragraph is a table: a head, a rule and rows.
func isTable(paragraph string) bool {
	lines := strings.Split(paragraph, "\n")
	return len(lines) > 1 && strings.Contains(lines[0], "|") && strings.Contains(lines[1], "|") && tableRule.MatchString(lines[1])
}

// answerTable takes a table apart; each row has as many cells as its head.
func answerTable(paragraph string) answerPart {
	lines := strings.Split(paragraph, "\n")
	part := answerPart{Head: tableCells(lines[0])}
	for _, line := range lines[2:] {
		row := tableCells(line)
		for len(row) < len(part.Head) {
			row = append(row, nil)
		}
		part.Rows = append(part.Rows, row[:len(part.Head)])
	}
	return part
}

func tableCells(line string) [][]run {
	var cells [][]run
	for cell := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), "|") {
		cells = append(cells, runsOf(strings.TrimSpace(cell)))
	}
	return cells
}

var answerMark = lazyregexp.New(`\[(\d{1,3})\]|\*\*([^*\n]+)\*\*`)

func runsOf(text string) []run {
	var runs []run
	last := 0
	for _, m := range answerMark.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > last {
			runs = append(runs, run{Text: text[last:m[0]]})
		}
		if m[2] >= 0 {
			number, _ := strconv.Atoi(text[m[2]:m[3]]) // it is digits
			runs = append(runs, run{Text: text[m[2]:m[3]], Marker: number})
		} else {
			runs = append(runs, run{Text: text[m[4]:m[5]], Bold: true})
		}
		last = m[1]
	}
	if last < len(text) {
		runs = append(runs, run{Text: text[last:]})
	}
	return runs
}
