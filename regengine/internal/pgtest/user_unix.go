//go:build unix

package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// setServerUser makes cmd run as an unprivileged user when the tests run as
// root, whom Postgres refuses, and in a process group of its own, so that an
// interrupt typed at the terminal does not reach it before the test's cleanup.
func setServerUser(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := serverUser()
	if err != nil {
		return err
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
	return nil
}

// giveToServerUser hands files of the test over to the user the server runs as.
func giveToServerUser(paths ...string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := serverUser()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := os.Chown(path, int(uid), int(gid)); err != nil {
			return err
		}
	}
	return nil
}

// serverUser returns the user postgres, or else nobody.
func serverUser() (uid, gid uint32, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		id, err := strconv.ParseUint(u.Uid, 10, 32)
		group, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if errors.Join(err, err2) == nil {
			return uint32(id), uint32(group), nil
		}
	}
	return 0, 0, errors.New("the tests run as root, whom Postgres refuses, and there is neither a user postgres nor nobody")
}
