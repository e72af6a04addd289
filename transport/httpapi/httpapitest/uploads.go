package httpapitest

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/projects"
)

const uploadPath = "/api/v1/projects/" + ActiveProject + "/documents"

// part is one part of a form; name "" is file.
type part struct{ name, file, data, header string }

// form returns a form of parts and its media type.
func form(t *testing.T, parts ...part) (body, mediaType string) {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for _, p := range parts {
		if p.name == "" {
			p.name = "file"
		}
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p.name, p.file))
		if name, value, ok := strings.Cut(p.header, ": "); ok {
			header.Set(name, value)
		}
		part, err := w.CreatePart(header)
		must(t, err)
		_, err = io.WriteString(part, p.data)
		must(t, err)
	}
	must(t, w.Close())
	return buf.String(), w.FormDataContentType()
}

// upload is a form and what must come of it.
type upload struct {
	name   string
	parts  []part
	status int
	want   string
}

func uploadList() []upload {
	note := part{file: "nota.txt", data: "Texto."}
	many := make([]part, 10_000)
	for i := range many {
		many[i] = part{file: fmt.Sprintf("%d.txt", i), data: "x"}
	}
	big := strings.Repeat("x", projects.MaxFile+1)
	at := func(i int) string { return fmt.Sprintf(`{"errors":[{"location":"body.file[%d]"}]}`, i) }
	return []upload{
		{"one", []part{note}, 201, `{"documents":[{"name":"nota.txt","size":6,"blocks":1}]}`},
		{"two", []part{{file: "a.txt", data: "Uno."}, {file: "ñandú.md", data: "Dos."}}, 201, `{"documents":[{"name":"a.txt"},{"name":"ñandú.md"}]}`},
		{"folders before the name", []part{{file: `C:\casa/obra/b.txt`, data: "x"}}, 201, `{"documents":[{"name":"b.txt"}]}`},
		{"none", nil, 422, ""},
		{"empty", []part{{file: "a.txt"}}, 422, at(0)},
		{"no file name", []part{{data: "x"}}, 422, at(0)},
		{"only folders", []part{{file: "../", data: "x"}}, 422, at(0)},
		{"other name", []part{note, {name: "s3cr3t", file: "a.txt", data: "x"}}, 422, at(1)},
		{"nested", []part{{file: "a.txt", data: "--x\r\n\r\ny\r\n--x--", header: "Content-Type: multipart/mixed; boundary=x"}}, 422, at(0)},
		{"transfer encoding", []part{{file: "a.txt", data: "eA==", header: "Content-Transfer-Encoding: base64"}}, 422, at(0)},
		{"unreadable", []part{{file: "c.txt", data: "%s3cr3t"}}, 422, `{"errors":[{"location":"body.file[0]","message":"it is no text; save it as UTF-8"}]}`},
		{"second unreadable", []part{{file: "d.txt", data: "x"}, {file: "e.txt", data: "%"}}, 422,
			`{"errors":[{"location":"body.file[1]","message":"it is no text; save it as UTF-8 (the 1 before it are stored)"}]}`},
		{"bomb", []part{{file: "f.txt", data: "bomb"}}, 413, `{"code":"payload_too_large"}`},
		{"too large", []part{{file: "g.txt", data: big}}, 413, `{"code":"payload_too_large"}`},
		{"too large together", []part{{file: "g.txt", data: big[2:]}, {file: "h.txt", data: big[2:]}, {file: "i.txt", data: big[2:]}}, 413, `{"code":"payload_too_large"}`},
		{"eleven", many[:11], 422, at(10)},
		{"ten thousand", many, 422, at(10)},
	}
}

// testUploads sends files in every way that is allowed and many that are not.
func testUploads(t *testing.T, s *Server) {
	for _, u := range uploadList() {
		t.Run(u.name, func(t *testing.T) {
			body, mediaType := form(t, u.parts...)
			s.refused(t, scenario{path: uploadPath, body: body, header: map[string]string{"Content-Type": mediaType}}, u.status, u.want)
		})
	}
	for _, sc := range bareUploads(t) {
		t.Run(sc.name, func(t *testing.T) { s.refused(t, sc, sc.status, sc.want) })
	}
	t.Run("what was refused left nothing", func(t *testing.T) {
		s.send(t, "GET", uploadPath, "", 200).wants(t, `{"total":8}`)
	})
	t.Run("endless", func(t *testing.T) { testEndlessUpload(t, s) })
}

