package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestApp_showOn: what is longer than the screen goes through the user's pager.
func TestApp_showOn(t *testing.T) {
	t.Parallel()
	const short, long = "1\n2\n", "1\n2\n3\n"
	for _, tt := range []struct {
		name, text string
		environ    []string
		fails      bool
		pager      string // "" for none
	}{
		{"short", short, nil, false, ""},
		{"long", long, nil, false, "less"},
		{"own pager", long, []string{"PAGER=more -s"}, false, "more -s"},
		{"no pager wanted", long, []string{"PAGER="}, false, ""},
		{"cat", long, []string{"PAGER=cat"}, false, ""},
		{"a terminal that can nothing", long, []string{"TERM=dumb"}, false, ""},
		{"no such pager", long, nil, true, "less"},
	} {
		screen, err := os.Create(filepath.Join(t.TempDir(), "screen"))
		if err != nil {
			t.Fatal(err)
		}
		pager, paged := "", ""
		a := &app{environ: tt.environ}
		a.adapters.page = func(words []string, text []byte, _ *os.File, _ []string) error {
			pager, paged = strings.Join(words, " "), string(text)
			if tt.fails {
				return errors.New("there is none")
			}
			return nil
		}
		if err := a.showOn(screen, 3, func(w io.Writer) { fmt.Fprint(w, tt.text) }); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		written, err := os.ReadFile(screen.Name())
		if err != nil {
			t.Fatal(err)
		}
		if pager != tt.pager || pager != "" && paged != tt.text {
			t.Errorf("%s: want pager %q, got %q with %q", tt.name, tt.pager, pager, paged)
		}
		if direct := pager == "" || tt.fails; direct != (string(written) == tt.text) {
			t.Errorf("%s: on the screen: %q", tt.name, written)
		}
		_ = screen.Close()
	}
}

// TestPage runs a pager, and one that is not there.
func TestPage(t *testing.T) {
	t.Parallel()
	if err := page([]string{filepath.Join(t.TempDir(), "none")}, nil, nil, nil); err == nil {
		t.Error("a pager that is not there is run")
	}
}

// TestSpin: a spinner is seen when something takes long, and leaves nothing behind.
func TestSpin(t *testing.T) {
	t.Parallel()
	begin, ticks, stop := make(chan time.Time), make(chan time.Time), make(chan struct{})
	var quick, slow strings.Builder
	close(stop)
	spin(&quick, "opening", begin, ticks, stop)
	if quick.Len() > 0 {
		t.Errorf("shown at once: %q", &quick)
	}
	stop = make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		spin(&slow, "opening", begin, ticks, stop)
	}()
	begin <- time.Time{}
	ticks <- time.Time{}
	ticks <- time.Time{}
	close(stop)
	<-ended
	frames := strings.Split(slow.String(), "\r")
	if last := frames[len(frames)-1]; !strings.Contains(slow.String(), "opening") || strings.TrimSpace(last) != "" || strings.Contains(slow.String(), "\n") {
		t.Errorf("it drew %q", &slow)
	}
}
