//go:build unix

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

// browserServer serves the starter pack with its pages, as the command does.
func browserServer(t *testing.T) *httpapitest.Server {
	t.Helper()
	chromium(t)
	pack, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	return newServer(t, httpapitest.Setup{Data: &pack.Data, Change: func(d *httpapi.Deps, o *httpapi.Options) {
		pages, err := web.New(d.Engine, nil)
		if err != nil {
			t.Fatal(err)
		}
		o.Pages, o.BaseURL = pages, ""
	}})
}

// The documentation page shows operations of every tag, without a request to
// anywhere else and within its own policy. The page makes them in one way.
func TestBrowser_Docs(t *testing.T) {
	s := browserServer(t)
	for id, summary := range sampled(t, s.API.OpenAPI()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			address := s.URL + "/docs#/operations/" + id
			dom, console := browse(t, address)
			if !strings.Contains(dom, html.EscapeString(summary)) && !strings.Contains(dom, summary) {
				t.Errorf("%s does not show %q:\n%s", address, summary, console)
			}
			checkConsole(t, address, console)
		})
	}
}

// wholeTour says whether browsers look at everything of a kind, which takes minutes, or at
// some of it.
func wholeTour() bool { return os.Getenv("REGENGINE_SWEEP") == "full" }

// sampled returns what a document says of the first operation of each tag, by id; in a
// whole tour of all of them.
func sampled(t *testing.T, document []byte) map[string]string {
	t.Helper()
	type operation struct {
		OperationID, Summary string
		Tags                 []string
	}
	var doc struct {
		Paths map[string]map[string]operation
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	byTag := make(map[string][]operation)
	for _, methods := range doc.Paths {
		for _, op := range methods {
			byTag[op.Tags[0]] = append(byTag[op.Tags[0]], op)
		}
	}
	out := make(map[string]string)
	for _, list := range byTag {
		slices.SortFunc(list, func(a, b operation) int { return strings.Compare(a.OperationID, b.OperationID) })
		if !wholeTour() {
			list = list[:1]
		}
		for _, op := range list {
			out[op.OperationID] = op.Summary
		}
	}
	const fewest = 6
	if len(out) < fewest {
		t.Fatalf("the document has %d operations to look at", len(out))
	}
	return out
}

func TestBrowser_Pages(t *testing.T) {
	s := browserServer(t)
	const reading = "/codes/cte-db-he/2022"
	snapshot := s.Engine.Snapshot()
	t.Run("Codes", func(t *testing.T) {
		t.Parallel()
		dom, console := browse(t, s.URL+"/codes")
		for _, code := range snapshot.Codes.All() {
			if !strings.Contains(dom, `href="/codes/`+code.Slug+`"`) {
				t.Errorf("the list lacks %s", code.Slug)
			}
		}
		checkConsole(t, "/codes", console)
	})
	t.Run("Reading", func(t *testing.T) {
		t.Parallel()
		dom, console := browse(t, s.URL+reading)
		code, err := snapshot.Codes.Get("cte-db-he")
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range code.Versions[0].Sections {
			if !strings.Contains(dom, `<section id="`+section.Slug+`">`) {
				t.Errorf("the page lacks section %s", section.Slug)
			}
		}
		if !regexp.MustCompile(`<table>\s*<caption>[^<]+</caption>\s*<thead><tr><th scope="col">`).MatchString(dom) {
			t.Error("the page has no table with caption and header")
		}
		checkConsole(t, reading, console)
	})
	for _, path := range []string{"/", "/codes", reading} {
		t.Run("Phone "+path, func(t *testing.T) {
			t.Parallel()
			const phone = 360
			if got := widthAt(t, s, path, phone); got <= 0 || got > phone {
				t.Errorf("on a screen of %d pixels %s is %d wide", phone, path, got)
			}
		})
	}
}

// widthAt returns how wide a page gets in a window of so many pixels. It shows a
// copy of the page in a frame, which the page's own policy forbids.
func widthAt(t *testing.T, s *httpapitest.Server, path string, window int) (width int) {
	t.Helper()
	return widthOf(t, s.URL, s.Get(t, path).Text, window)
}

// widthOf is widthAt of a page that was read already; its files are those of a server.
func widthOf(t *testing.T, server, page string, window int) (width int) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, page) })
	mux.HandleFunc("/assets/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, server+r.URL.String(), http.StatusFound)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `<!doctype html><iframe src="/page" style="border:0;width:%dpx;height:700px"
			onload="document.title = 'width ' + this.contentDocument.documentElement.scrollWidth"></iframe>`, window)
	})
	frame := httptest.NewServer(mux)
	defer frame.Close()
	dom, console := browse(t, frame.URL)
	_, rest, found := strings.Cut(dom, "<title>width ")
	if _, err := fmt.Sscanf(rest, "%d<", &width); !found || err != nil {
		t.Fatalf("the width was not measured: %s\n%s", dom, console)
	}
	return width
}
