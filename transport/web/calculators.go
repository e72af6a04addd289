package web

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// calculator is one as the API lists it.
type calculator struct {
	ID     string `json:"calculator_id"`
	Title  string
	Input  schema `json:"input_schema"`
	Result schema `json:"result_schema"`
}

func calculatorAPI(id string) string { return "/api/v1/calculators/" + url.PathEscape(id) }

// calculatorsPage lists calculators.
type calculatorsPage struct {
	frame
	Calculators []calculator
}

func (s *Site) calculators(w http.ResponseWriter, r *http.Request, v *visit) {
	page := calculatorsPage{frame: s.frame(r, "", "", "")}
	page.Title = page.T("calculators.heading")
	var answer struct{ Calculators []calculator }
	if err := v.get("/api/v1/calculators", nil, &answer); err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Calculators = answer.Calculators
	s.write(w, r, http.StatusOK, "calculators", page)
}

// calculatorPage is a calculator with its form and, when it was filled in, what came out.
type calculatorPage struct {
	frame
	ID       string
	Nonce    string
	Name     string // what to call a run that is kept
	Fields   []inputField
	Projects []option // where a run can be kept
	Wrong    bool
	Outcome  *calculated
	Back     string // the project it belongs to, "" for none
	Again    string // the form filled in as it was; "" for none
	Project  string
	Kept     string // id of the run
}

// calculated is what a calculator found.
type calculated struct {
	ID      string `json:"calculation_id"`
	Name    string
	Summary string
	Verdict string
	Comply  *bool  `json:"compliant"`
	Of      string `json:"calculator_id"`
	Input   json.RawMessage
	Result  json.RawMessage
	Steps   []string
	Sources []string

	Class, Says string      `json:"-"`
	Rows        []resultRow `json:"-"`
}

// resultRow is a member of a result: a figure, or a table.
type resultRow struct {
	Label, Text string
	Head        []string
	Rows        [][]string
}

