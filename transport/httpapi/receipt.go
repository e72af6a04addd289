package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"encoding/json"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

// Receipt says what a verdict was made from, so that it can be made again: the
// same inputs over the same data give the same bytes.
type Receipt struct {
	_            struct{}       `nullable:"true"`
	Engine       string         `json:"engine" doc:"Name and version of the program that decided."`
	AsOf         string         `json:"as_of" format:"date" doc:"The day the law was asked for: as_of of the request, else the day it was decided."`
	Inputs       ReceiptInputs  `json:"inputs" doc:"The check as it was decided."`
	Data         ReceiptData    `json:"data" doc:"SHA-256 of each part of the data that was loaded."`
	Rules        []ReceiptRules `json:"rules" nullable:"false" doc:"The rule files the sources belong to."`
	Blocks       []ReceiptBlock `json:"blocks" nullable:"false" doc:"The passages the verdict stands on."`
	Trace        []ReceiptStep  `json:"trace" nullable:"false" doc:"How the verdict came about, in order."`
	ResultSHA256 string         `json:"result_sha256" doc:"SHA-256 of the response with receipt null, as compact JSON in the documented order of members."`
}

// ReceiptInputs is a check with everything that was left to the service filled in.
type ReceiptInputs struct {
	Element     string        `json:"element" doc:"As sent."`
	Parameter   string        `json:"parameter" doc:"As sent."`
	Value       Decimal       `json:"value" doc:"As sent, digit for digit."`
	Unit        string        `json:"unit" doc:"As sent."`
	GeoID       string        `json:"geo_id" doc:"As sent."`
	Country     string        `json:"country" doc:"The country of the API key."`
	Codes       []ReceiptCode `json:"codes" nullable:"true" doc:"As sent, or null."`
	BuildingUse *string       `json:"building_use" doc:"As sent, or null."`
	AsOf        *string       `json:"as_of" nullable:"true" format:"date" doc:"As sent, or null."`

	Circumstances map[string]CircumstanceValue `json:"circumstances" doc:"As sent; empty for none."`
	Ref           *string                      `json:"ref" doc:"As sent, or null."`
}

// ReceiptCode is a code or version a check named.
type ReceiptCode struct {
	Slug    string  `json:"slug" doc:"Slug of the code."`
	Version *string `json:"version" doc:"Slug of the version, or null for all active ones."`
}

// ReceiptData names the data a verdict was made from by content.
type ReceiptData struct {
	PlacesSHA256 string `json:"places_sha256" doc:"Of the places and their technical data."`
	CodesSHA256  string `json:"codes_sha256" doc:"Of the codes and their versions."`
	TextsSHA256  string `json:"texts_sha256" doc:"Of the texts."`
	RulesSHA256  string `json:"rules_sha256" doc:"Of all rule files."`
	LimitsSHA256 string `json:"limits_sha256" doc:"Of the limits found in texts."`
}

// ReceiptRules names a rule file by content.
type ReceiptRules struct {
	CodeSlug string `json:"code_slug" doc:"Slug of the code."`
	Version  string `json:"version" doc:"Slug of the version."`
	SHA256   string `json:"sha256" doc:"SHA-256 of the file."`
}

// ReceiptBlock names a passage by content.
type ReceiptBlock struct {
	CodeSlug string `json:"code_slug" doc:"Slug of the code."`
	Version  string `json:"version" doc:"Slug of the version."`
	BlockID  string `json:"block_id" doc:"Identifier of the block."`
	SHA256   string `json:"sha256" doc:"SHA-256 of its text."`
}

// ReceiptStep is one thing that was settled on the way to a verdict.
type ReceiptStep struct {
	Stage  string `json:"stage" doc:"What was settled."`
	Detail string `json:"detail" doc:"How, in English."`
}

// DecideCheck decides a check over a snapshot as POST /api/v1/verify does, and returns
// the response with its receipt. on is the day that counts when the check names none.
func DecideCheck(ctx context.Context, snapshot *regengine.Snapshot, check verify.Check, on codes.Date, engine string) (*Verdict, error) {
	result, err := snapshot.Verifier.Verify(ctx, check, on)
	if err != nil {
		return nil, err
	}
	response := verifyResponse(check, result)
	sum := sha256.Sum256(encode(response))
	response.Receipt = newReceipt(snapshot, check, result, on, engine)
	response.Receipt.ResultSHA256 = hex.EncodeToString(sum[:])
	return &response, nil
}

func newReceipt(snapshot *regengine.Snapshot, check verify.Check, result *verify.Result, on codes.Date, engine string) *Receipt {
	if !check.AsOf.IsZero() {
		on = check.AsOf
	}
	data := snapshot.Fingerprint()
	r := &Receipt{
		Engine: engine, AsOf: on.String(), Inputs: receiptInputs(check),
		Data:  ReceiptData{data.Places, data.Codes, data.Texts, data.Rules, data.Limits},
		Rules: []ReceiptRules{}, Blocks: []ReceiptBlock{},
		Trace: list(result.Trace, func(s verify.TraceStep) ReceiptStep { return ReceiptStep(s) }),
	}
	for _, s := range result.Sources {
		rules := ReceiptRules{s.Ref.Code, s.Ref.Version, snapshot.Verifier.RulesHash(s.Ref)}
		if rules.SHA256 != "" && !slices.Contains(r.Rules, rules) {
			r.Rules = append(r.Rules, rules)
		}
		if s.Block == nil {
			continue
		}
		if block := (ReceiptBlock{s.Ref.Code, s.Ref.Version, s.Block.ID, s.Block.SHA256}); !slices.Contains(r.Blocks, block) {
			r.Blocks = append(r.Blocks, block)
		}
	}
	return r
}

