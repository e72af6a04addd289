package host

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// measure adds up what the processes of the session pid began use. ok is false
// when the system does not tell.
func measure(pid int) (sum usage, ok bool) {
	for _, each := range allPIDs() {
		used, session, ok := measureOne(each)
		if !ok || session != pid {
			continue
		}
		sum.resident += used.resident
		sum.cpu += used.cpu
		sum.processes++
	}
	return sum, sum.processes > 0
}

// The fields of /proc/<pid>/stat behind the command's name, as proc(5) counts
// them less three.
const (
	fieldSession  = 6 - 3
	fieldUser     = 14 - 3
	fieldSystem   = 15 - 3
	fieldUserOf   = 16 - 3 // of children that ended and were waited for
	fieldSystemOf = 17 - 3
	fieldResident = 24 - 3
	ticksPerSec   = 100 // USER_HZ, the same on every architecture Go runs on
)

func measureOne(pid int) (used usage, session int, ok bool) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return usage{}, 0, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) <= fieldResident {
		return usage{}, 0, false
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(fields[field]), 10, 64)
		return n
	}
	used.resident = number(fieldResident) * int64(os.Getpagesize())
	used.cpu = time.Duration(number(fieldUser)+number(fieldSystem)+number(fieldUserOf)+number(fieldSystemOf)) * time.Second / ticksPerSec
	return used, int(number(fieldSession)), true
}
