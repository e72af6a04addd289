// Package strictjson reads JSON as RFC 8259 and I-JSON (RFC 7493) mean it, and
// nothing else. encoding/json takes duplicate keys, keys in another letter
// case, invalid UTF-8 and lone surrogates without a word; a request that two
// readers understand differently must be refused (DECISIONS 3).
//
// [Parse] gives a tree of [Value] that keeps every number exactly as it was
// written, so that "1.20" stays "1.20" all the way to the answer.
package strictjson
