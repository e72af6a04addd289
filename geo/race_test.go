//go:build race

package geo_test

// raceDetector says that these tests run under the race detector.
const raceDetector = true
