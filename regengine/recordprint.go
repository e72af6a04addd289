package regengine

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// The fingerprint of a record tells whether it is as it was written. It is kept in
// databases for years: a field that is empty does not count, so that one added to a
// type later changes no fingerprint. A test holds two of them.

const codePrefix = "code/"

func placeRecord(id geo.ID) string  { return string(id) }
func codeRecord(slug string) string { return codePrefix + slug }

// recordPrints returns the fingerprints of the places of data and of its codes, each
// with its versions, their texts and rules, by the names of records.
func recordPrints(data Data) map[string]int64 {
	prints := make(map[string]int64, len(data.Places)+len(data.Codes))
	for i := range data.Places {
		h := fnv.New64a()
		writeValue(h, reflect.ValueOf(&data.Places[i]).Elem())
		prints[placeRecord(data.Places[i].ID)] = int64(h.Sum64() >> 1)
	}
	texts, rules := textsOf(data.Blocks), make(map[string][]byte, len(data.Rules))
	for _, set := range data.Rules {
		rules[set.Ref.String()] = set.Source
	}
	for _, code := range data.Codes {
		prints[codeRecord(code.Slug)] = codePrint(code, texts, rules)
	}
	return prints
}

func codePrint(code codes.Code, texts map[string][]retrieval.Block, rules map[string][]byte) int64 {
	code.Versions = slices.SortedFunc(slices.Values(code.Versions), func(a, b codes.Version) int { return cmp.Compare(a.Slug, b.Slug) })
	h := fnv.New64a()
	writeValue(h, reflect.ValueOf(code))
	for _, v := range code.Versions {
		doc := codes.VersionRef{Code: code.Slug, Version: v.Slug}.String()
		writeValue(h, reflect.ValueOf(texts[doc]))
		writeText(h, string(rules[doc]))
	}
	return int64(h.Sum64() >> 1)
}

// textsOf returns the blocks of each document in their order, without what a store or
// a retriever fills in.
func textsOf(blocks []retrieval.Block) map[string][]retrieval.Block {
	texts := make(map[string][]retrieval.Block)
	for _, b := range blocks {
		b.SHA256, b.Lead = "", ""
		texts[b.Doc] = append(texts[b.Doc], b)
	}
	for _, list := range texts {
		slices.SortFunc(list, func(a, b retrieval.Block) int { return cmp.Compare(a.Order, b.Order) })
	}
	return texts
}

func writeNumber(h io.Writer, n uint64) {
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, n)) // a hash takes everything
}

func writeText(h io.Writer, text string) {
	writeNumber(h, uint64(len(text)))
	_, _ = io.WriteString(h, text)
}

// writeValue writes a value so that no two write the same. A pointer counts by what it
// points to, also where that is zero: unknown is not zero.
func writeValue(h io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		writeNumber(h, 1)
		writeValue(h, v.Elem())
	case reflect.Struct:
		writeStruct(h, v)
	case reflect.Slice:
		writeNumber(h, uint64(v.Len()))
		for i := range v.Len() {
			writeValue(h, v.Index(i))
		}
	case reflect.Map:
		writeMap(h, v)
	case reflect.String:
		writeText(h, v.String())
	case reflect.Bool: // false says nothing
		writeNumber(h, 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		writeNumber(h, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		writeNumber(h, v.Uint())
	case reflect.Float32, reflect.Float64:
		writeNumber(h, math.Float64bits(v.Float()))
	default:
		panic("regengine: no fingerprint of a " + v.Type().String()) // no record has one
	}
}

// writeStruct writes the fields that say something, each after its name; a type that
// hides its fields, as a date does, by what it is written as.
func writeStruct(h io.Writer, v reflect.Value) {
	if text, ok := v.Interface().(fmt.Stringer); ok {
		writeText(h, text.String())
		return
	}
	t := v.Type()
	for i := range t.NumField() {
		if f := v.Field(i); t.Field(i).IsExported() && !silent(f) {
			writeText(h, t.Field(i).Name)
			writeValue(h, f)
		}
	}
	writeText(h, "")
}

// silent reports whether a field says nothing: an empty list is none.
func silent(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

func writeMap(h io.Writer, v reflect.Value) {
	writeNumber(h, uint64(v.Len()))
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		writeText(h, key.String())
		writeValue(h, v.MapIndex(key))
	}
}
