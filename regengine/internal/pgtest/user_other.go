//go:build !unix

package pgtest

import "os/exec"

func setServerUser(*exec.Cmd) error { return nil }

func giveToServerUser(...string) error { return nil }
