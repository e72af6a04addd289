//go:build !linux

package sqlite

// giveWay does nothing: elsewhere a thread has no priority of its own that it may lower.
func giveWay() {}
