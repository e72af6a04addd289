package geo

import "context"

// Store keeps places durably. Implementations are safe for concurrent use.
// Package geotest holds the suite every implementation passes.
type Store interface {
	// ListPlaces returns the places of a country, or of every country when
	// country is "", ordered by level and then identifier. Every value comes
	// back as it was put, in particular an unknown one never as zero and no
	// [TechData] never as an empty one; aliases and extra values keep their
	// order. The places belong to the caller.
	ListPlaces(ctx context.Context, country ID) ([]Place, error)

	// PutPlaces inserts places and replaces those of the same identifier,
	// aliases and technical data included, all or none, in whatever order they
	// are given. It returns how many were new or really differed; putting the
	// same places again returns 0. Rows that [CheckPlaces] objects to give
	// ErrInvalidPlace. Whether the places form a tree is not its concern.
	PutPlaces(ctx context.Context, places []Place) (changed int, err error)
}
