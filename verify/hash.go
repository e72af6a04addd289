package verify

import (
	"github.com/reglookup/regengine/codes"
)

// RulesHash returns the hash of the rules of a version, as [rules.HashSource] has it;
// "" when the version has none.
func (v *Verifier) RulesHash(ref codes.VersionRef) string { return v.hashes[ref] }
