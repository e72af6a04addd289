package main

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/reglookup/regengine/regengine"
)

// progress returns a bar on stderr, nil when that is no terminal. finish removes
// it.
func (a *app) progress() (report regengine.Progress, finish func()) {
	screen, ok := terminal(a.stderr)
	if !ok {
		return nil, func() {}
	}
	var bar *progressbar.ProgressBar
	var of string
	finish = func() {
		if bar != nil {
			_ = bar.Clear() // a bar that cannot be drawn is no reason to fail
			bar = nil
		}
	}
	report = func(done, total int, what string) {
		if bar == nil || what != of || int(bar.GetMax64()) != total {
			finish()
			bar, of = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(screen),
				progressbar.OptionSetDescription(what),
				progressbar.OptionShowCount(),
				progressbar.OptionThrottle(50*time.Millisecond),
				progressbar.OptionClearOnFinish(),
			), what
		}
		_ = bar.Set(done)
	}
	return report, finish
}
