package httpapitest

import (
	"strings"
	"testing"
)

// testReport: the two checks of a project, one of which is broken, as every format. As of
// another day they are decided anew, which is kept nowhere.
func testReport(t *testing.T, s *Server, path string) {
	kept := `{"project":{"geo_id":"ES-28005"},"on":"2026-03-02","summary":{"checks":2,"compliant":1,"non_compliant":1},
		"results":[{"id":"Escalera","ref":"P-07","result_status":"compliant","limit_value":1,"receipt":{"as_of":"2026-03-02"}},{"result_status":"non_compliant","is_compliant":false}]}`
	left := func() int64 {
		b, err := s.Stores.GetBalance(t.Context(), s.Keys.Organization)
		must(t, err)
		return b.Left
	}
	before := left()
	s.send(t, "GET", path, "", 200).wants(t, kept)
	if now := left(); now != before {
		t.Errorf("a report of what is kept cost %d credits", before-now)
	}
	s.send(t, "GET", path+"?as_of=2015-05-01", "", 200).wants(t, `{"as_of":"2015-05-01","summary":{"checks":2,"undetermined":2},"results":[{"id":"Escalera","result_status":"undetermined","receipt":{"as_of":"2015-05-01"}},{"result_status":"undetermined"}]}`)
	if now := left(); now != before-2 {
		t.Errorf("two checks decided anew cost %d credits", before-now)
	}
	s.send(t, "GET", path, "", 200).wants(t, kept)
	s.send(t, "GET", path+"?format=ids", "", 404).wants(t, `{"code":"not_found"}`)
	for format, want := range map[string]struct{ mediaType, begins, holds string }{
		"html":            {"text/html; charset=utf-8", "<!DOCTYPE html>\n<html lang=\"es\">", "No cumple"},
		"html&lang=en-GB": {"text/html; charset=utf-8", "<!DOCTYPE html>\n<html lang=\"en\">", "Does not comply"},
		"csv":             {"text/csv; charset=utf-8; header=present", "check_id,id,element,", "\n"},
		"xlsx":            {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK", ""},
		"bcf":             {"application/octet-stream", "PK", "markup.bcf"},
	} {
		r := s.send(t, "GET", path+"?format="+format, "", 200)
		name, _, _ := strings.Cut(format, "&")
		if r.Header.Get("Content-Type") != want.mediaType || !strings.HasPrefix(r.Text, want.begins) || !strings.Contains(r.Text, want.holds) {
			t.Errorf("%s: %s %.60q lacks %q", format, r.Header.Get("Content-Type"), r.Text, want.holds)
		}
		if d := r.Header.Get("Content-Disposition"); !strings.HasPrefix(d, "attachment; filename=report-") || !strings.HasSuffix(d, "-2026-03-02."+name) {
			t.Errorf("%s: Content-Disposition %s", format, d)
		}
		if r.Header.Get("Cache-Control") != "no-store" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", format, r.Header)
		}
	}
}
