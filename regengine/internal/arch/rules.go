// Package arch holds the rules of who may import whom; its test applies them to
// the source of the whole module.
package arch

import (
	"path"
	"slices"
	"strings"
)

// corePackages hold the logic a Go program embeds. What they must never reach,
// directly or through others, is in coreNever.
var corePackages = []string{
	"geo", "geo/langfile", "geo/lazyregexp", "codes", "codes/compare", "codes/retrieval", "codes/crossref", "projects", "ask", "verify", "verify/rules", "verify/textlimits", "verify/understand", "codes/reading/quantity", "regengine", "regengine/access",
}

const modulePath = "github.com/reglookup/regengine/"

// allowed lists, for each core room, the rooms of the module it may import. A
// core room is known by its exact path.
var allowed = map[string][]string{
	"geo":                    nil,
	"geo/lazyregexp":         nil,
	"geo/langfile":           nil, // texts of the program in another language: whoever says something reads them
	"codes":                  {"geo"},
	"codes/compare":          {"geo"},
	"codes/retrieval":        nil,
	"codes/crossref":         {"codes", "codes/retrieval"},
	"codes/importers":        {"geo", "codes", "codes/crossref", "codes/retrieval"},
	"projects":               {"geo", "codes", "codes/retrieval"},
	"codes/reading/quantity": {"geo/langfile"},
	"verify/rules":           {"codes", "codes/retrieval", "codes/reading/quantity"},                        // what an author of a pack reads: no language, no verdict
	"verify/textlimits":      {"geo/langfile", "codes/retrieval", "codes/reading/quantity", "verify/rules"}, // limits of texts, and who finds them: no verdict
	"verify/understand":      {"geo/langfile", "codes/retrieval", "codes/reading/quantity", "verify/rules"}, // the words of a check and what languages say: no place, no verdict
	"verify":                 {"geo", "geo/langfile", "codes", "codes/retrieval", "codes/reading/quantity", "verify/rules", "verify/textlimits", "verify/understand"},
	"ask":                    {"geo", "geo/langfile", "codes", "codes/crossref", "codes/reading/quantity", "codes/retrieval", "projects"},
	"regengine/access":       {"geo"},
	"regengine/webhooks":     {"codes", "projects"},                                                                                                                                                                                              // who sends knows no checks: what there is to tell it is handed
	"regengine":              {"geo", "geo/langfile", "codes", "codes/compare", "codes/crossref", "codes/reading/quantity", "codes/retrieval", "projects", "ask", "ask/note", "verify", "verify/rules", "verify/textlimits", "regengine/access"}, // an engine answers without a language model by itself
	"regengine/report":       {"regengine/internal/neutral", "geo/langfile", "codes", "verify", "verify/rules"},                                                                                                                                  // what was decided, as files: it decides nothing
	"regengine/pack":         {"geo", "codes", "codes/crossref", "codes/importers", "codes/retrieval", "verify", "verify/rules", "regengine"},

	// What comes from a plugin is held against what an import may hold: by the
	// same checks, and knowing nothing of how it came.
	"regengine/join": {"geo", "codes", "codes/retrieval", "verify", "regengine", "regengine/pack"},

	// Tables of checks become checks; the workbook library stays behind a room of its own.
	"regengine/sheet":          {"regengine/internal/neutral", "geo", "codes", "codes/reading/quantity", "verify"},
	"regengine/sheet/workbook": {"regengine/sheet"},

	// How cases came out is compared without knowing what a case is.
	"regengine/outcomes": nil,

	// The list of those who read a language folder, for the command and for the tests
	// of authors: it knows all of them, and none of them knows it.
	"regengine/languages": {
		"regengine", "regengine/report", "ask", "ask/note", "codes/retrieval", "transport/web", "verify", "verify/textlimits", "codes/reading/quantity",
	},
}

// importing is what every reader of a format may know.
var importing = []string{"geo", "codes", "codes/importers", "codes/importers/legal", "codes/retrieval"}

