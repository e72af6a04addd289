package httpapi

// MistakeCode is the stable word for one mistake in a request.
type MistakeCode string

// The codes of mistakes.
const (
	MistakeSyntax   MistakeCode = "syntax"   // it cannot be read
	MistakeRequired MistakeCode = "required" // it is missing
	MistakeUnknown  MistakeCode = "unknown"  // there is no such member
	MistakeRepeated MistakeCode = "repeated" // it is there twice
	MistakeType     MistakeCode = "type"     // it is of another JSON type
	MistakeEmpty    MistakeCode = "empty"    // it is blank
	MistakeLength   MistakeCode = "length"   // it has too many characters, items or members
	MistakeFormat   MistakeCode = "format"   // it does not look as it should
	MistakeRange    MistakeCode = "range"    // it is a number that is too small or too large
	MistakeChoice   MistakeCode = "choice"   // it is none of the values there are
	MistakeNotFound MistakeCode = "not_found"
	MistakeReused   MistakeCode = "reused"  // an Idempotency-Key of another request
	MistakeRefused  MistakeCode = "refused" // it breaks a rule that the message tells
)

// mistake is what is wrong with one part of a request; the zero value is nothing.
type mistake struct {
	code    MistakeCode
	message string
}

// at says where the mistake is.
func (m mistake) at(location string) ErrorDetail { return ErrorDetail{location, m.message, m.code} }

// made reports whether there is one.
func (m mistake) made() bool { return m.code != "" }
