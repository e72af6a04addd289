// Command regengine serves the regulation lookup engine and looks after its
// data: places, codes, organizations, keys and projects.
//
// Run "regengine help" for what it can do. Settings come from flags, then from
// REGENGINE_* environment variables, then from a YAML file.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

func main() {
	sandbox.Main(jobs()) // first of all: a child runs its job and ends here
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries one command line out and returns the exit code.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	a := &app{environ: environ, stdout: stdout, stderr: stderr, now: time.Now, adapters: builtin(), logs: &logBuffer{out: stderr}}
	return a.run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	_ = a.logs.Flush() // standard error may be gone; there is no place left to say so
	if err != nil {
		a.complain(ctx, err)
	}
	return exitCode(ctx, err)
}