// owner gives an adapter or suite the one domain it may import. Their parents'
// own sub-rooms are not theirs: adapters never know each other.
var owner = map[string][]string{
	"geo/es":                          {"geo"},
	"geo/es/official":                 {"geo", "geo/es"},
	"geo/geotest":                     {"geo"},
	"geo/lazyregexp/lazyregexptest":   {},
	"codes/codestest":                 {"geo", "codes"},
	"codes/retrieval/retrievaltest":   {"codes/retrieval"},
	"codes/retrieval/evalset":         {"codes/retrieval"},
	"codes/retrieval/chromemindex":    {"codes/retrieval"},
	"codes/retrieval/flatindex":       {"codes/retrieval"},
	"codes/retrieval/pgvectorindex":   {"codes/retrieval"},
	"codes/retrieval/openaiembed":     {"codes/retrieval", "codes/retrieval/openaihttp"},
	"codes/retrieval/openaihttp":      {},
	"codes/retrieval/localembed":      {"codes/retrieval"},
	"codes/importers/importerstest":   importing,
	"codes/importers/boe":             importing,
	"codes/importers/akn":             importing,
	"codes/importers/markdown":        importing,
	"codes/importers/html":            importing,
	"codes/importers/docx":            append([]string{"codes/importers/sandbox"}, importing...),
	"codes/importers/pdf":             append([]string{"codes/importers/sandbox"}, importing...),
	"codes/importers/sandbox":         {},
	"codes/importers/official":        {},
	"codes/importers/legal":           {"codes/importers", "codes/retrieval"},
	"projects/projectstest":           {"geo", "codes", "codes/retrieval", "projects"},
	"projects/calculators":            {"geo", "projects"},
	"projects/calculators/es":         {"geo", "projects", "projects/calculators"},
	"projects/extract":                {"geo", "codes", "codes/retrieval", "codes/importers", "codes/importers/docx", "codes/importers/pdf", "codes/importers/markdown", "codes/importers/sandbox", "projects"},
	"ask/note":                        {"geo", "geo/langfile", "codes", "codes/reading/quantity", "codes/retrieval", "projects", "ask"},
	"ask/asktest":                     {"geo", "codes", "codes/retrieval", "projects", "ask"},
	"ask/askeval":                     {"geo", "codes", "codes/reading/quantity", "codes/retrieval", "projects", "ask"},
	"ask/openaimodel/openaitest":      {},
	"verify/verifytest":               {"geo", "codes", "codes/retrieval", "verify", "verify/rules", "verify/textlimits", "codes/reading/quantity", "verify/verifyeval"},
	"verify/verifyeval":               {"geo", "codes", "codes/retrieval", "verify", "verify/rules", "codes/reading/quantity"},
	"verify/modelextract":             {"codes/retrieval", "verify", "verify/rules", "verify/textlimits", "codes/reading/quantity"},
	"ask/openaimodel":                 {"ask", "codes/retrieval/openaihttp"},
	"regengine/access/accesstest":     {"geo", "regengine/access"},
	"regengine/webhooks/webhookstest": {"codes", "projects", "regengine/webhooks"},
	"regengine/report/xlsx":           {"regengine/report"},

	// An author's binary links the kit and what it stands on, and nothing that
	// serves; the host checks nothing itself but hands on to regengine/join.
	"plugins/internal/pluginpb": {},
	"plugins/internal/wire":     {"geo", "projects", "plugins/internal/pluginpb"},
	"plugins/internal/remote":   {"geo", "projects", "plugins/internal/pluginpb", "plugins/internal/wire"},
	"plugins/sdk":               {"geo", "projects", "plugins/internal/pluginpb", "plugins/internal/wire"},
	"plugins/host":              {"geo", "projects", "regengine", "regengine/join", "plugins/internal/pluginpb", "plugins/internal/wire", "plugins/internal/remote"},
	"plugins/plugintest": {
		"geo", "geo/geotest", "projects", "regengine", "regengine/join",
		"plugins/internal/pluginpb", "plugins/internal/wire", "plugins/internal/remote", "plugins/sdk", "plugins/host",
	},
	"plugins/skeleton": {},
}

// forbidden returns the reason why pkg, a path within the module, may not
// import another package, or "".
func forbidden(pkg, imported string) string {
	local, inside := strings.CutPrefix(imported, modulePath)
	if local == "geo/lazyregexp" { // knows nothing of the field: as good as the standard library
		return ""
	}
	if !inside {
		return forbiddenOutside(pkg, imported)
	}
	if rooms, ok := allowed[pkg]; ok && !slices.Contains(rooms, local) {
		return "a domain knows only what lies below it: " + pkg + " may import " + list(rooms)
	}
	if rooms, ok := owner[pkg]; ok && !slices.Contains(rooms, local) {
		return "an adapter or suite knows its own domain only, never another adapter: " + pkg + " may import " + list(rooms)
	}
	return forbiddenByRoom(pkg, local)
}

func forbiddenByRoom(pkg, local string) string {
	for _, r := range rooms {
		if within(local, r.imported) && !slices.ContainsFunc(strings.Fields(r.by), func(room string) bool { return within(pkg, room) }) {
			return r.reason
		}
	}
	if isTestSuite(local) && !isTestSuite(pkg) {
		return "a conformance suite imports testing, and is for tests"
	}
	return ""
}

// programs put everything together.
const programs = " regengine/cmd regengine/internal examples"

