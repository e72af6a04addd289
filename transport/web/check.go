package web

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// checkPage asks for a value and says whether it complies.
type checkPage struct {
	askPage
	Nonce    string // of the form: sending it twice is one check
	Answer   *verdictAnswer
	Class    string // of the verdict: is-ok, is-bad, is-wait or ""
	Verdict  string // in a word or two
	Margin   string // signed, with its unit; "" for none
	Missing  []missingField
	Gauge    *gauge
	Passages []passage
	Said     []saidFact
	Link     string     // to the form as it is filled in
	Kept     *keptCheck // what is shown is what a project keeps; nil for what is decided now

	ToRequirements string   // the page that lists all cases
	Projects       []option // where it can be saved
	Request        string   // as the API takes it
	Curl           string
}

// saidFact is a circumstance that was told, and the page without it.
type saidFact struct{ Text, Without string }

// missingField is a circumstance that would decide, as a field.
type missingField struct {
	missing
	Name string // of the field
}

// verdictAnswer is what the page takes of the API's answer.
type verdictAnswer struct {
	Compliant  bool         `json:"is_compliant"`
	Status     string       `json:"result_status"`
	Limit      *json.Number `json:"limit_value"`
	Margin     *json.Number
	Direction  *string `json:"limit_direction"`
	Conditions []string
	Warnings   []string
	Sources    []struct {
		Code    string `json:"code_slug"`
		Version *string
		Section *string `json:"section_title"`
		Excerpt *string `json:"content_excerpt"`
	}
	Considered []consideredLimit
	Governing  *struct {
		Code     string `json:"code_slug"`
		Version  string
		Block    string `json:"block_id"`
		Operator string
	}
	Missing []missing
}

type consideredLimit struct {
	Limit     *json.Number `json:"limit_value"`
	Direction *string      `json:"limit_direction"`
}

type missing struct {
	ID, Label, Kind string
	Unit            *string
	Options         []struct {
		Value json.RawMessage
		Label string
	}
	Would []struct {
		Label     string
		Limit     *json.Number `json:"limit_value"`
		Direction *string      `json:"limit_direction"`
		Status    string       `json:"result_status"`
	}
}

// Statuses of a verdict, as the API has them.
const (
	statusCompliant    = "compliant"
	statusConditional  = "conditional"
	statusNonCompliant = "non_compliant"
)

// check shows the form, filled in as a link says. It decides nothing: a link makes
// nobody pay.
func (s *Site) check(w http.ResponseWriter, r *http.Request, v *visit) {
	s.write(w, r, http.StatusOK, "check", s.checkPage(w, v, r.URL.Query()))
}

func (s *Site) checkPage(w http.ResponseWriter, v *visit, form url.Values) *checkPage {
	page := &checkPage{askPage: s.askPage(w, v, form, "check")}
	page.Title = page.T("check.heading")
	page.Link, page.ToRequirements = "/check?"+page.Q.query(""), "/requirements?"+page.Q.query("")
	page.Nonce = cmp.Or(form.Get("nonce"), rand.Text())
	for _, fact := range page.Q.Given {
		page.Said = append(page.Said, saidFact{fact.Label + ": " + page.said(fact), "/check?" + page.Q.query(fact.ID)})
	}
	return page
}

// said writes a circumstance as somebody told it, with its unit where they told none.
func (f frame) said(fact givenFact) string {
	if strings.Trim(fact.Text, "-0123456789.,") != "" {
		return f.inText(f.OrSelf("given", fact.Text))
	}
	return f.decimal(fact.Text) + unitOf(fact.Unit)
}

// decide answers the form.
func (s *Site) decide(w http.ResponseWriter, r *http.Request, v *visit) {
	page := s.checkPage(w, v, r.PostForm)
	for i := range page.Others { // nothing is sent by a link
		page.Others[i].Href = page.Link + "&" + languageCookie + "=" + page.Others[i].Tag
	}
	digits := page.number()
	if len(page.Wrong) > 0 {
		s.write(w, r, http.StatusUnprocessableEntity, "check", page)
		return
	}
	body := page.Q.body()
	body["value"], body["unit"] = json.Number(digits), page.Q.Unit
	header := http.Header{"Idempotency-Key": {idempotencyKey(page.Nonce, body)}}
	page.Answer = &verdictAnswer{}
	if err := v.post("/api/v1/verify", header, body, page.Answer); err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Title = page.Q.Element + ", " + page.Q.Parameter + " " + page.measured(digits, page.Q.Unit)
	page.Request = indented(body)
	page.Curl = curlOf(s.address(r)+"/api/v1/verify", body)
	page.explain(s, digits)
	page.Projects, _, _ = v.projects("", v.lastProject()) // without them it is not saved, and decided all the same
	s.write(w, r, http.StatusOK, "check", page)
}

// explain shows a verdict on a value.
func (p *checkPage) explain(s *Site, digits string) {
	p.judge()
	p.Gauge = p.gauge(digits)
	p.passages(s)
}

