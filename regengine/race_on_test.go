//go:build race

package regengine_test

const raceFactor = 20 // how much slower the race detector may make it
