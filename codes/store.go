package codes

import "context"

// Store keeps codes durably. Implementations are safe for concurrent use.
type Store interface {
	// ListCodes returns every code with its versions and their sections,
	// ordered by slug, versions as [SortVersions] has them.
	ListCodes(ctx context.Context) ([]Code, error)

	// PutCodes inserts codes and replaces those of the same slug, all or none:
	// their versions and sections become exactly the given ones, except that a
	// stored version missing from code.Versions is kept. It returns how many
	// codes were new or really differed.
	PutCodes(ctx context.Context, codes []Code) (changed int, err error)

	// DeleteCode removes a code with its versions, sections, blocks and rules.
	// ErrNotFound when there is none.
	DeleteCode(ctx context.Context, slug string) error
}
