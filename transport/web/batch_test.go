package web_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

// upload sends a file with the token of the page shown, or another.
func (b *browser) upload(t testing.TB, path, name, content string, fields url.Values) *http.Response {
	t.Helper()
	r := b.fileRequest(t, path, name, content, fields)
	return b.do(t, r)
}

func (b *browser) fileRequest(t testing.TB, path, name, content string, fields url.Values) *http.Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if m := regexp.MustCompile(`name="csrf" value="([^"]*)"`).FindStringSubmatch(b.last); m != nil && !fields.Has("csrf") {
		_ = form.WriteField("csrf", m[1])
	}
	for field := range fields {
		_ = form.WriteField(field, fields.Get(field))
	}
	if name != "" {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, content)
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return r
}

// formOf is the form of the page shown as it would be sent: the columns as they are
// proposed, and what every line has.
func (b *browser) formOf(t testing.TB) url.Values {
	t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="(kept|nonce)" value="([^"]*)"`).FindAllStringSubmatch(b.last, -1) {
		form.Set(m[1], strings.ReplaceAll(m[2], "&#43;", "+"))
	}
	for _, m := range regexp.MustCompile(`(?s)<select class="auto" id="(col\.\d+)".*?</select>`).FindAllStringSubmatch(b.last, -1) {
		if chosen := regexp.MustCompile(`value="(\w*)" selected`).FindStringSubmatch(m[0]); chosen != nil {
			form.Set(m[1], chosen[1])
		}
	}
	return form
}

const stairs = "Marca;Elemento;Parámetro;Valor;Unidad;Circunstancias;IfcGUID\n" +
	"A;escalera;rellano;1,1;m;persons=80;g1\n" +
	"B;escalera;contrahuella;19;cm;;g2\n" +
	"C;escalera;rellano;1,1;m;;g3\n" +
	"=D();escalera;rellano;uno;m;;g4\n"

