//go:build race

package sandbox

// memoryFactor makes room for what the race detector keeps beside every byte.
const memoryFactor = 8
