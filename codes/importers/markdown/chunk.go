package markdown

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

// Bounds of what is given to the Markdown parser at once: its work can grow with
// the square of a paragraph, and its tree is many times the text.
const (
	chunkSize   = 64 << 10  // parsed together, unless a block is longer
	maxBlock    = 256 << 10 // a block longer than this is taken as plain text
	maxNesting  = 64        // quotations and lists within one another
	maxCells    = 250_000   // of one table
	maxAllCells = 600_000   // of all
	maxSpecials = 4_000     // marks of inline markup in one block
)

// chunk is a part of a text that can be read alone.
type chunk struct {
	text  string
	line  int  // its first, within the body, from 0
	plain bool // too long for markup
}

// chunks parts a text at blank lines between blocks that are not indented.
func (r *reader) chunks(body string) ([]chunk, error) {
	var list []chunk
	c := cutter{emit: func(c chunk) { list = append(list, c) }}
	for line := range strings.Lines(body) {
		if err := r.checkLine(line, c.number); err != nil {
			return nil, err
		}
		if err := r.checkTable(&c, line); err != nil {
			return nil, err
		}
		c.add(line)
	}
	c.endBlock(true)
	c.flush()
	return list, nil
}

// checkLine refuses nesting no text has.
func (r *reader) checkLine(line string, number int) error {
	depth := 0
	for _, c := range line {
		if c == '>' || c == '-' || c == '*' || c == '+' {
			depth++
		} else if c != ' ' && c != '\t' {
			break
		}
		if depth > maxNesting && strings.ContainsRune(line, '>') {
			return r.refuse(importers.ErrMalformed, number, "quotations or lists nested more than %d deep", maxNesting)
		}
	}
	return nil
}

func (r *reader) checkTable(c *cutter, line string) error {
	pipes := strings.Count(line, "|")
	if pipes == 0 {
		c.cells = 0
	}
	if c.cells += pipes; c.cells > maxCells {
		return r.refuse(importers.ErrTooLarge, c.number, "a table of more than %d cells; split it", maxCells)
	}
	if c.all += pipes; c.all > maxAllCells {
		return r.refuse(importers.ErrTooLarge, c.number, "tables of more than %d cells; split the file", maxAllCells)
	}
	return nil
}

func (r *reader) refuse(kind error, line int, format string, args ...any) error {
	return importers.Refuse(r.name, kind, importers.Problem{Line: r.firstLine + line, Message: fmt.Sprintf(format, args...)})
}

// cutter gathers lines to blocks and blocks to chunks.
type cutter struct {
	emit func(chunk)

	chunk, block strings.Builder
	chunkLine    int
	blockLine    int
	number       int    // of the line that comes
	cells, all   int    // of the table at hand, and of all
	fence        string // that closes the code begun
	list         bool   // the chunk ends within a list
	special      int    // marks of inline markup in the block
}

func (c *cutter) add(line string) {
	blank := strings.TrimSpace(line) == ""
	if blank && c.fence == "" {
		c.endBlock(false)
		c.chunk.WriteString(line)
		c.number++
		return
	}
	if c.block.Len() == 0 {
		c.begin(line)
	}
	c.fenced(line)
	for i := range len(line) {
		if strings.IndexByte("[*_`<", line[i]) >= 0 {
			c.special++
		}
	}
	c.block.WriteString(line)
	c.number++
}

// begin starts a block, and a new chunk where the last one is long enough and the
// block does not go on with a list.
func (c *cutter) begin(line string) {
	own := line[0] != ' ' && line[0] != '\t'
	goesOn := !own || c.list && isListItem(line)
	if !goesOn && c.chunk.Len() > chunkSize || c.chunk.Len() > 4*maxBlock {
		c.flush()
	}
	if own {
		c.list = isListItem(line)
	}
	if c.chunk.Len() == 0 {
		c.chunkLine = c.number
	}
	c.blockLine = c.number
}

func (c *cutter) fenced(line string) {
	mark := strings.TrimSpace(line)
	switch {
	case c.fence == "" && (strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~")):
		c.fence = mark[:3]
	case c.fence != "" && strings.HasPrefix(mark, c.fence) && strings.Trim(mark, c.fence[:1]) == "":
		c.fence = ""
	}
}

// endBlock moves the block to the chunk, or makes it one of its own where the
// parser must not have it.
func (c *cutter) endBlock(last bool) {
	if c.fence != "" && !last || c.block.Len() == 0 {
		return
	}
	table := strings.Count(c.block.String()[:min(c.block.Len(), 4096)], "|") > 2
	if c.block.Len() > maxBlock && !table || c.special > maxSpecials && !table {
		c.flush()
		c.emit(chunk{text: c.block.String(), line: c.blockLine, plain: true})
	} else {
		if c.chunk.Len() == 0 {
			c.chunkLine = c.blockLine
		}
		c.chunk.WriteString(c.block.String())
	}
	c.block.Reset()
	c.special = 0
}

func (c *cutter) flush() {
	if strings.TrimSpace(c.chunk.String()) != "" {
		c.emit(chunk{text: c.chunk.String(), line: c.chunkLine})
	}
	c.chunk.Reset()
}

func isListItem(line string) bool {
	line = strings.TrimLeft(line, " ")
	digits := strings.TrimLeft(line, "0123456789")
	if digits != line && len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' ' {
		return true
	}
	return len(line) > 1 && strings.ContainsRune("-*+", rune(line[0])) && line[1] == ' '
}
