package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const stair = `"element":"escalera","parameter":"anchura útil","geo_id":"ES-28079"`

// typical are calls of each tool as an assistant makes them.
var typical = []struct{ tool, arguments, want string }{
	{"search_places", `{"q":"madrid","level":"municipality"}`, `"geo_id":"ES-28079"`},
	{"search_places", `{"q":"madrid","ancestor_id":null,"detail":"full"}`, `"geo_id":"ES-28079"`},
	{"search_places", `{"q":"alcalá","level":"","ancestor_id":""}`, `"geo_id":"ES-28005"`},
	{"get_place", `{"geo_id":"es-28079"}`, `"climate_zone":"D3"`},
	{"requirements", `{` + stair + `}`, `"limit_value":1`},
	{"verify", `{` + stair + `,"value":0.9500,"unit":"m"}`, `"provided_value":0.9500`},
	{"verify", `{` + stair + `,"value":0.95,"unit":"m","detail":"receipt"}`, `"receipt":{`},
	{"search_codes", `{"q":"accesibilidad","page_size":5}`, `"slug":"cte-db-sua"`},
	{"get_code", `{"slug":"cte-db-sua"}`, `"version":"2010-02-19"`},
	{"get_code", `{"slug":"cte-db-sua","version":"2019-12-27"}`, `"slug":"escaleras"`},
	{"get_place", `{"geo_id":"ES-28079","as_of":"2010-06-01"}`, `"slug":"cte-db-sua"`},
	{"search_text", `{"q":"altura de las barreras","top":2}`, `"section":"barreras"`},
	{"search_text", `{"q":"altura de las barreras","code":"cte-db-sua","detail":"full"}`, `"kind":"paragraph"`},
	{"read_section", `{"slug":"cte-db-sua","version":"2019-12-27","section":"barreras"}`, `0,90 m`},
	{"read_section", `{"slug":"cte-db-sua","version":"2019-12-27","section":"barreras","detail":"full"}`, `"table":null`},
	{"compare_versions", `{"slug":"cte-db-sua","from":"2010-02-19","to":"2019-12-27"}`, `"hosted":false`},
	{"verify_batch", `{"checks":[{` + stair + `,"value":0.95,"unit":"m"},{` + stair + `,"value":1,"unit":"boolean"}]}`, `"decided":2`},
	{"list_projects", `{}`, `"project_id":"` + httpapitest.ActiveProject + `"`},
	{"get_project", `{}`, `"name":"Viviendas en Alcalá"`},
	{"ask", `{"query":"¿Qué anchura tiene una escalera?"}`, `"answer":"`},
	{"ask", `{"query":"¿Qué anchura tiene una escalera?","detail":"full"}`, `"block_id":"`},
	{"list_calculators", `{}`, `"title":"Transmitancia"`},
	{"list_calculators", `{"calculator_id":"u-value"}`, `"required":["r"]`},
	{"run_calculator", `{"calculator_id":"u-value","input":{"r":4.0}}`, `"compliant":true`},
}

// TestServer_Tools calls every tool and holds the answers to the schemas that were
// announced, brief and in full.
func TestServer_Tools(t *testing.T) {
	w := open(t, httpapitest.Setup{Offline: true})
	c := w.pipe(t)
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]*sdk.Tool{}
	for _, tool := range list.Tools {
		tools[tool.Name] = tool
		if raw, _ := json.Marshal(tool.InputSchema); strings.Contains(string(raw), `"null"`) {
			t.Errorf("%s: an argument may be null, which not every assistant can say: %s", tool.Name, raw)
		}
		if tool.Description == "" || tool.Title == "" || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s lacks a description, a title or an annotation", tool.Name)
		}
	}
	called := map[string]bool{}
	for _, call := range typical {
		called[call.tool] = true
		if err := fits(t, tools[call.tool].InputSchema, call.arguments); err != nil && !strings.Contains(call.arguments, "null") && !strings.Contains(call.arguments, `""`) { // which stand for absent, as models write it
			t.Errorf("%s %s: %v", call.tool, call.arguments, err)
		}
		text := c.wants(t, call.tool, call.arguments, call.want)
		if err := fits(t, tools[call.tool].OutputSchema, text); err != nil {
			t.Errorf("%s %s: %v\n%s", call.tool, call.arguments, err, text)
		}
	}
	for name := range tools {
		if !called[name] {
			t.Errorf("%s is not called", name)
		}
	}
	if c.InitializeResult() != nil && c.InitializeResult().Capabilities.Logging != nil { //nolint:staticcheck // deprecated, and so not offered
		t.Error("logging is offered")
	}
}

