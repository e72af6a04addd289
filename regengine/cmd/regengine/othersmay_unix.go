//go:build unix

package main

import "io/fs"

// othersMay reports whether somebody but a file's owner can read or change it.
func othersMay(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
