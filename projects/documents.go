package projects

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/codes/retrieval"
)

// errNoExtractor says how a Service was put together.
var errNoExtractor = errors.New("projects: this service has no extractor, so it takes no files")

// AddDocument takes the text out of a file and stores it as a document of the
// project, searchable from the next turn on; projectID "" means the member's
// active project. A file of the same name takes the place of the earlier one, as
// in a folder, and a warning says so: two editions of one drawing side by side
// would both be searched, and nobody could tell which one an answer cites. Names
// are compared exactly, after Unicode normalization (NFC).
//
// It returns what was stored, and what of the file is not in it. ErrUnreadable,
// ErrTooLarge, ErrFull, ErrInvalid for the name, ErrNotFound, ErrNoActive, ErrBusy, ErrInterrupted; after
// any error the project is as it was.
func (s *Service) AddDocument(ctx context.Context, m Member, projectID string, u Upload) (Document, []string, error) {
	p, err := s.Resolve(ctx, m, projectID)
	if err != nil {
		return Document{}, nil, err
	}
	d, err := newDocument(u)
	if err != nil {
		return Document{}, nil, err
	}
	if err := s.room(ctx, p, d.Name); err != nil {
		return Document{}, nil, err
	}
	text, err := s.extract(ctx, d.Name, u.Data)
	if err != nil {
		return Document{}, nil, err
	}
	d.MediaType, d.Pages, d.Blocks, d.CreatedAt = text.MediaType, text.Pages, len(text.Blocks), s.stamp()
	if err := d.validate(); err != nil {
		return Document{}, nil, fmt.Errorf("what was extracted: %w", err)
	}
	blocks := numbered(text.Blocks, d.ID)
	index, err := s.newIndex(ctx, TextSize(blocks), func() ([]retrieval.Block, error) { return blocks, nil })
	if err != nil {
		return Document{}, nil, err
	}
	replaced, err := s.Store.PutDocument(ctx, p.OrganizationID, p.ID, d, blocks, index)
	if err != nil {
		return Document{}, nil, err
	}
	warnings := text.Warnings
	if replaced {
		warnings = slices.Concat([]string{"It took the place of the earlier file of the same name."}, warnings)
	}
	return d, warnings, nil
}

// newDocument says of a file what is known before it is read.
func newDocument(u Upload) (Document, error) {
	d := Document{ID: NewID(), Name: plainName(u.Name), MediaType: "application/octet-stream", Size: int64(len(u.Data))}
	if err := d.validate(); err != nil {
		return d, err
	}
	switch {
	case len(u.Data) == 0:
		return d, fmt.Errorf("%w: it is empty", ErrUnreadable)
	case len(u.Data) > MaxFile:
		return d, fmt.Errorf("%w: it has %d bytes, at most %d are read; split it", ErrTooLarge, len(u.Data), MaxFile)
	}
	sum := sha256.Sum256(u.Data)
	d.SHA256 = hex.EncodeToString(sum[:])
	return d, nil
}

// plainName is the name of a file as it is shown: without characters that are not seen
// themselves, which turn the direction of writing or hide what follows, and composed.
// What is no UTF-8 stays so, and is refused.
func plainName(name string) string {
	if !utf8.ValidString(name) {
		return name
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name))
}

// room refuses a file before any work goes into it. The Store looks again.
func (s *Service) room(ctx context.Context, p Project, name string) error {
	list, err := s.Store.ListDocuments(ctx, p.OrganizationID, p.ID)
	if err != nil {
		return fmt.Errorf("documents of a project: %w", err)
	}
	if len(list) >= MaxDocuments && !slices.ContainsFunc(list, func(d Document) bool { return d.Name == name }) {
		return Full("documents", MaxDocuments)
	}
	return nil
}

// extract returns the text of a file, within the bounds.
func (s *Service) extract(ctx context.Context, name string, data []byte) (*Text, error) {
	if s.Extractor == nil {
		return nil, errNoExtractor
	}
	text, err := s.Extractor.Extract(ctx, name, data)
	if err != nil {
		return nil, err
	}
	switch size := TextSize(text.Blocks); {
	case size == 0:
		return nil, fmt.Errorf("%w: there is no text in it; a scan has to go through text recognition first", ErrUnreadable)
	case len(text.Blocks) > MaxBlocks:
		return nil, fmt.Errorf("%w: its text has %d passages, at most %d are kept; split it", ErrTooLarge, len(text.Blocks), MaxBlocks)
	case size > MaxText:
		return nil, fmt.Errorf("%w: it has %d bytes of text, at most %d are kept; split it", ErrTooLarge, size, MaxText)
	}
	return text, nil
}

// numbered returns the blocks as those of a document.
func numbered(blocks []retrieval.Block, documentID string) []retrieval.Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].ID, blocks[i].Doc, blocks[i].Order = NewID(), documentID, i
	}
	return blocks
}

// DeleteDocument removes a document with all its text. From the next turn on it
// is not found any more. ErrNotFound.
func (s *Service) DeleteDocument(ctx context.Context, organizationID, projectID, documentID string) error {
	return s.Store.DeleteDocument(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(documentID))
}
