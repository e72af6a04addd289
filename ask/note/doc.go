// Package note answers without a language model: what rules require as a list, or the
// passage that was found, whole. It words nothing of its own about what a regulation
// says, so there is nothing in its answers that could be wrong and is not in the text.
package note
