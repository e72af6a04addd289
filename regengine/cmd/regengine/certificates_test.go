package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"testing"
)

// TestCertificates: on a machine without roots of certificates the program has its own.
func TestCertificates(t *testing.T) {
	const bare = "REGENGINE_TEST_BARE"
	if os.Getenv(bare) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCertificates$")
		cmd.Env = append(os.Environ(), bare+"=1", "SSL_CERT_FILE=/nowhere", "SSL_CERT_DIR=/nowhere")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	// A certificate that nobody signed is looked up among the roots: with none at all
	// there is another error.
	roots, err := x509.SystemCertPool()
	if err != nil || roots.Equal(x509.NewCertPool()) {
		t.Errorf("no roots: %v", err)
	}
}
