package ask

// Form says what kind of answer a turn came to (CITATIONS A3).
type Form string

// The forms of an answer.
const (
	FormAnswer   Form = "answer"    // sure, without a language model
	FormPossible Form = "possible"  // passages that may answer, without a language model
	FormNotFound Form = "not_found" // nothing that was found answers
	FormDrafted  Form = "drafted"   // a model's words, held against what they cite
	FormNotice   Form = "notice"    // nothing selected, or the turn was broken off
)
