package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/reglookup/regengine/projects"
)

// Bounds of an upload.
const (
	maxFiles      = 10                   // in a multipart body
	maxUpload     = 2 * projects.MaxFile // bytes of the files of a multipart body together
	maxPartHeader = 64 << 10             // bytes around the files: boundaries and headers

	// An upload must arrive at this many bytes a second, and never stand still for
	// as long as the server waits for any other body.
	leastRate = 64 << 10

	uploadsAtOnce     = 8               // in this process: each may hold maxUpload in memory
	uploadsOfOneUser  = 2               // the others of the user wait
	uploadWait        = 5 * time.Minute // for both
	formField         = "file"
	standardPatience  = readTimeout
	answeringPatience = writeTimeout
)

// uploaded is a file of a request, and where in the request it stood.
type uploaded struct {
	projects.Upload
	at string
}

// readUpload returns the files of a request: the parts of a form, or the body
// under a name.
func readUpload(x *exchange, r *http.Request, name string) ([]uploaded, error) {
	boundary, form, err := uploadType(r.Header)
	if err != nil {
		return nil, err
	}
	if !form && name == "" {
		return nil, invalid(ErrorDetail{"query." + uploadName.name, "is required, unless the files are sent as multipart/form-data", MistakeRequired})
	}
	limit := int64(projects.MaxFile)
	if form {
		limit = maxUpload + maxPartHeader
	}
	if r.ContentLength > limit {
		return nil, problemFileTooLarge.err()
	}
	body := http.MaxBytesReader(x.ResponseWriter, newPacedReader(x, r), limit)
	var files []uploaded
	if form {
		files, err = readForm(multipart.NewReader(body, boundary))
	} else {
		files, err = readFile(body, name)
	}
	if err != nil {
		return nil, ofBody(err)
	}
	// What follows is the reading of the files, which has its own bounds.
	_ = http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Now().Add(answeringPatience))
	return files, nil
}

// uploadType tells a form from a file sent as it is.
func uploadType(h http.Header) (boundary string, form bool, err error) {
	types := h.Values("Content-Type")
	encoding := h.Get("Content-Encoding")
	if len(types) > 1 || encoding != "" && !strings.EqualFold(encoding, "identity") {
		return "", false, problemUploadType.err()
	}
	if len(types) == 0 {
		return "", false, nil
	}
	media, parameters, err := mime.ParseMediaType(types[0])
	if err != nil {
		return "", false, problemUploadType.err()
	}
	if !strings.HasPrefix(media, "multipart/") {
		return "", false, nil
	}
	boundary = parameters["boundary"]
	if media != "multipart/form-data" || boundary == "" || len(boundary) > 70 {
		return "", false, problemUploadType.err()
	}
	return boundary, true, nil
}

func readFile(body io.Reader, name string) ([]uploaded, error) {
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, invalid(ErrorDetail{"body", "is empty: send the file as the body", MistakeEmpty})
	}
	return []uploaded{{projects.Upload{Name: name, Data: data}, "body"}}, nil
}

// readForm reads a form to its end before any file of it is used: a form that is
// broken half way stores nothing.
func readForm(form *multipart.Reader) ([]uploaded, error) {
	var files []uploaded
	for {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		at := fmt.Sprintf("body.%s[%d]", formField, len(files))
		if len(files) == maxFiles {
			return nil, invalid(ErrorDetail{at, fmt.Sprintf("is one file too many: send at most %d at once", maxFiles), MistakeLength})
		}
		file, err := readPart(part, at)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, invalid(ErrorDetail{"body." + formField, "is required: send each file in a part of this name", MistakeRequired})
	}
	return files, nil
}

func readPart(part *multipart.Part, at string) (uploaded, error) {
	if message := checkPart(part); message != "" {
		return uploaded{}, invalid(ErrorDetail{at, message, MistakeFormat})
	}
	data, err := io.ReadAll(io.LimitReader(part, projects.MaxFile+1))
	switch {
	case err != nil:
		return uploaded{}, err
	case len(data) > projects.MaxFile:
		return uploaded{}, problemFileTooLarge.err()
	case len(data) == 0:
		return uploaded{}, invalid(ErrorDetail{at, "is an empty file", MistakeEmpty})
	}
	return uploaded{projects.Upload{Name: fileName(part), Data: data}, at}, nil
}

// checkPart says what keeps a part from being a file, or "".
func checkPart(part *multipart.Part) string {
	media, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
	switch encoding := strings.ToLower(part.Header.Get("Content-Transfer-Encoding")); {
	case part.FormName() != formField:
		return "must be a part named file: there are no others"
	case fileName(part) == "":
		return "must have a file name"
	case strings.HasPrefix(media, "multipart/"):
		return "must be a file, not a multipart of its own"
	case encoding != "" && encoding != "binary" && encoding != "8bit" && encoding != "7bit":
		return "must be sent as it is, without a transfer encoding"
	}
	return ""
}

// fileName returns the name of a part's file without the folders some clients
// put before it.
func fileName(part *multipart.Part) string {
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	name := parameters["filename"]
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// ofBody says what an error of reading a body means.
func ofBody(err error) error {
	var tooLarge *http.MaxBytesError
	var ready problemError
	switch {
	case errors.As(err, &ready):
		return err
	case errors.As(err, &tooLarge):
		return problemFileTooLarge.err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problemTimeout.err()
	}
	return invalid(ErrorDetail{"body", "could not be read to its end, or is no multipart/form-data of its boundary", MistakeSyntax})
}

// pacedReader reads a body that may be large, and gives up on one that comes too
// slowly: a body that trickles holds a goroutine no longer than an honest one.
type pacedReader struct {
	io.ReadCloser
	control  *http.ResponseController
	patience time.Duration // for a body that stands still
	started  time.Time
	received int64
}

func newPacedReader(x *exchange, r *http.Request) *pacedReader {
	patience := standardPatience
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.ReadTimeout > 0 {
		patience = server.ReadTimeout
	}
	return &pacedReader{ReadCloser: r.Body, control: http.NewResponseController(x.ResponseWriter), patience: patience, started: time.Now()}
}

// Read implements [io.Reader].
func (p *pacedReader) Read(b []byte) (int, error) {
	now := time.Now()
	due := p.started.Add(p.patience + time.Duration(p.received)*time.Second/leastRate)
	if soon := now.Add(p.patience); soon.Before(due) {
		due = soon
	}
	if !now.Before(due) {
		return 0, os.ErrDeadlineExceeded
	}
	_ = p.control.SetReadDeadline(due) // where there is no connection nothing can stall
	n, err := p.ReadCloser.Read(b)
	p.received += int64(n)
	return n, err
}
