// Package extractive is an [ask.Model] without a language model: it reads the
// question, searches in several ways, and answers with the sentences and table
// rows that really answer, in the regulation's own words. When none does it says
// so rather than quote the nearest thing.
package extractive
