//go:build race

package ask_test

const raceDetector = true
