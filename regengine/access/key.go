package access

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// A key is "rgk_<country>_<random>_<checksum>": the country in two lower-case
// letters, 32 base-62 characters (190 bits), and the CRC-32 of all before it in
// six (DECISIONS 5). The prefix lets secret scanners find it, the checksum lets
// a mistyped key be refused without asking a database. It keeps nobody from
// making well-formed keys up: only the random part does.
const (
	keyPrefix   = "rgk_"
	countryAt   = len(keyPrefix)
	countryLen  = 2
	randomAt    = countryAt + countryLen + 1
	randomLen   = 32
	checksumAt  = randomAt + randomLen + 1
	checksumLen = 6
	keyLen      = checksumAt + checksumLen
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// NewKey returns a new secret for a country and the APIKey that stands for it:
// ID, Country, Hash and Hint are set, the rest is the caller's. The secret is
// nowhere else. ErrInvalid when the country is not two letters.
func NewKey(country geo.ID) (secret string, key APIKey, err error) {
	lower := strings.ToLower(string(country))
	if len(lower) != countryLen || !isLower(lower[0]) || !isLower(lower[1]) {
		return "", APIKey{}, fmt.Errorf("%w: a key is bound to a country of two letters, such as ES", ErrInvalid)
	}
	body := keyPrefix + lower + "_" + randomText(randomLen) + "_"
	sum := checksum(body)
	secret = body + string(sum[:])
	return secret, APIKey{
		ID:      NewID(),
		Country: geo.ID(strings.ToUpper(lower)),
		Hash:    HashKey(secret),
		Hint:    secret[len(secret)-4:],
	}, nil
}

// ParseKey checks shape and checksum of a key and returns the country it was
// issued for. Every text that is not a whole key gives ErrUnauthorized. It asks
// no database, so it cannot say whether the key was ever issued.
func ParseKey(secret string) (country geo.ID, err error) {
	if !wellFormed(secret) {
		return "", ErrUnauthorized
	}
	return geo.ID(strings.ToUpper(secret[countryAt : countryAt+countryLen])), nil
}

// HashKey returns what is stored of a key: its SHA-256. A key holds enough
// randomness that neither salt nor a slow hash adds anything.
func HashKey(secret string) [32]byte {
	var buf [keyLen]byte // a conversion to []byte of this length would go to the heap
	return sha256.Sum256(append(buf[:0], secret...))
}

// wellFormed does not stop at the first mistake in a text of the right length.
func wellFormed(secret string) bool {
	if len(secret) != keyLen {
		return false
	}
	good := secret[:countryAt] == keyPrefix && secret[randomAt-1] == '_' && secret[checksumAt-1] == '_'
	for i := countryAt; i < randomAt-1; i++ {
		good = isLower(secret[i]) && good
	}
	for i := randomAt; i < checksumAt-1; i++ {
		good = isBase62(secret[i]) && good
	}
	sum := checksum(secret[:checksumAt])
	return string(sum[:]) == secret[checksumAt:] && good
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isBase62(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || isLower(c)
}

// checksum returns the CRC-32 (IEEE) of text in base 62; 62^6 is above 2^32.
// The loop is written out because crc32.ChecksumIEEE would put its argument on
// the heap.
func checksum(text string) [checksumLen]byte {
	n := ^uint32(0)
	for i := range len(text) {
		n = crc32.IEEETable[byte(n)^text[i]] ^ n>>8
	}
	n = ^n
	var out [checksumLen]byte
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = base62[n%62]
		n /= 62
	}
	return out
}

// randomText returns n characters, each of the 62 equally likely: bytes from
// 248 up are thrown away, because 256 is no multiple of 62.
func randomText(n int) string {
	text := make([]byte, 0, n)
	var buf [64]byte
	for {
		rand.Read(buf[:]) // never fails: the runtime aborts when there is no randomness
		for _, b := range buf {
			if b < 4*62 {
				text = append(text, base62[b%62])
			}
			if len(text) == n {
				return string(text)
			}
		}
	}
}