// A table is read, its columns are proposed, and every line is decided as the API decides
// a batch, what fails first.
func TestSite_Batch(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/places/ES-28079")
	b.page(t, "/batch")
	wantIn(t, b.last, `enctype="multipart/form-data"`, `type="file"`)
	wantStatus(t, "a file", b.upload(t, "/batch", "stairs.csv", stairs, nil), http.StatusOK)
	wantIn(t, b.last, "stairs.csv", "4 lines", `<option value="element" selected>`, `<option value="ref" selected>`, "A · B · C", `name="all.geo_id" value="Madrid"`)
	if h.left(t) != 1000 {
		t.Error("reading a file costs")
	}
	form := b.formOf(t)
	form.Set("all.geo_id", "ES-28079")
	for range 2 {
		b.page(t, "/batch")
		wantStatus(t, "the checks", b.post(t, "/batch/run", form), http.StatusOK)
	}
	if spent := 1000 - h.left(t); spent != 3 {
		t.Errorf("three checks that were sent twice cost %d credits", spent)
	}
	var order []string
	for _, m := range regexp.MustCompile(`<tr class="(\w+)">.*<td data-h="Line">(\d+)</td></tr>`).FindAllStringSubmatch(b.last, -1) {
		order = append(order, m[1]+m[2])
	}
	if got := strings.Join(order, " "); got != "bad3 err5 wait4 ok2" {
		t.Errorf("the order is %s", got)
	}
	wantIn(t, b.last, "Does not comply (1)", "Value “uno”: not a number", "c.persons=80", "≤\u00a018.5\u00a0cm", "\u22120.5", "g2")

	kept := b.formOf(t)
	for as, check := range map[string]func(body string){
		"csv": func(body string) {
			rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
			if err != nil || len(rows) != 5 || rows[1][0] != "3" || rows[2][1] != "'=D()" {
				t.Errorf("CSV: %v, %q", err, rows)
			}
		},
		"xlsx": func(body string) {
			book, err := excelize.OpenReader(strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			defer book.Close()
			cell, _ := book.GetCellValue("checks", "B3")
			formula, _ := book.GetCellFormula("checks", "B3")
			if cell != "'=D()" || formula != "" {
				t.Errorf("XLSX: %q, formula %q", cell, formula)
			}
		},
		"json": func(body string) { wantIn(t, body, `"id": "=D()"`, `"ref": "g2"`, `"margin": -0.5`) },
		"html": func(body string) {
			wantIn(t, body, "=D()", "g2", "Does not comply", "http://example.com/codes/cte-db-sua/")
		},
		"bcf": func(body string) { wantIn(t, body, "PK\x03\x04") },
	} {
		b.page(t, "/batch")
		kept.Set("as", as)
		r := b.post(t, "/batch/file", kept)
		wantStatus(t, as, r, http.StatusOK)
		want := `attachment; filename="regengine.` + as + `"`
		if as == "html" {
			want = "" // it is shown, and runs no script
		}
		if got := r.Header.Get("Content-Disposition"); got != want || !strings.HasSuffix(r.Header.Get("Content-Security-Policy"), "; sandbox") {
			t.Errorf("%s: %q, %q", as, got, r.Header.Get("Content-Security-Policy"))
		}
		check(b.last)
	}
	if spent := 1000 - h.left(t); spent != 3 {
		t.Errorf("files cost: %d credits", spent)
	}
}

// A schedule has a column for each measure.
func TestSite_Batch_schedule(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/batch")
	wantStatus(t, "a file", b.upload(t, "/batch", "q.txt", "Stairs\nMark\tType\tContrahuella (cm)\tComments\n1\tescalera\t19\tx\n", nil), http.StatusOK)
	wantIn(t, b.last, `<option value="measure" selected>`)
	form := b.formOf(t)
	b.page(t, "/batch")
	wantStatus(t, "without a place", b.post(t, "/batch/run", form), http.StatusUnprocessableEntity)
	wantIn(t, b.last, "Nothing says where this is: Place", `<option value="measure" selected>`)
	form.Set("all.geo_id", "ES-28079")
	wantStatus(t, "the checks", b.post(t, "/batch/run", form), http.StatusOK)
	wantIn(t, b.last, `<tr class="bad">`, `<td data-h="Line">3</td></tr>`, "Escalera, Contrahuella")
}

// More than the API decides at once goes in parts, and the page says how far it is.
func TestSite_Batch_parts(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	var file strings.Builder
	file.WriteString("element,parameter,value,unit,geo_id\n")
	for i := range 501 {
		fmt.Fprintf(&file, "escalera,contrahuella,%d,cm,ES-28079\n", i)
	}
	b.page(t, "/batch")
	wantStatus(t, "a file", b.upload(t, "/batch", "many.csv", file.String(), nil), http.StatusOK)
	form := b.formOf(t)
	b.page(t, "/batch")
	wantStatus(t, "the checks", b.post(t, "/batch/run", form), http.StatusOK)
	wantIn(t, b.last, "500 of 501", "501 of 501", `id="results"`)
	if spent := 1000 - h.left(t); spent != 501 {
		t.Errorf("501 checks cost %d credits", spent)
	}
	form.Set("nonce", "another")
	b.page(t, "/batch")
	wantStatus(t, "credits for no part", b.post(t, "/batch/run", form), http.StatusTooManyRequests)
	wantIn(t, b.last, "No credits left")
}

// Without a reader of workbooks tables come as CSV alone.
func TestSite_Batch_withoutWorkbooks(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, func(o *web.Options) { o.Workbooks = nil })
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/batch")
	wantStatus(t, "a workbook", b.upload(t, "/batch", "a.xlsx", "PK\x03\x04", nil), http.StatusUnprocessableEntity)
	b.page(t, "/batch")
	wantStatus(t, "a table", b.upload(t, "/batch", "a.csv", stairs, nil), http.StatusOK)
}

