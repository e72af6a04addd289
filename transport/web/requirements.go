package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// requirementsPage lists what is required of a parameter of an element.
type requirementsPage struct {
	askPage
	Asked    bool
	Answer   requirementsAnswer
	Holds    []requirementRow
	Depends  []requirementRow
	Excluded []requirementRow
	Passages []passage
	Request  string // as the API takes it
	ToCheck  string // the page that checks a value

	names map[string]string // of circumstances, by id
}

// requirementsAnswer is what the page takes of the API's answer.
type requirementsAnswer struct {
	Circumstances []struct {
		ID, Label, From string
	}
	Requirements []requirement
	Truncated    bool
	Warnings     []string
}

type requirement struct {
	State, Operator, Case string
	Governs               bool
	Limit                 json.Number `json:"limit_value"`
	Min                   json.Number `json:"limit_min"`
	Max                   json.Number `json:"limit_max"`
	Values                []json.Number
	Formula, Unit         *string
	Element               string `json:"element_label"`
	Code                  string `json:"code_slug"`
	Version               string
	Section               *string `json:"section_title"`
	Block                 string  `json:"block_id"`
	Excerpt               *string `json:"content_excerpt"`
	Conditions            []string
	Origin                string
}

// requirementRow is a requirement as it is written.
type requirementRow struct {
	requirement
	Figure string // the limit in words and digits
	Where  string // edition and article
	Href   string // of the passage: on the page where it is shown
}

func (s *Site) requirements(w http.ResponseWriter, r *http.Request, v *visit) {
	page := requirementsPage{askPage: s.askPage(w, v, r.URL.Query(), "requirements")}
	page.Title = page.T("requirements.heading")
	page.Asked = page.Q.Element != "" && page.Q.Parameter != "" && page.Q.GeoID != ""
	if !page.Asked {
		s.write(w, r, http.StatusOK, "requirements", page)
		return
	}
	page.Title = page.Q.Element + ", " + page.Q.Parameter
	body := page.Q.body()
	body["excluded"] = true
	if err := v.post("/api/v1/requirements", nil, body, &page.Answer); err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Request = indented(body)
	page.names = map[string]string{}
	for id, c := range s.circumstances(v.principal.Country) {
		page.names[id] = c.Label.In(page.Lang, languageOfCountry(s.engine.Snapshot(), v.principal.Country))
	}
	page.fill(s)
	s.write(w, r, http.StatusOK, "requirements", page)
}

// maxPassages is how many passages stand beside the table.
const maxPassages = 4

// fill writes the rows and finds their passages, those of the first rows.
func (p *requirementsPage) fill(s *Site) {
	shown := passagesOf(s, p.frame)
	check := p.Q
	for _, of := range p.Answer.Requirements {
		row := requirementRow{requirement: of, Figure: p.limit(of, p.names)}
		row.Where, row.Href = shown.add(of.Code, of.Version, of.Block, of.Section, of.Excerpt, of.State != "excluded" && len(shown.list) < maxPassages)
		switch of.State {
		case "holds":
			p.Holds = append(p.Holds, row)
		case "depends":
			p.Depends = append(p.Depends, row)
		default:
			p.Excluded = append(p.Excluded, row)
		}
		if check.Unit == "" && of.State != "excluded" {
			check.Unit = unitToCheck(of)
		}
	}
	p.Passages, p.ToCheck = shown.list, "/check?"+check.query("")
}

// unitToCheck is the unit in which a value of a requirement is given.
func unitToCheck(of requirement) string {
	switch {
	case of.Operator == "true", of.Operator == "false":
		return unitBoolean
	case of.Unit != nil:
		return *of.Unit
	}
	return ""
}

// signs write operators of the API.
var signs = strings.NewReplacer("<=", "\u2264", ">=", "\u2265", "!=", "\u2260")

// limit writes the limit of a requirement; names are those of circumstances, by id.
func (f frame) limit(of requirement, names map[string]string) string {
	unit := ""
	if of.Unit != nil {
		unit = unitOf(*of.Unit)
	}
	switch {
	case of.Operator == "true", of.Operator == "false", of.Operator == "none":
		return f.T("limit." + of.Operator)
	case of.Operator == "between":
		return f.T("limit.between", f.decimal(of.Min.String()), f.decimal(of.Max.String())) + unit
	case of.Operator == "in":
		var values []string
		for _, value := range of.Values {
			values = append(values, f.decimal(value.String()))
		}
		return strings.Join(values, "; ") + unit
	case of.Formula != nil:
		return signs.Replace(of.Operator) + "\u00a0" + f.formula(*of.Formula, names) + unit
	}
	return signs.Replace(of.Operator) + "\u00a0" + f.decimal(of.Limit.String()) + unit
}

// variable is what a formula reckons with.
var variable = lazyregexp.New(`[a-z][a-z_0-9]*`)

// formula writes a formula with the names of what it reckons with.
func (f frame) formula(of string, names map[string]string) string {
	of = strings.NewReplacer("*", "\u00d7", "-", "\u2212", ".", f.T("decimal")).Replace(of)
	return variable.ReplaceAllStringFunc(of, func(id string) string { return cmp.Or(names[id], id) })
}

// indented writes a body as a person reads it.
func indented(body any) string {
	text, err := json.MarshalIndent(body, "", "  ")
	if err != nil {
		panic(err) // it was sent
	}
	return string(text)
}

func versionPath(ref codes.VersionRef, block string) string {
	return path(ref) + "#" + url.PathEscape(block)
}
