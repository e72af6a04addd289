package verify

import (
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// RulesHash returns the hash of the rules of a version, as [rules.HashSource] has it;
// "" when the version has none.
func (v *Verifier) RulesHash(ref codes.VersionRef) string { return v.hashes[ref] }

// fold writes words as they are compared: in small letters without accents.
func fold(s string) string { return retrieval.Fold(s) }
