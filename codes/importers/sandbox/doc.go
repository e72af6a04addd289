// Package sandbox runs a job in a child process of the same program, bounded in
// time, memory and output, so that a hostile or broken file can only ever end
// its own child. The program calls [Main] before anything else; from then on
// [Run], or a [Sandbox] of its own, starts the program again as a child that
// runs one job and exits:
//
//	func main() {
//		sandbox.Main(map[string]sandbox.Job{pdf.JobName: pdf.Job})
//		...
//	}
//
// A child has an empty environment, no open files but three pipes, a process
// group of its own, and dies with its parent. On Linux it can open no sockets
// and start no programs (seccomp, amd64 and arm64), write no files, and is killed
// when its resident memory or processor time passes the limit. On other systems
// the limits are those of the Go runtime, the clock and, on Unix, setrlimit.
package sandbox
