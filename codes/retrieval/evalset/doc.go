// Package evalset measures retrieval: it reads questions with the passages that
// answer them, asks any search function, and reports recall, mean average
// precision, nDCG and latency.
package evalset
