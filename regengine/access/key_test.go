package access_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
)

func newKey(t testing.TB, country geo.ID) (string, access.APIKey) {
	t.Helper()
	secret, key, err := access.NewKey(country)
	if err != nil {
		t.Fatal(err)
	}
	return secret, key
}

func TestNewKey(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		secret, key := newKey(t, "ES")
		if shape := `^rgk_es_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$`; !regexp.MustCompile(shape).MatchString(secret) {
			t.Errorf("key: want the shape %s", shape)
		}
		want := access.APIKey{Country: "ES", Hash: sha256.Sum256([]byte(secret)), Hint: secret[len(secret)-4:]}
		if diff := cmp.Diff(want, key, cmpopts.IgnoreFields(access.APIKey{}, "ID")); diff != "" {
			t.Errorf("NewKey (-want +got):\n%s", diff)
		}
	})
	t.Run("ErrInvalid", func(t *testing.T) {
		for _, country := range []geo.ID{"", "E", "ESP", "E1", "ñ", "É"} {
			if _, _, err := access.NewKey(country); !errors.Is(err, access.ErrInvalid) {
				t.Errorf("NewKey(%q): want ErrInvalid, got %v", country, err)
			}
		}
	})
}

// TestNewKey_Random: all 62 characters come up about equally often in every
// position, which a modulo without rejection would miss by a quarter.
func TestNewKey_Random(t *testing.T) {
	const keys = 2000
	count := make(map[rune]int)
	seen := make(map[string]bool)
	for range keys {
		secret, _ := newKey(t, "ES")
		random := strings.Split(secret, "_")[2]
		seen[random] = true
		for _, c := range random {
			count[c]++
		}
	}
	if len(seen) != keys {
		t.Errorf("%d different keys of %d", len(seen), keys)
	}
	want := keys * 32 / 62
	for c, n := range count {
		if n < want*85/100 || n > want*115/100 {
			t.Errorf("character %q came %d times, want about %d", c, n, want)
		}
	}
}

func TestParseKey(t *testing.T) {
	secret, _ := newKey(t, "FR")
	t.Run("OK", func(t *testing.T) {
		if country, err := access.ParseKey(secret); country != "FR" || err != nil {
			t.Errorf("want FR, got %q, %v", country, err)
		}
	})
	t.Run("ErrUnauthorized", func(t *testing.T) {
		for _, text := range []string{
			"", " ", "rgk_", secret[1:], secret[:len(secret)-1], secret + "0", " " + secret, secret + "\n",
			strings.ToUpper(secret), strings.Replace(secret, "_fr_", "_FR_", 1), strings.Replace(secret, "_fr_", "_es_", 1),
			strings.Replace(secret, "_", "-", 1), "Bearer " + secret, strings.Repeat("_", len(secret)),
			strings.Repeat("x", 1<<20), strings.Repeat("\x00", len(secret)), strings.Repeat("\xff", len(secret)),
		} {
			if _, err := access.ParseKey(text); !errors.Is(err, access.ErrUnauthorized) {
				t.Errorf("ParseKey(%.60q): want ErrUnauthorized, got %v", text, err)
			}
		}
	})
}

// TestParseKey_AnyChange: a key with any one byte changed is refused, which is
// what a CRC promises.
func TestParseKey_AnyChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret, _, err := access.NewKey("ES")
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(secret)-1).Draw(t, "at")
		c := rapid.Byte().Draw(t, "byte")
		changed := secret[:i] + string([]byte{c}) + secret[i+1:]
		if _, err := access.ParseKey(changed); (err == nil) != (changed == secret) {
			t.Fatalf("byte %d changed to %q: %v", i, c, err)
		}
	})
}

func FuzzParseKey(f *testing.F) {
	secret, _, err := access.NewKey("ES")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(secret)
	f.Add("rgk_es__")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		country, err := access.ParseKey(text)
		switch {
		case err != nil && (!errors.Is(err, access.ErrUnauthorized) || country != ""):
			t.Errorf("ParseKey(%q) = %q, %v", text, country, err)
		case err == nil && !strings.HasPrefix(text, "rgk_"+strings.ToLower(string(country))+"_"):
			t.Errorf("ParseKey(%q) = %q", text, country)
		}
	})
}

func TestParseKey_Allocations(t *testing.T) {
	secret, _ := newKey(t, "ES")
	bad := secret[:len(secret)-1] + "!"
	if n := testing.AllocsPerRun(100, func() { _, _ = access.ParseKey(bad) }); n > 0 {
		t.Errorf("refusing a key: want no allocation, got %v", n)
	}
}

func ExampleNewKey() {
	secret, key, err := access.NewKey("ES")
	if err != nil {
		fmt.Println(err)
		return
	}
	country, err := access.ParseKey(secret)
	fmt.Println(country, err, key.Hash == access.HashKey(secret))
	// Output: ES <nil> true
}
