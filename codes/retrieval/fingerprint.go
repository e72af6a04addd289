package retrieval

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io/fs"
	"strings"
	"sync"
)

// analysisVersion changes when the code of the analysis does, or the version of
// the stemmers (snowballstem v0.9.0): what was indexed before is then indexed
// anew.
const analysisVersion = "3"

// builtInPrint identifies all that decides which terms a text in a language that is
// built in is indexed under. Synonyms and framing words are not among it: they work
// on queries.
var builtInPrint = sync.OnceValue(func() uint64 {
	h := sha256.New()
	writeString(h, analysisVersion)
	names, err := fs.Glob(languageData, "*")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "framing_") {
			writeString(h, name)
			writeString(h, languageFile(name))
		}
	}
	writeString(h, referencesTSV)
	return binary.LittleEndian.Uint64(h.Sum(nil))
})

// fingerprint identifies all of the blocks of a document that decides its index,
// and their ids.
func fingerprint(blocks []Block) (mark [32]byte) {
	h := sha256.New()
	for i := range blocks {
		b := &blocks[i]
		for _, s := range []string{b.ID, b.SHA256, b.Title, string(b.Kind), b.Lang, b.Lead, b.Section} {
			writeString(h, s)
		}
		writeStrings(h, b.Path)
		if hasRows(b) {
			writeString(h, b.Table.Caption)
			writeStrings(h, b.Table.Header)
			writeCount(h, len(b.Table.Rows))
			for _, row := range b.Table.Rows {
				writeStrings(h, row)
			}
		}
	}
	return [32]byte(h.Sum(nil))
}

func writeStrings(h hash.Hash, list []string) {
	writeCount(h, len(list))
	for _, s := range list {
		writeString(h, s)
	}
}

func writeString(h hash.Hash, s string) {
	writeCount(h, len(s))
	h.Write([]byte(s)) // never fails
}

func writeCount(h hash.Hash, n int) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(n))
	h.Write(size[:])
}
