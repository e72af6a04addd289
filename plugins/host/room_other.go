//go:build !unix

package host

func tryLock(string, bool) (unlock func(), err error) { return func() {}, nil }

// ownFolder is never sure here, so nothing is swept.
func ownFolder(string) bool { return false }

func shortTemp(parent string) string { return parent }
