package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/markdown"
	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// JobName is the name [Job] has in [Jobs].
const JobName = "text"

// order is the line of JSON before the file in a child's input.
type order struct {
	Name   string
	Format format
	Lang   string
}

// reply is what a child writes, as JSON: a refusal, or what it read.
type reply struct {
	Refusal string // "" for none
	Large   bool   // it is for size
	Content *content
}

// Job reads plain text or Markdown in a child process; see package sandbox.
func Job(input []byte, output *sandbox.Output) error {
	line, data, ok := bytes.Cut(input, []byte("\n"))
	var o order
	if !ok || json.Unmarshal(line, &o) != nil {
		return errors.New("a child for text files was started with something else")
	}
	c, err := readText(context.Background(), o, data)
	r := reply{Content: c}
	if err != nil {
		r = refusalOf(err)
	}
	return json.NewEncoder(output).Encode(r)
}

// readText runs a child on a text.
func (x *Extractor) readText(ctx context.Context, form format, name string, data []byte) (*content, error) {
	line, err := json.Marshal(order{Name: name, Format: form, Lang: x.opts.Lang})
	if err != nil {
		return nil, err
	}
	input := append(append(line, '\n'), data...)
	run := sandbox.Run
	if x.opts.Sandbox != nil {
		run = x.opts.Sandbox.Run
	}
	out, err := run(ctx, JobName, input, x.opts.Limits)
	if err != nil {
		return nil, childError(err)
	}
	var r reply
	if err := json.Unmarshal(out, &r); err != nil || r.Refusal == "" && r.Content == nil {
		return nil, unreadable("the child that read it returned no result")
	}
	return r.Content, r.err()
}

// readText reads a text in this process.
func readText(ctx context.Context, o order, data []byte) (*content, error) {
	text, note, err := decode(data)
	if err != nil {
		return nil, err
	}
	var seen hidden
	text, notes := seen.prepare(o.Format, text)
	name := "document." + string(o.Format) // for the reader, the ending is the format
	made, err := markdown.Read(ctx, name, []byte(text), givenOf(o.Name, o.Lang))
	if err != nil {
		return nil, refused(err)
	}
	c := contentOf(made)
	c.Hidden, c.Warnings = seen, slices.Concat([]string{note}, notes, c.Warnings)
	return c, nil
}

// prepare cleans a text and makes sure that the reader takes it for what it is.
func (h *hidden) prepare(form format, text string) (ready string, notes []string) {
	pages := strings.Split(text, "\f") // the reader wants to know where they end
	for i := range pages {
		pages[i] = h.clean(pages[i])
	}
	text = strings.Join(pages, "\f")
	switch {
	case form == markdownFormat:
		text, notes = onlyShown(text)
	case strings.HasPrefix(text, "---"): // in plain text that is no front matter
		text = "\n" + text
	}
	if kind := importers.Sniff([]byte(text)); kind == "xml" || kind == "json" {
		// The reader refuses what begins so; here it was sent as text. The character is
		// taken out again with the others of its kind.
		text = "\u200b" + text
		h[zeroWidth]--
	}
	return text, notes
}

// refusalOf makes a reply of an error; its sentinel does not cross as a value.
func refusalOf(err error) reply {
	var file *importers.FileError
	if errors.As(err, &file) {
		err = refused(err)
	}
	return reply{Refusal: reasonOf(err), Large: isTooLarge(err)}
}
