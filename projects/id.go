package projects

import (
	"crypto/rand"
	"encoding/hex"
)

// NewID returns a random UUID (RFC 9562 version 4) in lower case.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails: the runtime aborts when there is no randomness
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