func (s *Site) calculator(w http.ResponseWriter, r *http.Request, v *visit) {
	page, _, err := s.calculatorPage(v, r.URL.Query(), nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.write(w, r, http.StatusOK, "calculator", page)
}

func (s *Site) calculatorPage(v *visit, form url.Values, wrong map[string]string) (*calculatorPage, *calculator, error) {
	page := &calculatorPage{frame: s.frame(v.request, "", "", ""), Nonce: cmp.Or(form.Get("nonce"), rand.Text()), Name: strings.TrimSpace(form.Get("name"))}
	c := &calculator{}
	if err := v.get(calculatorAPI(v.request.PathValue("calculator")), nil, c); err != nil {
		return nil, nil, err
	}
	page.ID, page.Title = c.ID, c.Title
	page.Fields = page.fieldsOf(&c.Input, inputPrefix, form, wrong)
	page.Wrong = len(wrong) > 0
	projects, _, err := v.projects(form.Get("project_id"), v.lastProject())
	if err != nil {
		return nil, nil, err
	}
	if form.Get("project_id") == "" { // nothing is kept unless somebody says where
		for i := range projects {
			projects[i].Chosen = false
		}
	}
	page.Projects = projects
	return page, c, nil
}

// calculate answers a form: with one more item of a list or one less, with what came out,
// or with the page of the run that is kept in a project.
func (s *Site) calculate(w http.ResponseWriter, r *http.Request, v *visit) {
	form := r.PostForm
	if form.Get("add") != "" || form.Get("drop") != "" {
		s.changeItems(w, r, v)
		return
	}
	page, c, err := s.calculatorPage(v, form, nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	wrong := map[string]string{}
	input := page.inputOf(&c.Input, inputPrefix, form, wrong)
	project := form.Get("project_id")
	outcome := &calculated{}
	if len(wrong) == 0 {
		err = v.calculate(page, project, input, outcome)
		var refused *refusal
		if errors.As(err, &refused) && refused.Status == http.StatusUnprocessableEntity {
			for _, m := range refused.Errors {
				wrong[fieldAt(m.Location)] = m.Message
			}
		} else if err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	switch {
	case len(wrong) > 0:
		page, _, err = s.calculatorPage(v, form, wrong)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.write(w, r, http.StatusUnprocessableEntity, "calculator", page)
	case project != "":
		http.Redirect(w, r, projectPath(project)+"/calculations/"+url.PathEscape(outcome.ID), http.StatusSeeOther) //nolint:gosec // the path is of this site, ids escaped
	default:
		page.Nonce = rand.Text()
		page.show(outcome, &c.Result)
		s.write(w, r, http.StatusOK, "calculator", page)
	}
}

// calculate runs a calculator, and keeps the run in a project where one is named.
func (v *visit) calculate(page *calculatorPage, project string, input json.RawMessage, outcome *calculated) error {
	if project == "" {
		return v.post(calculatorAPI(page.ID)+"/run", nil, map[string]any{"input": input}, outcome)
	}
	body := map[string]any{"calculator_id": page.ID, "input": input}
	if page.Name != "" {
		body["name"] = page.Name
	}
	header := http.Header{"Idempotency-Key": {idempotencyKey(page.Nonce+" "+project, body)}}
	return v.post(projectAPI(project)+"/calculations", header, body, outcome)
}

// changeItems shows the form with one more item of a list, or one less.
func (s *Site) changeItems(w http.ResponseWriter, r *http.Request, v *visit) {
	form := r.PostForm
	page, c, err := s.calculatorPage(v, form, nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	for _, field := range page.Fields {
		for i, item := range field.Items {
			if item.Name == form.Get("drop") {
				dropItem(form, field.Name, i, len(field.Items))
			}
		}
		if field.Kind == "list" && field.Name == form.Get("add") {
			addItem(form, field.Name, len(field.Items))
		}
	}
	page.Fields = page.fieldsOf(&c.Input, inputPrefix, form, nil)
	s.write(w, r, http.StatusOK, "calculator", page)
}

// calculation shows a run that a project keeps.
func (s *Site) calculation(w http.ResponseWriter, r *http.Request, v *visit) {
	project := r.PathValue("id")
	page := &calculatorPage{frame: s.frame(r, "", "project", ""), Back: projectPath(project), Project: project}
	outcome := &calculated{}
	err := v.get(projectAPI(project)+"/calculations/"+url.PathEscape(r.PathValue("calculation")), nil, outcome)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	c := &calculator{} // which may be of a program that is gone: its figures have their names then
	_ = v.get(calculatorAPI(outcome.Of), nil, c)
	page.ID, page.Title, page.Kept = outcome.Of, outcome.Name, outcome.ID
	if filled := filledIn(outcome.Input); filled != nil && c.ID != "" {
		filled.Set("project_id", project)
		page.Again = "/calculators/" + url.PathEscape(c.ID) + "?" + filled.Encode()
	}
	page.show(outcome, &c.Result)
	s.write(w, r, http.StatusOK, "calculation", page)
}

func (s *Site) deleteCalculation(w http.ResponseWriter, r *http.Request, v *visit) {
	s.changed(w, r, "calculations", v.send(http.MethodDelete, projectAPI(r.PathValue("id"))+"/calculations/"+url.PathEscape(r.PostForm.Get("calculation_id")), nil))
}

// filledIn is an input as a form holds it.
func filledIn(input json.RawMessage) url.Values {
	form := url.Values{}
	var fill func(at string, value any)
	fill = func(at string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				fill(at+"."+name, member)
			}
		case []any:
			form.Set(countPrefix+at, strconv.Itoa(len(value)))
			for i, item := range value {
				fill(at+"."+strconv.Itoa(i), item)
			}
		case json.Number:
			form.Set(at, value.String())
		case string:
			form.Set(at, value)
		case bool:
			form.Set(at, strconv.FormatBool(value))
		}
	}
	if value := decoded(input); value != nil {
		fill(inputPrefix, value)
	}
	return form
}

// decoded reads JSON with the digits of its numbers, nil for none.
func decoded(raw json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil {
		return nil
	}
	return value
}

// show writes what came out.
func (p *calculatorPage) show(o *calculated, of *schema) {
	p.Outcome = o
	switch {
	case o.Verdict == statusCompliant, o.Verdict == "" && o.Comply != nil && *o.Comply:
		o.Class, o.Says = "ok", p.T("calculators.complies")
	case o.Verdict == statusNonCompliant, o.Verdict == "" && o.Comply != nil:
		o.Class, o.Says = "bad", p.T("calculators.fails")
	default:
		o.Says = p.T("calculators.no_verdict")
	}
	result, _ := decoded(o.Result).(map[string]any)
	writer := figureWriter{p.frame, numbersIn(result, nil)}
	for _, member := range of.Properties {
		value, there := result[member.Name]
		if !there || value == nil {
			continue
		}
		row := resultRow{Label: member.title()}
		if items, list := value.([]any); list && member.Items != nil {
			row.Head, row.Rows = writer.table(items, member.Items.Properties)
		} else {
			row.Text = writer.text(value, &member.schema)
		}
		o.Rows = append(o.Rows, row)
	}
}

// figureWriter writes the figures of a result: each rounded to four decimals, or to three
// digits where it is small; of two that differ each keeps what tells it from the other,
// as a value from its limit.
type figureWriter struct {
	frame
	all []float64
}

func numbersIn(value any, found []float64) []float64 {
	switch value := value.(type) {
	case map[string]any:
		for _, member := range value {
			found = numbersIn(member, found)
		}
	case []any:
		for _, item := range value {
			found = numbersIn(item, found)
		}
	case json.Number:
		if n, err := value.Float64(); err == nil {
			found = append(found, n)
		}
	}
	return found
}

const mostDecimals = 15

func (w figureWriter) figure(n float64) string {
	decimals := 4
	if size := math.Abs(n); n != 0 && size < 0.1 {
		decimals = min(mostDecimals, 2-int(math.Floor(math.Log10(size))))
	}
	written := func(n float64) string { return strconv.FormatFloat(n, 'f', decimals, 64) }
	for decimals < mostDecimals && slices.ContainsFunc(w.all, func(m float64) bool { return m != n && written(m) == written(n) }) {
		decimals++
	}
	text := written(n)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return w.decimal(text)
}

func (w figureWriter) text(value any, of *schema) string {
	switch value := value.(type) {
	case json.Number:
		n, err := value.Float64()
		if err != nil {
			return value.String()
		}
		if what, _, _ := strings.Cut(of.Title, " "); strings.EqualFold(what, of.Unit) {
			return w.figure(n) // the label says what is counted
		}
		return w.figure(n) + unitOf(of.Unit)
	case bool:
		if value {
			return w.T("calculators.yes")
		}
		return w.T("calculators.no")
	case string:
		return cmp.Or(of.Titles[value], value) + unitOf(of.Unit)
	}
	encoded, _ := json.Marshal(value) // it was JSON
	return string(encoded)
}

func (w figureWriter) table(items []any, columns properties) (head []string, rows [][]string) {
	for i := range columns {
		head = append(head, columns[i].title())
	}
	for _, item := range items {
		members, _ := item.(map[string]any)
		row := make([]string, len(columns))
		for i := range columns {
			if value, there := members[columns[i].Name]; there && value != nil {
				row[i] = w.text(value, &columns[i].schema)
			}
		}
		rows = append(rows, row)
	}
	return head, rows
}