func receiptInputs(check verify.Check) ReceiptInputs {
	in := ReceiptInputs{
		Element: check.Element, Parameter: check.Parameter, Value: Decimal(check.Value), Unit: check.Unit,
		GeoID: check.GeoID, Country: string(check.Country), BuildingUse: orNull(check.BuildingUse),
		Circumstances: make(map[string]CircumstanceValue, len(check.Circumstances)), Ref: orNull(check.Ref),
	}
	for id, value := range check.Circumstances {
		in.Circumstances[id] = CircumstanceValue(value)
	}
	if check.Codes != nil {
		in.Codes = list(check.Codes, func(ref codes.VersionRef) ReceiptCode { return ReceiptCode{ref.Code, orNull(ref.Version)} })
	}
	if !check.AsOf.IsZero() {
		in.AsOf = orNull(check.AsOf.String())
	}
	return in
}

// ErrReceipt says that a receipt cannot be read.
var ErrReceipt = errors.New("httpapi: not a receipt")

// Replayed is a check decided again.
type Replayed struct {
	Response    []byte   // as POST /api/v1/verify?detail=receipt answers now, byte for byte
	Same        bool     // the verdict is the one of the receipt, byte for byte
	Differences []string // what has changed since, in plain words
}

// Replay decides the check of a receipt again over a snapshot. raw is the
// receipt, or a whole response that holds one. The error wraps ErrReceipt, or is
// one of [verify.Verifier.Verify].
func Replay(ctx context.Context, snapshot *regengine.Snapshot, raw []byte, engine string) (*Replayed, error) {
	receipt, err := parseReceipt(raw)
	if err != nil {
		return nil, err
	}
	check, err := receipt.Inputs.check()
	if err != nil {
		return nil, err
	}
	on, err := codes.ParseDate(receipt.AsOf)
	if err != nil {
		return nil, fmt.Errorf("%w: as_of: %w", ErrReceipt, err)
	}
	response, err := DecideCheck(ctx, snapshot, check, on, engine)
	if err != nil {
		return nil, err
	}
	return &Replayed{
		Response: encode(response), Same: response.Receipt.ResultSHA256 == receipt.ResultSHA256,
		Differences: receipt.differences(response.Receipt),
	}, nil
}

// parseReceipt reads a receipt, or the one within a response.
func parseReceipt(raw []byte) (*Receipt, error) {
	var whole struct {
		Receipt json.RawMessage `json:"receipt"`
	}
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	if len(whole.Receipt) > 0 {
		raw = whole.Receipt
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	var receipt *Receipt
	if err := decoder.Decode(&receipt); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something follows it", ErrReceipt)
	}
	if receipt == nil || receipt.ResultSHA256 == "" {
		return nil, fmt.Errorf("%w: it holds no result_sha256; pass the receipt of a verify response", ErrReceipt)
	}
	return receipt, nil
}

func (in ReceiptInputs) check() (verify.Check, error) {
	check := verify.Check{
		Element: in.Element, Parameter: in.Parameter, Value: string(in.Value), Unit: in.Unit,
		GeoID: in.GeoID, Country: geo.ID(in.Country), BuildingUse: orEmpty(in.BuildingUse), Ref: orEmpty(in.Ref),
	}
	if len(in.Circumstances) > 0 {
		check.Circumstances = make(map[string]verify.Value, len(in.Circumstances))
	}
	for id, value := range in.Circumstances {
		check.Circumstances[id] = verify.Value(value)
	}
	for _, c := range in.Codes {
		check.Codes = append(check.Codes, codes.VersionRef{Code: c.Slug, Version: orEmpty(c.Version)})
	}
	if in.AsOf == nil {
		return check, nil
	}
	day, err := codes.ParseDate(*in.AsOf)
	if err != nil {
		return check, fmt.Errorf("%w: as_of: %w", ErrReceipt, err)
	}
	check.AsOf = day
	return check, nil
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// differences says which of what a verdict was made from is another now.
func (r *Receipt) differences(now *Receipt) []string {
	var out []string
	for _, part := range []struct{ name, then, now string }{
		{"the program", r.Engine, now.Engine},
		{"the places", r.Data.PlacesSHA256, now.Data.PlacesSHA256},
		{"the codes", r.Data.CodesSHA256, now.Data.CodesSHA256},
		{"the texts", r.Data.TextsSHA256, now.Data.TextsSHA256},
		{"the rules", r.Data.RulesSHA256, now.Data.RulesSHA256},
		{"the limits found in texts", r.Data.LimitsSHA256, now.Data.LimitsSHA256},
	} {
		if part.then != part.now {
			out = append(out, part.name+" changed")
		}
	}
	for _, b := range r.Blocks {
		if !slices.Contains(now.Blocks, b) {
			out = append(out, fmt.Sprintf("the passage %s of %s/%s is not what the verdict stands on now", b.BlockID, b.CodeSlug, b.Version))
		}
	}
	return out
}
