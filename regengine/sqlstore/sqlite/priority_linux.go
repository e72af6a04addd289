package sqlite

import "golang.org/x/sys/unix"

// lowest is the nice value of what everything else goes before.
const lowest = 19

// giveWay makes the calling thread, alone, the last to run.
func giveWay() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, lowest) } // where that is not allowed it runs as ever
