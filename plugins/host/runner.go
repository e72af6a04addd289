package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hashicorp/go-plugin/runner"
)

var _ runner.Runner = (*child)(nil)

// Start implements [runner.Runner].
func (c *child) Start(context.Context) error {
	started := make(chan error, 1)
	go c.live(started)
	return <-started
}

// Wait implements [runner.Runner].
func (c *child) Wait(context.Context) error { <-c.done; return nil }

// Kill implements [runner.Runner].
func (c *child) Kill(context.Context) error {
	c.end(errStartEnded)
	return nil
}

// Stdout implements [runner.Runner]: the handshake.
func (c *child) Stdout() io.ReadCloser { return c.hello }

// Stderr implements [runner.Runner]: nothing, for it is read here.
func (c *child) Stderr() io.ReadCloser { return c.helloIn }

// Name implements [runner.Runner].
func (c *child) Name() string { return c.name }

// ID implements [runner.Runner].
func (c *child) ID() string { return strconv.Itoa(c.pid) }

// Diagnose implements [runner.Runner].
func (c *child) Diagnose(context.Context) string { return "" }

// HostToPlugin implements [runner.Runner].
func (c *child) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// PluginToHost implements [runner.Runner]: an address is refused, before anything
// dials it, unless it is a socket in the plugin's own folder.
func (c *child) PluginToHost(network, address string) (string, string, error) {
	if network != "unix" {
		return "", "", fmt.Errorf("it wants to be called at an address of kind %.20q; only unix sockets are", network)
	}
	inside, err := filepath.Rel(c.folder, address)
	if err != nil || !filepath.IsAbs(address) || !filepath.IsLocal(inside) || strings.ContainsRune(address, 0) {
		return "", "", errors.New("its socket is not in the folder it was given")
	}
	if info, err := os.Lstat(address); err != nil || info.Mode().Type() != os.ModeSocket {
		return "", "", errors.New("what it names as its socket is none")
	}
	return network, address, nil
}
