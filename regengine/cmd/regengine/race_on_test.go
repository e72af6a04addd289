//go:build race

package main

// raceDetector says whether this test binary was built with the race detector.
const raceDetector = true