// rooms are packages, with what is in them, that only some may import.
var rooms = []struct{ imported, by, reason string }{
	{"transport", "transport regengine/languages" + programs, "nobody imports transport but the command, the examples and the list of who reads languages"},
	{"plugins/internal", "plugins", "the protocol is internal to plugins: authors use plugins/sdk, programs plugins/host"},
	{"plugins/sdk", "plugins examples", "the kit is for authors: a program sees plugins/host"},
	{"plugins/plugintest", "plugins examples", "the kit is for authors: a program sees plugins/host"},
	{"plugins/host", "plugins" + programs, "plugins are chosen and started by the command alone"},
	{"regengine/sqlstore", "regengine/sqlstore" + programs, "a database is chosen by the command alone; others see a port"},
	{"regengine/sheet/workbook", programs, "whoever draws pages, or writes a country, links no spreadsheet library: workbooks are handed in by the command"},
	{"regengine/languages", programs, "who reads languages is chosen by the command; the core is handed the list"},
	{"regengine/cmd", "", "the command is the top: nothing imports it"},
}

func within(pkg, room string) bool { return pkg == room || strings.HasPrefix(pkg, room+"/") }

func isTestSuite(pkg string) bool { return strings.HasSuffix(path.Base(pkg), "test") }

func forbiddenOutside(pkg, imported string) string {
	if (pkg == "geo/langfile" || pkg == "geo/lazyregexp") && external(imported) {
		return pkg + " is used by every domain: the standard library only"
	}
	if pkg == "geo" && external(imported) && !strings.HasPrefix(imported, "golang.org/x/text/") {
		return "geo is the bottom: the standard library and x/text only"
	}
	if slices.Contains(corePackages, pkg) {
		if reason := coreNever(imported); reason != "" {
			return reason
		}
	}
	return forbiddenDriver(pkg, imported)
}

// forbiddenDriver keeps each heavy library in the one room that is made for it.
func forbiddenDriver(pkg, imported string) string {
	for _, d := range []struct{ library, rooms, reason string }{
		{"github.com/uptrace/bun", "regengine/sqlstore", "bun is the store's: rows and SQL stay in regengine/sqlstore"},
		{"github.com/danielgtaylor/huma/", "transport", "huma adapts the engine to HTTP: it stays in transport"},
		{"github.com/modelcontextprotocol/", "transport/mcp", "the protocol of assistants is spoken in its own room"},
		{"github.com/sergi/go-diff", "codes/compare", "whoever writes a country links no differ"},
		{"github.com/philippgille/chromem-go", "codes/retrieval/chromemindex", "chromem pulls in net/http: it stands behind its adapter"},
		{"github.com/openai/openai-go", "codes/retrieval/openaiembed ask/openaimodel", "openai pulls in net/http: it stands behind its adapters"},
		{"github.com/xuri/excelize", "geo/es/official regengine/sheet/workbook regengine/report/xlsx", "whoever embeds Spain links no spreadsheet library: official files and tables of checks are read, and workbooks written, in rooms of their own"},
		{"github.com/klippa-app/go-pdfium", "codes/importers/pdf", "the PDF engine stays in the one reader that needs it"},
		{"github.com/hashicorp/go-plugin", "plugins", "go-plugin pulls in net/http: it stays in plugins"},
		{"google.golang.org/grpc", "plugins", "how host and plugin talk is internal to plugins: others see package host"},
		{"github.com/spf13/cobra", "regengine/cmd", "flags belong to the command"},
		{"github.com/jackc/pgx/", "regengine/sqlstore regengine/internal codes/retrieval/pgvectorindex", "a driver is linked by the store that opens it"},
		{"modernc.org/sqlite", "regengine/sqlstore regengine/internal", "a driver is linked by the store that opens it"},
	} {
		if strings.HasPrefix(imported, d.library) && !slices.ContainsFunc(strings.Fields(d.rooms), func(room string) bool {
			return strings.HasPrefix(pkg, room)
		}) {
			return d.reason
		}
	}
	return ""
}

// coreNever returns the reason why no core package may reach a package, or "".
func coreNever(imported string) string {
	for prefix, reason := range map[string]string{
		"net/http":                           "a library must not bring a web server or client along",
		"database/sql":                       "the core calls ports; SQL is behind them",
		"testing":                            "test code does not belong into a shipped library",
		"github.com/uptrace/bun":             "the core calls ports; the ORM is behind them",
		"github.com/danielgtaylor/huma":      "the core knows no HTTP",
		"github.com/philippgille/chromem-go": "a vector index is an adapter",
		"github.com/openai/openai-go":        "a language model is an adapter",
		"github.com/hashicorp/go-plugin":     "plugins are adapters",
	} {
		if imported == prefix || strings.HasPrefix(imported, prefix+"/") {
			return reason
		}
	}
	return ""
}

// harmless are imports of a library by which it reaches what the core must not,
// and yet brings nothing of it along.
var harmless = map[string]string{
	"github.com/google/uuid": "database/sql/driver", // interfaces, for a UUID in a column; database/sql is not linked
}

// external tells a module's package from the standard library's, which has no
// dot in its first element.
func external(imported string) bool { return strings.Contains(strings.Split(imported, "/")[0], ".") }

func list(rooms []string) string {
	if len(rooms) == 0 {
		return "no room of this module"
	}
	return strings.Join(rooms, ", ")
}
