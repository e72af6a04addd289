package evalset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ErrFormat says that a question set is not written as it should be.
var ErrFormat = errors.New("evalset: malformed question set")

// mostBytes bounds a question set, and mostLine a line of it.
const (
	mostBytes = 64 << 20
	mostLine  = 1 << 20
)

// Read reads a question set in any of the formats of this package, told apart by
// how it begins: "[" is ObliQA, "{" JSON Lines, anything else a table.
func Read(r io.Reader) ([]Question, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("evalset: %w", err)
	}
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%w: it has more than %d MiB", ErrFormat, mostBytes>>20)
	}
	switch data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"); {
	case bytes.HasPrefix(data, []byte("[")):
		return ReadObliQA(bytes.NewReader(data))
	case bytes.HasPrefix(data, []byte("{")):
		return ReadJSONL(bytes.NewReader(data))
	}
	return ReadTSV(bytes.NewReader(data))
}

// jsonQuestion is a line of JSON Lines.
type jsonQuestion struct {
	ID       string     `json:"id"`
	Question string     `json:"question"`
	Docs     []string   `json:"docs"`
	Gold     []jsonGold `json:"gold"`
}

type jsonGold struct {
	Block   string `json:"block"`
	Doc     string `json:"doc"`
	Section string `json:"section"`
	Quote   string `json:"quote"`
}

// ReadJSONL reads a question a line:
//
//	{"id": "q1", "question": "...", "docs": ["code/version"], "gold": [{"block": "<id>"}, {"doc": "...", "section": "...", "quote": "..."}]}
//
// Unknown fields are refused, and so is a question without id or text, or a
// passage that says nothing to find it by. ErrFormat.
func ReadJSONL(r io.Reader) ([]Question, error) {
	var questions []Question
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.DisallowUnknownFields()
		var raw jsonQuestion
		if err := decoder.Decode(&raw); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, n, err)
		}
		q := Question{ID: raw.ID, Text: raw.Question, Docs: raw.Docs}
		for _, g := range raw.Gold {
			q.Gold = append(q.Gold, Gold(g))
		}
		if err := q.check(); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, n, err)
		}
		questions = append(questions, q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return questions, nil
}

func (q *Question) check() error {
	if q.ID == "" || strings.TrimSpace(q.Text) == "" {
		return errors.New("a question needs an id and a text")
	}
	for _, g := range q.Gold {
		if g.Block == "" && len(pieces(g.Quote)) == 0 {
			return fmt.Errorf("question %s: a passage needs the id of a block or a quote of its text", q.ID)
		}
	}
	return nil
}

// columns are the names a table's columns may have; the first is ours.
var columns = map[string][]string{
	"id":       {"id"},
	"question": {"question"},
	"block":    {"block"},
	"doc":      {"doc"},
	"section":  {"section_slug"},
	"quote":    {"quote", "evidence_or_reason", "evidence"},
	"answered": {"answerable"},
}

// ReadTSV reads a table of columns separated by tabs. Its first line names them:
// id and question, and of what is to be found block, or quote and, to confine it,
// doc and section_slug. Several lines with the same id are one question with
// several passages. Tables with the columns answerable (yes or no) and evidence
// are read too: what is not answerable has no passage. Other columns are ignored.
// ErrFormat.
func ReadTSV(r io.Reader) ([]Question, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	if !lines.Scan() {
		return nil, fmt.Errorf("%w: a table has a line with the names of its columns", ErrFormat)
	}
	t := newTable(lines.Text())
	if t.at["id"] < 0 || t.at["question"] < 0 || t.at["block"] < 0 && t.at["quote"] < 0 {
		return nil, fmt.Errorf("%w: a table has the columns id, question, and block or quote", ErrFormat)
	}
	var questions []Question
	at := map[string]int{}
	for n := 2; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		q := t.question(lines.Text())
		if err := q.check(); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, n, err)
		}
		if i, again := at[q.ID]; again {
			questions[i].Gold = append(questions[i].Gold, q.Gold...)
			continue
		}
		at[q.ID] = len(questions)
		questions = append(questions, q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return questions, nil
}

// table knows where the columns are, -1 for one that is not there.
type table struct{ at map[string]int }

func newTable(header string) table {
	names := strings.Split(strings.TrimRight(header, "\r"), "\t")
	t := table{at: map[string]int{}}
	for column, spellings := range columns {
		t.at[column] = slices.IndexFunc(names, func(name string) bool { return slices.Contains(spellings, strings.TrimSpace(name)) })
	}
	return t
}

func (t table) question(line string) Question {
	cells := strings.Split(strings.TrimRight(line, "\r"), "\t")
	cell := func(column string) string {
		if at := t.at[column]; at >= 0 && at < len(cells) {
			return strings.TrimSpace(cells[at])
		}
		return ""
	}
	q := Question{ID: cell("id"), Text: cell("question")}
	if g := (Gold{cell("block"), cell("doc"), cell("section"), cell("quote")}); (g.Block != "" || g.Quote != "") && cell("answered") != "no" {
		q.Gold = []Gold{g}
	}
	return q
}
