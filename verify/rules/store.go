package rules

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// Store keeps rule sets durably, one for a version.
type Store interface {
	// ListRules returns every rule set, ordered by code and version.
	ListRules(ctx context.Context) ([]RuleSet, error)

	// PutRules makes set the rules of its version; empty Source removes them.
	// It reports whether that changed anything.
	PutRules(ctx context.Context, set RuleSet) (changed bool, err error)
}

// HashSource returns the SHA-256 of a rules file in hexadecimal digits.
func HashSource(source []byte) string {
	digest := sha256.Sum256(source)
	return hex.EncodeToString(digest[:])
}
