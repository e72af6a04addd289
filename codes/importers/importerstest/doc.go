// Package importerstest holds every reader of a format to the promises of
// [importers.Reader]: what it makes of a file is whole, named so that names last,
// and the same each time; what it does not take it refuses with a reason.
package importerstest
