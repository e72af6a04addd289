// Package geo answers where something is: places of a country's territory,
// their technical data, and who is inside whom. It knows nothing of codes.
//
// Places live in a [Gazetteer], an immutable snapshot that any number of
// goroutines read without locks. A country's identifiers and words come from
// its [Scheme]; a [Store] keeps places durably.
package geo
