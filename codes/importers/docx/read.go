package docx

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// JobName is the name [Job] must have in the map given to sandbox.Main.
const JobName = "docx"

// Importer reads DOCX files in children of a sandbox. The zero value is ready to
// use.
type Importer struct {
	// Sandbox starts the children; nil is the one the whole program shares.
	Sandbox *sandbox.Sandbox

	// Limits bound each child; nil takes those of package sandbox.
	Limits *sandbox.Limits
}

var _ importers.Reader = Read

// Read implements [importers.Reader] with the zero Importer. The program must
// have called sandbox.Main with [Job].
func Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	return (&Importer{}).Read(ctx, name, data, given)
}

// Read implements [importers.Reader].
func (m *Importer) Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if problem := check(data); problem != nil {
		return nil, problem.refuse(name)
	}
	out, err := m.run(ctx, data)
	if err != nil {
		return nil, childError(name, err)
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil || r.Problem == nil && r.Text == nil {
		return nil, importers.Refuse(name, importers.ErrMalformed, importers.Problem{Where: "file", Message: "the child that read it returned no result"})
	}
	if r.Problem != nil {
		return nil, r.Problem.refuse(name)
	}
	return assemble(ctx, name, len(data), r.Text, given)
}

func (m *Importer) run(ctx context.Context, data []byte) ([]byte, error) {
	if m.Sandbox != nil {
		return m.Sandbox.Run(ctx, JobName, data, m.Limits)
	}
	return sandbox.Run(ctx, JobName, data, m.Limits)
}

// childError says what became of a child. What is not the file's fault stays as
// it is.
func childError(name string, err error) error {
	for _, limit := range []error{sandbox.ErrMemory, sandbox.ErrTime, sandbox.ErrOutput} {
		if errors.Is(err, limit) {
			return importers.Refuse(name, importers.ErrTooLarge, importers.Problem{Where: "file", Message: "reading it " + err.Error()})
		}
	}
	if errors.Is(err, sandbox.ErrCrashed) {
		return importers.Refuse(name, importers.ErrMalformed, importers.Problem{Where: "file", Message: err.Error()})
	}
	return err
}

// result is what a child writes, as JSON.
type result struct {
	Problem *RefusalError
	Text    *Text
}

// Job reads a DOCX file in a child process; see package sandbox.
func Job(input []byte, output *sandbox.Output) error {
	text, err := Extract(context.Background(), input)
	r := result{Text: text}
	if err != nil && !errors.As(err, &r.Problem) {
		return err
	}
	return json.NewEncoder(output).Encode(r)
}

// RefusalError says why a file was refused. It is the error of [Extract].
type RefusalError struct {
	Kind    string // "format", "malformed", "encrypted", "empty", "large"
	Where   string // part of the archive
	Line    int
	Message string
}

// Error implements error.
func (p *RefusalError) Error() string {
	return importers.Problem{Where: p.Where, Line: p.Line, Message: p.Message}.String()
}

var kinds = map[string]error{
	"format": importers.ErrFormat, "malformed": importers.ErrMalformed, "encrypted": importers.ErrEncrypted,
	"empty": importers.ErrEmpty, "large": importers.ErrTooLarge,
}

// Unwrap returns the sentinel of package importers.
func (p *RefusalError) Unwrap() error { return kinds[p.Kind] }

func (p *RefusalError) refuse(name string) error {
	kind := kinds[p.Kind]
	if kind == nil {
		kind = importers.ErrMalformed
	}
	return importers.Refuse(name, kind, importers.Problem{Where: p.Where, Line: p.Line, Message: p.Message})
}

// problem makes a RefusalError; where is "" for the file as a whole.
func problem(kind, where, format string, args ...any) *RefusalError {
	where = cmp.Or(where, "file")
	return &RefusalError{Kind: kind, Where: where, Message: fmt.Sprintf(format, args...)}
}

// check refuses what no child is needed for.
func check(data []byte) *RefusalError {
	if len(data) == 0 {
		return problem("empty", "", "there is nothing in it")
	}
	if len(data) > importers.MaxFile {
		return problem("large", "", "more than %d MiB", importers.MaxFile>>20)
	}
	switch format := importers.Sniff(data); format {
	case "zip":
		return nil
	case "doc":
		if bytes.Contains(data, utf16Name("EncryptedPackage")) || bytes.Contains(data, utf16Name("EncryptionInfo")) {
			return problem("encrypted", "", "it opens with a password only; save a copy without one")
		}
		return problem("format", "", "it is a document of the old Office format; save it as DOCX")
	case "":
		if len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))) == 0 {
			return problem("empty", "", "there is nothing in it")
		}
		return problem("format", "", "it is no DOCX file: no zip archive")
	default:
		return problem("format", "", "it is no DOCX file, it looks like %s", format)
	}
}

// utf16Name is how a container of the old Office format writes a name.
func utf16Name(name string) []byte {
	out := make([]byte, 0, 2*len(name))
	for i := range len(name) {
		out = append(out, name[i], 0)
	}
	return out
}

func assemble(ctx context.Context, name string, size int, text *Text, given *importers.Given) (*importers.Import, error) {
	s := &legal.Source{
		Found:    importers.Found{Title: text.Title},
		Elements: text.Elements,
		Seen:     text.Seen,
		Words:    text.Words,
		Left:     text.Left,
		Report:   importers.Report{File: name, Format: "docx", Bytes: size, Problems: text.Problems, More: text.More},
	}
	withMentions(s.Elements, s.Language(given))
	return legal.Assemble(ctx, name, s, given)
}
