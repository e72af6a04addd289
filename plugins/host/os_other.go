//go:build !linux

package host

// Here the system offers no limits that can be put on another process, and nothing
// to look at its use of memory: a plugin is held to time, messages and log lines only.

func yieldToOthers()         {}
func limit(int)              {}
func limitMemory(int, int64) {}
func endMarked(string)       {}

// waitUnreaped reports false: here nobody can wait for a process and leave it its
// number.
func waitUnreaped(int) bool { return false }

func measure(int) (usage, bool) { return usage{}, false }
