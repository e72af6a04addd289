//go:build race

package sqlstore_test

// raceDetector says that these tests run under the race detector.
const raceDetector = true
