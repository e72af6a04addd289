package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/regengine/sheet"
)

// Bounds of a batch of a page. A file with more is for the command or the API.
const (
	maxBatchFile   = 5 << 20  // bytes
	maxBatchLines  = 2000     // of a file, and checks of them
	maxKept        = 4 << 20  // bytes of what a page keeps in its form, and
	maxKeptApart   = 32 << 20 // of the same unpacked
	batchAtOnce    = 500      // checks that the API decides at once
	maxBatchSample = 3        // first cells shown of a column
)

// batchPage takes a file of checks.
type batchPage struct {
	frame
	Wrong  string // why the last one was not taken; "" at first
	Detail string // the same, as the reader of tables says it
	MostMB int
	Most   int
}

func (s *Site) batch(w http.ResponseWriter, r *http.Request, _ *visit) {
	s.askForFile(w, r, http.StatusOK, "", nil)
}

func (s *Site) askForFile(w http.ResponseWriter, r *http.Request, status int, wrong string, err error) {
	page := batchPage{frame: s.frame(r, "", "check", ""), MostMB: maxBatchFile >> 20, Most: maxBatchLines}
	page.Title = page.T("batch.heading")
	if wrong != "" {
		page.Wrong = page.T(wrong)
	}
	if err != nil {
		page.Detail = strings.TrimPrefix(err.Error(), sheet.ErrNoChecks.Error()+": ")
	}
	s.write(w, r, status, "batch", page)
}

// takeBatch reads a file and asks what its columns are.
func (s *Site) takeBatch(w http.ResponseWriter, r *http.Request, v *visit, p *parts) {
	file, err := p.next()
	if errors.Is(err, io.EOF) {
		s.askForFile(w, r, http.StatusUnprocessableEntity, "batch.no_file", nil)
		return
	}
	if err != nil {
		s.unread(w, r, err)
		return
	}
	table, err := sheet.Read(file, s.opts.Workbooks, maxBatchLines)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		s.mistake(w, r, http.StatusRequestEntityTooLarge)
	case err != nil:
		s.askForFile(w, r, http.StatusUnprocessableEntity, "batch.unreadable", err)
	default:
		page := s.columnsPage(v, table)
		page.File = file.FileName()
		page.fill(sheet.Guess(table.Header, s.parameterNames(v)))
		s.write(w, r, http.StatusOK, "columns", page)
	}
}

// parameterNames are what the rules call their parameters, in every language.
func (s *Site) parameterNames(v *visit) []string {
	var names []string
	for _, subject := range s.engine.Snapshot().Verifier.Subjects(v.principal.Country) {
		names = slices.AppendSeq(names, maps.Values(subject.Parameter))
	}
	return names
}

// columnsPage asks what the columns of a table are.
type columnsPage struct {
	frame
	File    string // its name
	Kept    string // the table
	Nonce   string
	Lines   int
	Columns []columnChoice
	Fixed   map[string]string
	Choices choices
	Wrong   string // why nothing was checked
}

// columnChoice is a column and what it may hold.
type columnChoice struct {
	Name    string // of the field
	Heading string
	Sample  []string
	Options []option
}

func (s *Site) columnsPage(v *visit, table *sheet.Table) *columnsPage {
	page := &columnsPage{frame: s.frame(v.request, "", "check", ""), Kept: keep(table), Nonce: rand.Text(), Lines: len(table.Lines), Fixed: map[string]string{}}
	page.Title, page.Others = page.T("batch.columns"), nil // nothing is sent by a link
	page.Choices = s.choicesFor(s.engine.Snapshot(), v.principal.Country, page.Lang, "")
	if page.Here != nil {
		page.Fixed[string(sheet.GeoID)] = s.placeText(v, page.Here)
	}
	for i, heading := range table.Header {
		page.Columns = append(page.Columns, columnChoice{Name: columnField + strconv.Itoa(i), Heading: heading, Sample: sample(table, i)})
	}
	return page
}

// sample is the first cells of a column that hold something.
func sample(table *sheet.Table, column int) []string {
	var cells []string
	for _, line := range table.Lines {
		if len(cells) == maxBatchSample {
			break
		}
		if line.Wrong == "" && strings.TrimSpace(line.Cells[column]) != "" {
			cells = append(cells, strings.ToValidUTF8(line.Cells[column], "?"))
		}
	}
	return cells
}

// Prefixes of the fields that say what a column holds, and what every line has.
const (
	columnField = "col."
	fixedField  = "all."
)

// columnKinds are what a column may hold, in the order they are offered.
var columnKinds = slices.Concat(sheet.Required, []sheet.Column{sheet.Measure}, sheet.Optional)

// fill shows a mapping.
func (p *columnsPage) fill(m sheet.Mapping) {
	for i := range p.Columns {
		p.Columns[i].Options = []option{{"", p.T("batch.aside"), m.Columns[i] == ""}}
		for _, c := range columnKinds {
			p.Columns[i].Options = append(p.Columns[i].Options, option{string(c), p.T("column." + string(c)), m.Columns[i] == c})
		}
	}
	for c, text := range m.Fixed {
		p.Fixed[string(c)] = text
	}
}

// mappingOf reads a form.
func mappingOf(table *sheet.Table, form url.Values) sheet.Mapping {
	m := sheet.Mapping{Columns: make([]sheet.Column, len(table.Header)), Fixed: map[sheet.Column]string{}}
	for i := range m.Columns {
		if c := sheet.Column(form.Get(columnField + strconv.Itoa(i))); slices.Contains(columnKinds, c) {
			m.Columns[i] = c
		}
	}
	for _, c := range columnKinds {
		if text := strings.TrimSpace(strings.ToValidUTF8(form.Get(fixedField+string(c)), "")); text != "" {
			m.Fixed[c] = text
		}
	}
	return m
}

// batchOf reads what a form keeps. It was made here, but a reader may have changed it:
// every line has as many cells as the header, or says what is wrong with it.
func batchOf(form url.Values) (*sheet.Table, error) {
	table := &sheet.Table{}
	if err := kept(form.Get("kept"), table); err != nil {
		return nil, err
	}
	if len(table.Lines) > maxBatchLines || len(table.Header) == 0 || len(table.Header) > sheet.MaxColumns {
		return nil, errors.New("web: a table that no page made")
	}
	for i := range table.Lines {
		if line := &table.Lines[i]; len(line.Cells) != len(table.Header) {
			line.Wrong = cmp.Or(line.Wrong, "?")
		}
	}
	return table, nil
}

// keep packs a value for a hidden field: a page has no memory of its own on the server,
// so that any replica answers the next form.
func keep(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err) // it is made of texts and numbers
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, _ = zip.Write(encoded) // into memory
	_ = zip.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// kept unpacks what keep packed.
func kept(field string, into any) error {
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(field)))
	if err != nil {
		return fmt.Errorf("web: a field that no page made: %w", err)
	}
	encoded, err := io.ReadAll(io.LimitReader(zip, maxKeptApart))
	if err != nil {
		return fmt.Errorf("web: a field that no page made: %w", err)
	}
	return json.Unmarshal(encoded, into)
}