// TestServer_BadInput: what a model gets wrong is told to it, in the user's language.
func TestServer_BadInput(t *testing.T) {
	w := open(t, httpapitest.Setup{Offline: true})
	c := w.pipe(t)
	for _, tt := range []struct {
		tool, arguments string
		want            []string
	}{
		{"search_places", `{}`, []string{"Los argumentos no son válidos:\n- q: es obligatorio"}},
		{"search_places", `{"q":7}`, []string{"- q: debe ser un texto, no un número"}},
		{"search_places", `{"q":"a","level":"village"}`, []string{"- level: debe ser uno de: country, region, province, municipality"}},
		{"search_places", `{"q":"a","sort":"name"}`, []string{"contiene un argumento desconocido; se admiten: ancestor_id, detail, level, q"}},
		{"search_places", `{"q":"a","detail":"much"}`, []string{"- detail: debe ser uno de: brief, full"}},
		{"get_place", `{}`, []string{"- geo_id: es obligatorio"}},
		{"get_place", `{"geo_id":"ES-99999"}`, []string{"search_places busca lugares", "(not_found)"}},
		{"get_place", `{"geo_id":"FR-75056"}`, []string{"país distinto", "(country_mismatch)"}},
		{"verify", `{` + stair + `,"value":"0.9","unit":"m"}`, []string{"- value: debe ser un número, no un texto"}},
		{"verify", `{` + stair + `,"value":0.9}`, []string{"- unit: es obligatorio"}},
		{"verify", `{` + stair + `,"value":2,"unit":"boolean"}`, []string{"debe ser 0 o 1"}},
		{"verify", `{"element":"escalera","parameter":"anchura","geo_id":"FR-75056","value":1,"unit":"m"}`, []string{"search_places", "(location_not_found)"}},
		{"requirements", `{` + stair + `,"codes":[{"slug":"nothing"}]}`, []string{"search_codes", "(invalid_code)"}},
		{"get_code", `{"slug":"nothing"}`, []string{"search_codes busca normas", "(not_found)"}},
		{"get_code", `{"slug":"cte-db-sua","version":"1900"}`, []string{"get_code las enumera", "(not_found)"}},
		{"get_project", `{"project_id":"` + httpapitest.ForeignProject + `"}`, []string{"list_projects enumera", "(project_not_found)"}},
		{"search_text", `{"q":"a","geo_id":"FR-75056"}`, []string{"- geo_id: debe ser un lugar del país de la clave: search_places busca"}},
		{"search_text", `{"q":"a","code":"fr-code"}`, []string{"- code: debe ser el slug de una norma del país: search_codes busca"}},
		{"search_text", `{"q":"a","top":"5"}`, []string{"- top: debe ser un número entero"}},
		{"search_text", `{"q":"a","top":5000}`, []string{"- top: debe ser como mucho"}},
		{"read_section", `{"slug":"cte-db-sua","version":"2019-12-27","section":"nothing"}`, []string{"no tiene ese apartado: get_code los enumera"}},
		{"read_section", `{"slug":"../../v1","version":"..","section":"x"}`, []string{"(not_found)"}},
		{"compare_versions", `{"slug":"cte-db-sua","from":"1900","to":"2019-12-27"}`, []string{"get_code las enumera"}},
		{"get_project", `{"project_id":"1"}`, []string{"- project_id: debe ser un UUID"}},
		{"ask", `{"query":"¿Y aquí?","project_id":"` + httpapitest.ForeignProject + `"}`, []string{"(project_not_found)"}},
		{"run_calculator", `{"calculator_id":"ouvert","input":{}}`, []string{"list_calculators", "(not_found)"}},
		{"verify_batch", `{"checks":[]}`, []string{"- checks: debe tener de 1 a 500 elementos"}},
		{"verify", `{"element":"` + strings.Repeat("x", 501) + `","parameter":"anchura","geo_id":"ES-28079","value":1,"unit":"m"}`, []string{"- element: puede tener como mucho 500 caracteres"}},
		{"verify", `{"element":"` + strings.Repeat("x", 70_000) + `","parameter":"anchura","geo_id":"ES-28079","value":1,"unit":"m"}`, []string{"como mucho 65536 bytes", "(payload_too_large)"}},
		{"search_places", `{"q":"` + strings.Repeat("x", 1_000_000) + `"}`, []string{"- q: puede tener como mucho 200 caracteres"}},
		{"get_place", `{"geo_id":""}`, []string{"- geo_id: es obligatorio"}},
		{"get_place", `{"geo_id":"ES-28079","geo_id":"ES-08019"}`, []string{"the same name twice"}},
		{"search_places", `{"q":"a\u0000"}`, []string{"U+0000"}},
		{"requirements", `[]`, []string{"debe ser un objeto"}},
	} {
		c.refuses(t, tt.tool, tt.arguments, tt.want...)
	}
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "delete_everything"}); err == nil {
		t.Error("an unknown tool is answered")
	}
}

