package projects

import "github.com/google/uuid"

// NewID returns a random UUID (RFC 9562 version 4) in lower case.
func NewID() string { return uuid.NewString() }
