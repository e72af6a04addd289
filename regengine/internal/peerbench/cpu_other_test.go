//go:build !unix

package peerbench

import "time"

// cpuTime is not known here: no figure of it is reported.
func cpuTime() time.Duration { return 0 }
