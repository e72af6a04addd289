package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/regengine"
)

// What is wrong with a list of municipalities itself and what is wrong with it
// among all places is told at once, in the order of the file's lines.
func TestSpanishImporters(t *testing.T) {
	const file = "CODAUTO;CPRO;CMUN;DC;NOMBRE\n13;28;079;6;Madrid\n12;15;030;4;Coruña, A\n"
	list, err := official.ReadINE(strings.NewReader(file), "codmun.csv")
	if !errors.Is(err, official.ErrInvalid) || list == nil {
		t.Fatalf("got %v and list %v, want ErrInvalidFile and the rest of the list", err, list)
	}
	// What another program stored: no scheme would take it.
	stored := []geo.Place{
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Aliases: []string{strings.Repeat("x", 201)}},
		{ID: "ES-99", Name: "Nowhere", Level: geo.Province, Parent: "ES"},
	}
	places, _ := list.Merge(stored)
	merged := regengine.Merge(regengine.Data{Places: stored}, regengine.Data{Places: places})
	_, more := regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, merged)
	explained := nameLines(list, errors.Join(err, more))
	if !errors.Is(explained, official.ErrInvalid) {
		t.Errorf("got %v, want it to wrap ErrInvalidFile", explained)
	}
	var got []string
	for row := range strings.Lines(fmt.Sprint(explained)) {
		where, _, _ := strings.Cut(strings.TrimSpace(row), ": ")
		got = append(got, where)
	}
	want := []string{"geo/es/official", "codmun.csv:2", "codmun.csv:3", "ES-99"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("where (-want +got):\n%s\n%v", diff, explained)
	}
}
