package evalset

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// obliqaPassage is a passage as the ObliQA files have it.
type obliqaPassage struct {
	ID         string
	DocumentID int
	PassageID  string
	Passage    string
}

// ReadObliQA reads questions in the format of the ObliQA data set (RegNLP,
// Regulatory Information Retrieval and Answer Generation, 2025): a JSON array
// whose Passages name document and passage.
func ReadObliQA(r io.Reader) ([]Question, error) {
	var raw []struct {
		QuestionID, Question string
		Passages             []obliqaPassage
	}
	if err := json.NewDecoder(r).Decode(&raw); err != nil {
		return nil, fmt.Errorf("%w: ObliQA questions: %w", ErrFormat, err)
	}
	questions := make([]Question, 0, len(raw))
	for i, q := range raw {
		if q.QuestionID == "" || strings.TrimSpace(q.Question) == "" {
			return nil, fmt.Errorf("%w: ObliQA question %d has no QuestionID or no Question", ErrFormat, i+1)
		}
		question := Question{ID: q.QuestionID, Text: q.Question}
		for _, p := range q.Passages {
			question.Gold = append(question.Gold, Gold{Block: obliqaBlock(obliqaDoc(p.DocumentID), p.PassageID)})
		}
		questions = append(questions, question)
	}
	return questions, nil
}

func obliqaDoc(id int) string { return "obliqa/" + strconv.Itoa(id) }

// obliqaBlock is the id of a passage's block. It is no UUID: the numbers of
// passages are what questions refer to.
func obliqaBlock(doc, passage string) string { return doc + "#" + passage }

// ObliQABlocks reads the passages of ObliQA, one JSON file a document, as blocks.
// What a passage stands under follows from its number: 1.2.1.(1) under 1.2.1,
// 1.2 and 1. Passages without text are left out; of passages with the same
// number all but the first have an ordinal behind it.
func ObliQABlocks(folder fs.FS) ([]retrieval.Block, error) {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, fmt.Errorf("evalset: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("evalset: no *.json in the folder of ObliQA documents")
	}
	var blocks []retrieval.Block
	for _, name := range names {
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("evalset: %w", err)
		}
		var passages []obliqaPassage
		if err := json.Unmarshal(data, &passages); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFormat, path.Base(name), err)
		}
		blocks = append(blocks, obliqaDocument(passages)...)
	}
	return blocks, nil
}

func obliqaDocument(passages []obliqaPassage) []retrieval.Block {
	texts := map[string]string{}
	for _, p := range passages {
		if texts[number(p.PassageID)] == "" {
			texts[number(p.PassageID)] = p.Passage
		}
	}
	seen := map[string]int{}
	var blocks []retrieval.Block
	for i, p := range passages {
		if strings.TrimSpace(p.Passage) == "" {
			continue
		}
		doc := obliqaDoc(p.DocumentID)
		b := retrieval.Block{
			ID: obliqaBlock(doc, p.PassageID), Doc: doc, Kind: retrieval.Paragraph, Lang: "en", Order: i, Text: p.Passage,
		}
		if seen[p.PassageID]++; seen[p.PassageID] > 1 {
			b.ID += "#" + strconv.Itoa(seen[p.PassageID])
		}
		b.Section, b.Path = obliqaPlace(number(p.PassageID), texts)
		liftHeadings(&b)
		blocks = append(blocks, b)
	}
	return blocks
}

// obliqaPlace finds the section of a passage and the headings it stands under.
func obliqaPlace(passage string, texts map[string]string) (section string, path []string) {
	for at := passage; ; {
		cut := strings.LastIndexByte(at, '.')
		if cut < 0 {
			break
		}
		at = number(at[:cut])
		text, known := texts[at]
		if !known {
			continue
		}
		if section == "" {
			section = at
		}
		if heading, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); isHeading(heading) {
			path = append(path, heading)
		}
	}
	slices.Reverse(path)
	return section, path
}

// liftHeadings makes the headings a text begins with, a line each, a part of the
// block's path. The text stays as it is.
func liftHeadings(b *retrieval.Block) {
	text := strings.TrimSpace(b.Text)
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !more || !isHeading(line) {
			return
		}
		b.Path = append(b.Path, line)
		b.Section += "/" + line
		text = strings.TrimSpace(rest)
	}
}

// number is a passage's number without the point behind it.
func number(passage string) string { return strings.TrimRight(passage, ".") }

// isHeading tells a heading from a text by its length and end.
func isHeading(line string) bool {
	const longest = 120
	return line != "" && len(line) <= longest && !strings.HasSuffix(line, ".") && !strings.HasSuffix(line, ":")
}
