package regengine

import "errors"

// ErrUnavailable says that the database cannot be used at present: it is gone,
// locked, full, read-only or damaged. Nothing was answered from it, and unless
// its connection broke in the very moment of a commit nothing was written. The
// error that wraps it says what is wrong; asking again later may succeed.
// Stores wrap it, and HTTP answers it with 503 (DECISIONS 2).
var ErrUnavailable = errors.New("regengine: database unavailable")

// ErrNotServed says that nothing of a country is loaded: it never joined, was taken
// away, or joins just now.
var ErrNotServed = errors.New("regengine: the country is not served")
