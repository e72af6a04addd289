package codes

import "errors"

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrNotFound says that no code, or no version of the code, has the slug.
	ErrNotFound = errors.New("codes: code or version not found")

	// ErrInvalid says that a code breaks a rule of the catalogue; the error
	// wrapping it lists every break.
	ErrInvalid = errors.New("codes: invalid code")
)
