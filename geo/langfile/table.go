package langfile

import (
	"maps"
	"slices"
	"sync/atomic"
)

// Table is what a package knows of languages, by their primary subtag. It may be
// read while it is added to: readers see all of an addition or nothing. The zero
// value is empty. What is in it must not be changed.
type Table[T any] struct {
	all atomic.Pointer[map[string]T]
}

// Put makes value what is known of a language, in place of what was.
func (t *Table[T]) Put(tag string, value T) {
	for {
		before := t.all.Load()
		next := map[string]T{}
		if before != nil {
			maps.Copy(next, *before)
		}
		next[Primary(tag)] = value
		if t.all.CompareAndSwap(before, &next) {
			return
		}
	}
}

// Get returns what is known of the language of a BCP 47 tag.
func (t *Table[T]) Get(tag string) (value T, ok bool) {
	if all := t.all.Load(); all != nil {
		value, ok = (*all)[Primary(tag)]
	}
	return value, ok
}

// Tags returns the primary subtags that are in the table, sorted.
func (t *Table[T]) Tags() []string {
	all := t.all.Load()
	if all == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(*all))
}
