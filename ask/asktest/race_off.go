//go:build !race

package asktest

const raceDetector = false