// saveCheck decides a check and keeps it in a project.
func (s *Site) saveCheck(w http.ResponseWriter, r *http.Request, v *visit) {
	page := s.checkPage(w, v, r.PostForm)
	digits := page.number()
	if len(page.Wrong) > 0 {
		s.write(w, r, http.StatusUnprocessableEntity, "check", page)
		return
	}
	body := page.Q.body()
	body["value"], body["unit"] = json.Number(digits), page.Q.Unit
	project := r.PostForm.Get("project_id")
	header := http.Header{"Idempotency-Key": {idempotencyKey(page.Nonce+" "+project, body)}}
	var saved struct{}
	if err := v.post(checksAPI(project), header, body, &saved); err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, projectPath(project)+"#checks", http.StatusSeeOther) //nolint:gosec // the path is of this site, the id escaped
}

// unitBoolean is the unit of checks whether something is there.
const unitBoolean = "boolean"

// measured writes a value with its unit; of what is there or not, which of it.
func (f frame) measured(digits, unit string) string {
	switch {
	case unit != unitBoolean:
		return f.decimal(digits) + unitOf(unit)
	case digits == "0":
		return f.T("check.not_there")
	}
	return f.T("check.there")
}

// number returns the digits of the value, and notes every field that is not as it
// should be.
func (p *checkPage) number() (digits string) {
	for name, text := range map[string]string{"element": p.Q.Element, "parameter": p.Q.Parameter, "unit": p.Q.Unit, "geo_id": p.Q.GeoID} {
		if text == "" {
			p.Wrong[name] = true
		}
	}
	digits, ok := digitsOf(p.Q.Value, p.T("decimal"))
	if !ok {
		p.Wrong["value"] = true
	}
	return digits
}

// idempotencyKey makes the same form sent twice one check, and another value another.
func idempotencyKey(nonce string, body map[string]any) string {
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err) // it is made of texts and numbers
	}
	sum := sha256.Sum256(append([]byte(nonce+"\x00"), encoded...))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// curlOf writes a request as a command of a shell.
func curlOf(address string, body any) string {
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err) // it was sent
	}
	return `curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" ` + address + ` -d '` + strings.ReplaceAll(string(encoded), "'", `'\''`) + `'`
}

// judge says the verdict in words, and what would decide it as fields.
func (p *checkPage) judge() {
	a := p.Answer
	key := a.Status
	switch {
	case a.Status == statusCompliant:
		p.Class = "is-ok"
	case a.Status == statusConditional && a.Compliant:
		p.Class, key = "is-ok", "if"
	case a.Status == statusNonCompliant:
		p.Class = "is-bad"
	case len(a.Missing) > 0:
		p.Class, key = "is-wait", "open"
	}
	p.Verdict = p.T("verdict." + key)
	if a.Margin != nil && p.Class != "is-wait" {
		p.Margin = p.signed(a.Margin.String()) + unitOf(p.Q.Unit)
	}
	for _, m := range a.Missing {
		p.Missing = append(p.Missing, missingField{missing: m, Name: givenPrefix + m.ID})
	}
}

// signed writes a number with its sign.
func (f frame) signed(digits string) string {
	if strings.HasPrefix(digits, "-") || strings.Trim(digits, "0.") == "" {
		return f.decimal(digits)
	}
	return "+" + f.decimal(digits)
}

// passages finds what the verdict stands on, the passage that decides first.
func (p *checkPage) passages(s *Site) {
	shown := passagesOf(s, p.frame)
	if g := p.Answer.Governing; g != nil {
		var section, excerpt *string
		for _, source := range p.Answer.Sources {
			if source.Code == g.Code && text(source.Version) == g.Version {
				section, excerpt = source.Section, source.Excerpt
				break
			}
		}
		shown.add(g.Code, g.Version, g.Block, section, excerpt, true)
	}
	p.Passages = shown.list
	for _, source := range p.Answer.Sources {
		if !p.quotes(source.Excerpt) && len(p.Passages) < maxPassages {
			p.Passages = append(p.Passages, shown.quoted(source.Code, text(source.Version), source.Section, source.Excerpt))
		}
	}
}

// quotes reports whether an excerpt is in a passage that is shown already.
func (p *checkPage) quotes(excerpt *string) bool {
	if text(excerpt) == "" {
		return true
	}
	for _, one := range p.Passages {
		for _, run := range one.Text {
			if strings.Contains(run.Text, bullets.Replace(strings.TrimSpace(*excerpt))) {
				return true
			}
		}
		if one.Table != nil && one.Table.Label != "" && strings.Contains(*excerpt, one.Table.Label) {
			return true // it is the table, written as text
		}
	}
	return false
}

// Figure writes a limit of a direction in the unit of the check.
func (p *checkPage) Figure(limit *json.Number, direction *string) string {
	return boundSign(text(direction)) + p.decimal(limit.String()) + unitOf(p.Q.Unit)
}

// boundSign stands before a limit of a direction.
func boundSign(direction string) string {
	return map[string]string{minimum: "\u2265\u00a0", maximum: "\u2264\u00a0"}[direction]
}

// Value is an option's value as a field holds it.
func (m missingField) Value(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
