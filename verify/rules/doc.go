// Package rules is what an author of a pack writes beside a text, as data: the rules of one
// version with the words, circumstances and tests that belong to them, the reader of their
// file, and what can be said of a file without deciding a check.
//
// It knows no language and no verdict. Package verify decides by a [RuleSet], and its Lint
// also holds names and quotes against the words of their language and runs the tests.
package rules