func TestSite_Batch_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for name, tt := range map[string]struct {
		file, content string
		want          int
	}{
		"no file":           {"", "", http.StatusUnprocessableEntity},
		"an empty file":     {"a.csv", "", http.StatusUnprocessableEntity},
		"a picture":         {"a.png", "\x89PNG\r\n\x1a\n\x00\x00", http.StatusOK}, // of one column: nothing says what it is
		"a broken workbook": {"a.xlsx", "PK\x03\x04xxxx", http.StatusUnprocessableEntity},
		"too many lines":    {"a.csv", "element,value\n" + strings.Repeat("a,1\n", 2001), http.StatusUnprocessableEntity},
	} {
		b.page(t, "/batch")
		wantStatus(t, name, b.upload(t, "/batch", tt.file, tt.content, nil), tt.want)
	}
	b.page(t, "/batch")
	wantStatus(t, "a thousand lines", b.upload(t, "/batch", "a.csv", "a,b\n"+strings.Repeat("1,2\n", 1001), nil), http.StatusOK)
	measures := b.formOf(t)
	for field, text := range map[string]string{"col.0": "measure", "col.1": "measure", "all.element": "x", "all.unit": "m", "all.geo_id": "ES-28079"} {
		measures.Set(field, text)
	}
	wantStatus(t, "too many measures", b.post(t, "/batch/run", measures), http.StatusUnprocessableEntity)
	wantIn(t, b.last, "These are 2002 checks, and 2000 go at once")
	for name, kept := range map[string]string{"none": "", "made up": "xxxx", "no table": "H4sIAAAAAAAA/6uuBQBDv6ajAgAAAA=="} {
		for _, path := range []string{"/batch/run", "/batch/file"} {
			b.page(t, "/batch")
			if r := b.post(t, path, url.Values{"kept": {kept}}); r.StatusCode != http.StatusBadRequest {
				t.Errorf("%s of %s: %d", path, name, r.StatusCode)
			}
		}
	}
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}

// unreadable fails a test when it is read.
type unreadable struct{ t testing.TB }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, io.EOF
}

// A drop of 50 MB is refused before it is read, as is one of a stranger, or from another site.
func TestSite_Batch_unread(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/batch")
	ask := func(by *browser, length int64, site string) *http.Response {
		r := httptest.NewRequest(http.MethodPost, "/batch", unreadable{t})
		r.ContentLength = length
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.Header.Set("Sec-Fetch-Site", site)
		return by.do(t, r)
	}
	wantStatus(t, "50 MB", ask(b, 50<<20, "same-origin"), http.StatusRequestEntityTooLarge)
	wantStatus(t, "another site", ask(b, 100, "cross-site"), http.StatusForbidden)
	wantStatus(t, "a stranger", ask(h.browser(), 100, "same-origin"), http.StatusForbidden)

	b.page(t, "/batch")
	r := b.fileRequest(t, "/batch", "a.xlsx", "PK\x03\x04"+strings.Repeat("x", 6<<20), nil)
	r.ContentLength = -1
	wantStatus(t, "6 MB of unknown length", b.do(t, r), http.StatusRequestEntityTooLarge)
	b.page(t, "/batch")
	wantStatus(t, "a made-up token", b.upload(t, "/batch", "a.csv", stairs, url.Values{"csrf": {"AAAA"}}), http.StatusForbidden)
}

// Whatever a file holds, it is text on the pages.
func TestSite_Batch_hostile(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for _, p := range payloads() {
		var file bytes.Buffer
		out := csv.NewWriter(&file)
		_ = out.Write([]string{"id", "element", "parameter", "value", "unit", "geo_id", "circumstances", p})
		_ = out.Write([]string{p, p, p, p, p, p, p, p})
		_ = out.Write([]string{p, "escalera" + p, p, "1", p, "ES-28079", "", p})
		out.Flush()
		b.page(t, "/batch")
		wantStatus(t, fmt.Sprintf("a file of %q", p), b.upload(t, "/batch", strings.ReplaceAll(p, "\x00", ""), file.String(), nil), http.StatusOK)
		if found := active(t, b.last); found != "" {
			t.Errorf("columns of %q: %s", p, found)
		}
		form := b.formOf(t)
		b.page(t, "/batch")
		b.post(t, "/batch/run", form)
		if found := active(t, b.last); found != "" {
			t.Errorf("results of %q: %s", p, found)
		}
	}
}
