package main

import (
	"io"
	"net/url"

	"github.com/spf13/cobra"
)

// openFlag gives --open to a command that shows something which has a page.
func (a *app) openFlag(cmd *cobra.Command, what string) *cobra.Command {
	cmd.Flags().BoolVar(&a.openLink, "open", false, "open "+what+" in a browser, at the server that is asked")
	return cmd
}

// follow opens a link of an answer, where that was asked for.
func (a *app) follow(link string) error {
	if !a.openLink {
		return nil
	}
	if u, err := url.Parse(link); err != nil || u.Host == "" {
		return usagef("there is no page to open without a server: start \"regengine serve\" on this data folder, or name one with --server")
	}
	return a.adapters.browse(link)
}

// printPaged prints a result and opens its page, where that was asked for.
func (a *app) printPaged(value any, human func(w io.Writer), link string) error {
	if err := a.print(value, human); err != nil {
		return err
	}
	return a.follow(link)
}

// page returns the address of a page of the server that is asked; "" for the own database.
func (c *client) page(path ...string) string {
	if c.local() {
		return ""
	}
	address, err := url.JoinPath(c.base, path...)
	if err != nil {
		return ""
	}
	return address
}
