// Package lazyregexp compiles regular expressions when they are first used: a
// program that links the readers of texts and reads none does not pay for them.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a constant regular expression, compiled when it is first used. It may
// be used by several goroutines at once. Its methods are those of [regexp.Regexp].
type Regexp struct {
	source   string
	once     sync.Once
	compiled *regexp.Regexp
}

// New returns an expression that is still to be compiled; its first use panics where
// it cannot be. A test of regengine/internal/arch compiles all of the module, which
// is why source has to be a constant.
func New(source string) *Regexp { return &Regexp{source: source} }

// Get returns the compiled expression.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(r.compile)
	return r.compiled
}

func (r *Regexp) compile() { r.compiled = regexp.MustCompile(r.source) }
