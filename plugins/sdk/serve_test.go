package sdk_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"go.uber.org/goleak"
	"google.golang.org/grpc"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

// asPlugin has the test binary be a plugin.
const asPlugin = "SDK_TEST_PLUGIN"

func TestMain(m *testing.M) {
	if os.Getenv(asPlugin) != "" {
		fmt.Println("1|9|tcp|printed before Serve|is no handshake")
		sdk.Serve(&exlandia{run: chatter})
		return
	}
	goleak.VerifyTestMain(m)
}

// chatter writes wherever an author might.
func chatter(context.Context, json.RawMessage) (projects.Outcome, error) {
	fmt.Println("to stdout")
	fmt.Fprintln(os.Stderr, "to stderr")
	log.Print("to log")
	slog.Debug("to slog", "@message", 7, "msg", 8, "@level", 9, "zone", "H1a", slog.Group("g", "@message", 1))
	slog.Warn("a warning")
	return projects.Outcome{Result: []byte("{}"), Summary: "x"}, nil
}

// countryClient is the host's side of go-plugin, as little as there is.
type countryClient struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (countryClient) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error { return nil }
func (countryClient) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return pluginpb.NewCountryClient(conn), nil
}

// start starts the test binary as a plugin of a host that speaks a version.
func start(t *testing.T, version int, stderr *lockedBuffer) (*goplugin.Client, pluginpb.CountryClient, error) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asPlugin+"=1")
	c := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: wire.MagicKey, MagicCookieValue: wire.MagicValue},
		VersionedPlugins: map[int]goplugin.PluginSet{version: {wire.Service: countryClient{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, AutoMTLS: true, Cmd: cmd, Stderr: stderr,
		Logger: hclog.NewNullLogger(), StartTimeout: time.Hour, // that of the test comes before
	})
	t.Cleanup(c.Kill)
	rpc, err := c.Client()
	if err != nil {
		return c, nil, err
	}
	raw, err := rpc.Dispense(wire.Service)
	if err != nil {
		return c, nil, err
	}
	return c, raw.(pluginpb.CountryClient), nil
}

func TestServe(t *testing.T) {
	var stderr lockedBuffer
	client, country, err := start(t, sdk.AppVersion, &stderr)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if got := client.NegotiatedVersion(); got != sdk.AppVersion {
		t.Errorf("version %d, want %d", got, sdk.AppVersion)
	}
	d, err := country.Describe(t.Context(), &pluginpb.DescribeRequest{})
	if err != nil || d.GetCountry() != "XX" {
		t.Errorf("Describe = %v, %v", d, err)
	}
	if _, err := country.Run(t.Context(), &pluginpb.RunRequest{Calculator: "echo", Input: []byte("{}")}); err != nil {
		t.Error(err)
	}
	want := map[string]string{"to stdout": "info", "to stderr": "info", "to log": "info", "to slog": "debug", "a warning": "warn"}
	waitFor(t, "its lines in the log", func() bool {
		for _, l := range logLines(t, stderr.String()) {
			if want[l.message] == l.level {
				delete(want, l.message)
			}
		}
		return len(want) == 0
	})
	if !strings.Contains(stderr.String(), "printed before Serve") {
		t.Errorf("what was printed before is not in the log, which holds\n%s", stderr.String())
	}
}

type logLine struct{ message, level string }

// logLines reads the lines as go-plugin does, which panics when a text is none.
func logLines(t *testing.T, text string) (lines []logLine) {
	t.Helper()
	scan := bufio.NewScanner(strings.NewReader(text))
	for scan.Scan() {
		var raw map[string]any
		if json.Unmarshal(scan.Bytes(), &raw) != nil {
			continue
		}
		message, ok := raw["@message"].(string)
		level, alsoOK := raw["@level"].(string)
		if at, isText := raw["@timestamp"].(string); !ok || !alsoOK || !isText {
			t.Errorf("a host stumbles over %s", scan.Text())
		} else if _, err := time.Parse("2006-01-02T15:04:05.000000Z07:00", at); err != nil {
			t.Errorf("a host stumbles over %s: %v", scan.Text(), err)
		}
		lines = append(lines, logLine{message, level})
	}
	return lines
}

func TestServe_OtherAppVersion(t *testing.T) {
	var stderr lockedBuffer
	if _, _, err := start(t, sdk.AppVersion+1, &stderr); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("error = %v, want one of the version", err)
	}
}

func TestServe_ByHand(t *testing.T) {
	for _, c := range []struct {
		arg            string
		status         int
		stdout, stderr string
	}{
		{"", 1, "", "plugin approve"},
		{"--help", 0, "plugin approve", ""},
		{"--version", 0, "exlandia 1.2.0 (kit " + sdk.Version, ""},
		{"--describe", 0, "calculator echo: Eco", ""},
		{"--nonsense", 1, "", "plugin approve"},
	} {
		t.Run(c.arg, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			if c.arg != "" {
				cmd.Args = append(cmd.Args, c.arg)
			}
			cmd.Env = append(os.Environ(), asPlugin+"=1")
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != c.status {
				t.Errorf("status %d, want %d", got, c.status)
			}
			if !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
			}
		})
	}
}

// TestServe_Orphan kills the process that started a plugin; the plugin ends too.
func TestServe_Orphan(t *testing.T) {
	dir := t.TempDir()
	// A shell starts the plugin, says its process id and is killed.
	cmd := exec.Command("sh", "-c", `"$0" >"$1/hello" 2>/dev/null & echo $! >"$1/pid"; wait`, os.Args[0], dir)
	cmd.Env = append(os.Environ(), asPlugin+"=1", wire.MagicKey+"="+wire.MagicValue, "TMPDIR="+dir) // its socket is left there
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	var pid int
	waitFor(t, "a process id", func() bool {
		data, _ := os.ReadFile(dir + "/pid")
		_, err := fmt.Sscan(string(data), &pid)
		return err == nil
	})
	t.Cleanup(func() {
		if p, err := os.FindProcess(pid); err == nil && t.Failed() {
			_ = p.Kill()
		}
	})
	waitFor(t, "its handshake, before which it looks who its parent is", func() bool {
		hello, _ := os.ReadFile(dir + "/hello")
		return bytes.HasSuffix(hello, []byte("\n"))
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	waitFor(t, "the end of the plugin", func() bool {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(state), ") Z ")
	})
}

// waitFor waits for what another process does sooner or later.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for ticks := time.NewTicker(10 * time.Millisecond); !done(); {
		select {
		case <-ticks.C:
		case <-t.Context().Done():
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
