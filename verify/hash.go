package verify

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/reglookup/regengine/codes"
)

// HashSource returns the SHA-256 of a rules file in hexadecimal digits.
func HashSource(source []byte) string {
	digest := sha256.Sum256(source)
	return hex.EncodeToString(digest[:])
}

// RulesHash returns the hash of the rules of a version, as [HashSource] has it;
// "" when the version has none.
func (v *Verifier) RulesHash(ref codes.VersionRef) string { return v.hashes[ref] }
