package geo

import "errors"

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrNotFound says that no place has the identifier.
	ErrNotFound = errors.New("geo: place not found")

	// ErrInvalidID says that a text has not the shape of any identifier of a
	// served country.
	ErrInvalidID = errors.New("geo: not a geographic identifier")

	// ErrInvalidQuery says that a search text is empty, too long or not text.
	ErrInvalidQuery = errors.New("geo: invalid search text")

	// ErrInvalidPlace says that places were refused because of what they hold.
	// The error that wraps it is a [*TreeError] naming every bad row.
	ErrInvalidPlace = errors.New("geo: invalid place")
)
