//go:build !race

package regengine_test

const raceFactor = 1
