//go:build !linux

package host

func tracer(string) {}
