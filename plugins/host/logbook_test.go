package host

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func newTestLogbook(t *testing.T, out io.Writer) *logbook {
	l := &logbook{
		name: "x", path: filepath.Join(t.TempDir(), "logs", "x.log"),
		logger: slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey && len(groups) == 0 {
					return slog.Attr{}
				}
				return a
			},
		})),
		rate: bucket{fill: 1e9, most: 1e9}, now: time.Now,
	}
	t.Cleanup(l.close)
	return l
}

func TestLogbook_File(t *testing.T) {
	l := newTestLogbook(t, io.Discard)
	for range 5 << 10 {
		l.write(strings.Repeat("x", 1<<10))
	}
	total := int64(0)
	for _, path := range []string{l.path, l.path + ".1"} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v", info.Mode())
		}
		total += info.Size()
	}
	if total > 2*maxLogFile+2*maxLine {
		t.Errorf("the files have %d bytes", total)
	}
	if n := len(readLog(l.path)); n != keptLines {
		t.Errorf("%d lines are read", n)
	}
}

// TestLogbook_Flood: of a flood a line now and then says how much was left out, and
// the last one comes at its end.
func TestLogbook_Flood(t *testing.T) {
	var out strings.Builder
	l := newTestLogbook(t, &out)
	at := time.Unix(0, 0)
	l.now = func() time.Time { at = at.Add(time.Millisecond); return at }
	l.rate = bucket{fill: linesPerSec, most: 1}
	const lines = 30_000 // half a minute of them, some clock readings are the notices'
	l.read(strings.NewReader(strings.Repeat("x\n", lines)))
	kept, told, left := 0, 0, 0
	for line := range strings.Lines(out.String()) {
		var n int
		if _, err := fmt.Sscanf(line, `level=WARN msg="%d lines left out`, &n); err == nil {
			told++
			left += n
		} else {
			kept++
		}
	}
	if kept+left != lines || told < 3 || told > 5 {
		t.Errorf("%d lines kept, %d told as left out in %d lines; %d were written", kept, left, told, lines)
	}
}

func TestLogbook_Lines(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"plain", "hello", `level=INFO msg=hello`},
		{"slog", `{"time":"t","level":"WARN","msg":"m","b":1,"a":"x"}`, `level=WARN msg=m said.a=x said.b=1`},
		{"hclog", `{"@level":"error","@message":"m","@timestamp":"t","@module":"p"}`, `level=ERROR msg=m said.@module=p`},
		{"trace", `{"@level":"trace","@message":"m"}`, `level=DEBUG msg=m`},
		{"a field that would pass for ours", `{"level":"INFO","msg":"m","plugin":"other","request_id":"1"}`, `level=INFO msg=m said.plugin=other said.request_id=1`},
		{"panic", "panic: oh", `level=ERROR msg="panic: oh"`},
		{"no entry", `{"a":1}`, `level=INFO msg="{\"a\":1}"`},
		{"control characters", "a\x1b[31mb\x00c\td", `level=INFO msg="a�[31mb�c d"`},
		{"no UTF-8", "a\xffb", `level=INFO msg="a�b"`},
		{"long", strings.Repeat("x", maxLine+100), `level=INFO msg="` + strings.Repeat("x", maxLine) + `… and 101 bytes"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			l := newTestLogbook(t, &out)
			l.read(strings.NewReader(tt.line + "\n"))
			if diff := cmp.Diff(tt.want+"\n", out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add(`{"level":"INFO","msg":"m","a":{"b":[1]}}`)
	f.Add("panic: \x00")
	f.Fuzz(func(t *testing.T, line string) {
		e := parseLine(line)
		if text := e.String(); strings.ContainsAny(text, "\n\r\x1b\x00") {
			t.Errorf("unfit for a log: %q", text)
		}
	})
}