// TestServer_Resources reads a passage by its URI, and nothing that is not there.
func TestServer_Resources(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	c := w.connect(t, w.Keys.Main, nil)
	templates, err := c.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 || templates.ResourceTemplates[1].Title != "Un apartado de una norma" || templates.CacheScope != "private" {
		t.Errorf("templates: %+v, %v", templates, err)
	}
	read := func(c *client, uri string) (string, error) {
		got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			return "", err
		}
		return got.Contents[0].Text, nil
	}
	text, err := read(c, "reg://cte-db-sua/2019-12-27#barreras")
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "section", text, []string{"# Barreras de protección\n", "0,90 m", "https://reglookup.example/codes/cte-db-sua/2019-12-27#barreras"})
	if text, err = read(c, "reg://cte-db-sua/2019-12-27"); err != nil {
		t.Fatal(err)
	}
	contains(t, "index", text, []string{"- [Escaleras de uso general](reg://cte-db-sua/2019-12-27#escaleras)"})

	for _, uri := range []string{"reg://cte-db-sua/2019-12-27#nothing", "reg://cte-db-sua", "reg:///x#y", "file:///etc/passwd", "reg://..%2f/x#y"} {
		if text, err := read(c, uri); err == nil {
			t.Errorf("%s is read: %s", uri, text)
		}
	}
	if text, err := read(w.connect(t, w.Keys.French, nil), "reg://cte-db-sua/2019-12-27#barreras"); err == nil {
		t.Errorf("a regulation of another country is read: %s", text)
	}
}

// TestServer_Prompts fills them in the user's language, and says what is missing.
func TestServer_Prompts(t *testing.T) {
	w := open(t, httpapitest.Setup{Offline: true})
	c := w.pipe(t)
	list, err := c.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, p := range list.Prompts {
		args := map[string]string{}
		for _, a := range p.Arguments {
			if a.Required {
				args[a.Name] = "%s <" + a.Name + ">"
			}
		}
		got, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		text := got.Messages[0].Content.(*sdk.TextContent).Text
		for name, value := range args {
			contains(t, p.Name+" "+name, text, []string{": " + value + "\n", "herramientas de regengine", ": –\n"})
		}
		_, err = c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name})
		if err == nil || !strings.Contains(err.Error(), "es obligatorio") {
			t.Errorf("%s without arguments: %v", p.Name, err)
		}
	}
}
