package projects

import (
	"context"
	"errors"

	"github.com/reglookup/regengine/codes/retrieval"
)

// What can be wrong with an uploaded file, or with one thing more in a project.
// The error wrapping one of them says what to do, and may be shown to whoever
// sent it.
var (
	ErrUnreadable = errors.New("projects: file cannot be read")
	ErrTooLarge   = errors.New("projects: file too large")
	ErrFull       = errors.New("projects: project is full")
)

// ErrInterrupted says that a file was not read, which is no fault of it: what read it was
// killed, or could not be started. It may be sent again.
var ErrInterrupted = errors.New("projects: reading the file was interrupted")

// Bounds of a project's documents.
const (
	MaxFile        = 20 << 20 // bytes of an uploaded file
	MaxDocuments   = 200      // in a project
	MaxBlocks      = 20_000   // of a document
	MaxText        = 4 << 20  // bytes of text in the blocks of a document, see TextSize
	MaxProjectText = 32 << 20 // bytes of text in the blocks of all documents of a project
)

// Upload is a file as somebody sent it. Its media type is told from its bytes and
// its name, never from what the sender says.
type Upload struct {
	Name string // file name without folders
	Data []byte
}

// Text is what an Extractor found in a file.
type Text struct {
	MediaType string
	Pages     int // 0 where the format has none

	// Blocks are in order. Text has no control, invisible or bidirectional
	// characters. ID, Doc and Order are set by the Service.
	Blocks []retrieval.Block

	// Warnings say what of the file is not in the text: pictures, hidden
	// characters taken out, pages without text.
	Warnings []string
}

// Extractor takes the text out of an uploaded file, bounded in time and memory.
// Implementations are safe for concurrent use.
type Extractor interface {
	// Extract returns the text of a file. ErrUnreadable, ErrTooLarge, ErrInterrupted,
	// or ctx's error.
	Extract(ctx context.Context, name string, data []byte) (*Text, error)
}
