//go:build !unix

package main

import "io/fs"

// othersMay reports whether somebody but a file's owner can read or change it. The mode
// tells nothing of that here: a user's folder is the user's.
func othersMay(fs.FileInfo) bool { return false }
