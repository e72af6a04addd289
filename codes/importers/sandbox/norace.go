//go:build !race

package sandbox

// memoryFactor is other than 1 for programs built with the race detector only.
const memoryFactor = 1
