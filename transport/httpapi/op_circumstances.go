package httpapi

import (
	"context"
	"crypto/sha256"
	"net/http"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/verify"
)

// CircumstanceListResponse lists what a check may give as circumstances.
type CircumstanceListResponse struct {
	Circumstances []CircumstanceDetail `json:"circumstances" nullable:"false" doc:"Ordered by id."`
}

// CircumstanceDetail is one circumstance that rules of a country ask about.
type CircumstanceDetail struct {
	ID      string               `json:"id" doc:"What circumstances are keyed by."`
	Kind    string               `json:"kind" enum:"boolean,quantity,category,text" doc:"What kind of value it takes."`
	Unit    *string              `json:"unit" doc:"The rules' own unit of a quantity; any of the same dimension may be sent. null for one that counts, which takes a bare number, and for the others."`
	Label   map[string]string    `json:"label" doc:"Its name by language."`
	Options []CircumstanceChoice `json:"options" nullable:"false" doc:"The values of a boolean or a category."`
	Default *CircumstanceValue   `json:"default" doc:"What holds when nobody tells, or null."`
	Place   *string              `json:"place" doc:"The technical datum of the place it is taken from when nobody gives it, or null."`
	Codes   []string             `json:"codes" nullable:"false" doc:"Slugs of the codes whose rules ask about it."`
}

// CircumstanceChoice is one value with its names.
type CircumstanceChoice struct {
	Value CircumstanceValue `json:"value" doc:"As circumstances take it."`
	Label map[string]string `json:"label" doc:"Its name by language."`
}

func (a *API) circumstanceOperations() []*operation {
	return []*operation{{
		id: "listCircumstances", method: http.MethodGet, path: "/api/v1/circumstances", tag: "Verify",
		summary: "List the circumstances that rules ask about",
		description: "Returns what circumstances of POST /api/v1/verify may hold in the key's country: every id with its kind, unit, values and names. " +
			"One id has one meaning in all codes of a country." + notServed,
		group: access.Catalogue, validated: true, extension: true,
		response: CircumstanceListResponse{}, run: a.listCircumstances,
	}}
}

func (a *API) listCircumstances(_ context.Context, x *exchange, _ *input) (reply, error) {
	v := a.views()
	if err := checkServed(v.snapshot, x.principal.Country); err != nil {
		return reply{}, err
	}
	return reply{view: v.circumstancesOf(x.principal.Country)}, nil
}

// circumstancesOf returns the list of a country, made when it is first asked for.
func (v *views) circumstancesOf(country geo.ID) *view {
	if made, ok := v.circumstances.Load(country); ok {
		return made.(*view)
	}
	made, _ := v.circumstances.LoadOrStore(country, newView(encode(circumstanceList(v.snapshot, country)), nil, [sha256.Size]byte{}))
	return made.(*view)
}

func circumstanceList(s *regengine.Snapshot, country geo.ID) CircumstanceListResponse {
	return CircumstanceListResponse{Circumstances: CircumstanceDetails(s.Verifier.Circumstances(country))}
}

// CircumstanceDetails writes circumstances as GET /api/v1/circumstances lists them.
func CircumstanceDetails(of []verify.Circumstance) []CircumstanceDetail {
	return list(of, func(c verify.Circumstance) CircumstanceDetail {
		return CircumstanceDetail{
			ID: c.ID, Kind: string(c.Kind), Unit: orNull(c.Unit), Label: c.Label, Options: list(c.Options, circumstanceChoice),
			Default: (*CircumstanceValue)(c.Default), Place: orNull(c.Place), Codes: list(c.Codes, same),
		}
	})
}

func circumstanceChoice(o verify.CircumstanceOption) CircumstanceChoice {
	return CircumstanceChoice{CircumstanceValue(o.Value), o.Label}
}