func bareUploads(t *testing.T) []scenario {
	body, mediaType := form(t, part{file: "a.txt", data: "x"})
	typed := func(value string) map[string]string { return map[string]string{"Content-Type": value} }
	const named, method = uploadPath + "?name=bare.txt", http.MethodPost
	return []scenario{
		{name: "bare", method: method, path: named, body: "x", header: typed("text/plain"), status: 201, want: `{"documents":[{"name":"bare.txt"}]}`},
		{name: "bare without a type", method: method, path: uploadPath + "?name=bare2.txt", body: "x", header: typed("-"), status: 201},
		{name: "bare as curl sends it", method: method, path: named, body: "x", header: typed("application/x-www-form-urlencoded"), status: 201,
			want: `{"documents":[{"name":"bare.txt","size":1}]}`},
		{name: "bare without a name", method: method, path: uploadPath, body: "x", header: typed("text/plain"), status: 422, want: `{"errors":[{"location":"query.name"}]}`},
		{name: "bare with folders", method: method, path: uploadPath + "?name=a/b.txt", body: "x", header: typed("text/plain"), status: 422, want: `{"errors":[{"location":"query.name"}]}`},
		{name: "bare and empty", method: method, path: named, body: "", header: typed("text/plain"), status: 422, want: `{"errors":[{"location":"body"}]}`},
		{name: "bare and unreadable", method: method, path: named, body: "\xff", header: typed("text/plain"), status: 422, want: `{"errors":[{"location":"body"}]}`},
		{name: "bare and too large", method: method, path: named, body: strings.Repeat("x", projects.MaxFile+1), header: typed("text/plain"), status: 413},
		{name: "largest", method: method, path: uploadPath + "?name=large.txt", body: "%" + strings.Repeat("x", projects.MaxFile-1), header: typed("text/plain"), status: 422},
		{name: "name twice", method: method, path: named + "&name=b.txt", body: "x", header: typed("text/plain"), status: 422, want: `{"errors":[{"location":"query.name"}]}`},
		{name: "compressed", method: method, path: named, body: "x", header: map[string]string{"Content-Type": "text/plain", "Content-Encoding": "gzip"}, status: 415},
		{name: "another multipart", method: method, path: uploadPath, body: body, header: typed(strings.Replace(mediaType, "form-data", "mixed", 1)), status: 415},
		{name: "no boundary", method: method, path: uploadPath, body: body, header: typed("multipart/form-data"), status: 415},
		{name: "another boundary", method: method, path: uploadPath, body: body, header: typed("multipart/form-data; boundary=zzz"), status: 422, want: `{"errors":[{"location":"body.file"}]}`},
		{name: "cut", method: method, path: uploadPath, body: body[:len(body)-20], header: typed(mediaType), status: 422, want: `{"errors":[{"location":"body"}]}`},
		{name: "body of JSON", method: method, path: uploadPath, body: "{}", header: typed("application/json"), status: 422},
	}
}

// refused sends a request and holds what comes of it.
func (s *Server) refused(t *testing.T, sc scenario, status int, want string) {
	t.Helper()
	sc.method, sc.status, sc.want, sc.without = http.MethodPost, status, want, []string{"s3cr3t"}
	sc.run(t, s)
}

// testStalledUpload holds the service to give up on a body that stands still, or
// that comes a byte at a time.
func testStalledUpload(t *testing.T, s *Server) {
	for name, write := range map[string]func(net.Conn){
		"still":   func(net.Conn) {},
		"trickle": func(conn net.Conn) { trickle(conn) },
	} {
		t.Run(name, func(t *testing.T) {
			conn := s.beginUpload(t, "Content-Length: 1000000")
			go write(conn)
			checkStalled(t, conn)
		})
	}
}

// trickle writes a byte every 50 ms until the connection is closed.
func trickle(conn net.Conn) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if _, err := conn.Write([]byte("x")); err != nil {
			return
		}
	}
}

// testEndlessUpload holds the service to refuse a stream of 10 GB after as much
// as it takes, and at once when the header announces it.
func testEndlessUpload(t *testing.T, s *Server) {
	t.Run("announced", func(t *testing.T) {
		conn := s.beginUpload(t, "Content-Length: 10737418240")
		checkTooLarge(t, conn)
	})
	t.Run("chunked", func(t *testing.T) {
		conn := s.beginUpload(t, "Transfer-Encoding: chunked")
		go func() {
			chunk := fmt.Appendf(nil, "%x\r\n%s\r\n", 1<<20, strings.Repeat("x", 1<<20))
			for range 10 << 10 {
				if _, err := conn.Write(chunk); err != nil {
					return
				}
			}
		}()
		checkTooLarge(t, conn)
	})
}

func checkTooLarge(t *testing.T, conn io.Reader) {
	t.Helper()
	if r := readResponse(t, conn); r.StatusCode != http.StatusRequestEntityTooLarge || !r.Close {
		t.Errorf("status %d, closing %v: %s", r.StatusCode, r.Close, r.Text)
	}
}

// beginUpload sends the header of an upload.
func (s *Server) beginUpload(t *testing.T, length string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	must(t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	_, err = fmt.Fprintf(conn, "POST %s?name=a.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: text/plain\r\n%s\r\n\r\n",
		uploadPath, s.Keys.Main, length)
	must(t, err)
	return conn
}
