package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP_Process starts the command as an assistant does, and does what a person wants
// of it: what applies in a village, whether a stair is wide enough, the passage.
func TestMCP_Process(t *testing.T) {
	t.Parallel()
	folder, err := plainBinary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(folder, "regengine"), "mcp", "--data-dir", preparedFolder(t, "starter"), "--starter", "off")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err, complaints.String())
	}
	call := func(name, arguments string, want ...string) {
		t.Helper()
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err, complaints.String())
		}
		text := result.Content[0].(*mcp.TextContent).Text
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s %s: %q is not in %s", name, arguments, w, text)
			}
		}
	}
	call("search_places", `{"q":"peguerinos"}`, `"geo_id":"ES-05184"`)
	call("get_place", `{"geo_id":"ES-05184"}`, `"climate_zone":"E1"`, `"slug":"cte-db-sua"`)
	call("verify", `{"element":"escalera de uso general","parameter":"anchura útil","value":0.90,"unit":"m","geo_id":"ES-05184","building_use":"residencial vivienda"}`,
		`"result_status":"non_compliant"`, `"limit_value":1,`)
	call("search_text", `{"q":"anchura útil de los tramos de escalera de uso general","code":"cte-db-sua","top":1}`, `"section":"sua-1-4-2-2"`)
	call("list_projects", `{}`, `"total":0`) // there is no organization
	got, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "reg://cte-db-sua/2022#sua-1-4-2-2"})
	if err != nil || !strings.Contains(got.Contents[0].Text, "| Residencial Vivienda") {
		t.Errorf("the passage: %+v, %v", got, err)
	}
	if err := session.Close(); err != nil {
		t.Errorf("the end: %v", err)
	}
	if text := complaints.String(); text != "" {
		t.Errorf("it complains: %s", text)
	}
}

// TestMCP_NotOpened: what keeps the data from being opened ends the process and is told.
func TestMCP_NotOpened(t *testing.T) {
	t.Parallel()
	folder, err := plainBinary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(folder, "regengine"), "mcp", "--data-dir", preparedFolder(t, "small"), "--starter", "off", "--org", "nobody")
	stdin, err := cmd.StdinPipe() // stays open, as an assistant's does
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(complaints.String(), `there is no organization "nobody"`) {
		t.Errorf("%v: %s", err, complaints.String())
	}
}

// TestMCP_Inspector asks a server and the command what the protocol's own inspector
// sees of them.
func TestMCP_Inspector(t *testing.T) {
	needAll(t, "it needs npm")
	t.Parallel()
	folder, err := plainBinary()
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("npx", append([]string{"--yes", inspector, "--cli"}, args...)...)
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "npm_config_update_notifier=false")
		out, err := cmd.Output()
		if err != nil {
			var complaints []byte
			if exit, ok := err.(*exec.ExitError); ok { //nolint:errorlint // of Output itself
				complaints = exit.Stderr
			}
			t.Fatalf("%v: %v\n%s\n%s", args, err, out, complaints)
		}
		return string(out)
	}
	local := []string{filepath.Join(folder, "regengine"), "mcp", "--data-dir", preparedFolder(t, "small"), "--starter", "off"}
	if out := inspect(append(local, "--method", "tools/list")...); strings.Count(out, `"inputSchema"`) != 15 {
		t.Errorf("tools: %s", out)
	}
	out := inspect(append(local, "--method", "tools/call", "--tool-name", "search_places", "--tool-arg", "q=madrid")...)
	if !strings.Contains(out, "geo_id") {
		t.Errorf("a call: %s", out)
	}
}

// inspector is the package of the inspector, with the version that was tried.
const inspector = "@modelcontextprotocol/inspector@2.12.0"
