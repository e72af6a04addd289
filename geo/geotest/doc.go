// Package geotest holds what tests of package geo's ports share: the suites
// [TestStore] and [TestScheme] that every implementation passes, a [MemStore],
// and a small made-up country ([Scheme], [Places]) to try things on.
package geotest
