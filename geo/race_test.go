//go:build race

package geo

// RaceDetector says that these tests run under the race detector.
const RaceDetector = true
