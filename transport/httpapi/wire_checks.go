package httpapi

import (
	"reflect"
	"time"

	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// SavedCheck is a check that a project keeps.
type SavedCheck struct {
	CheckID string       `json:"check_id" format:"uuid" doc:"Identifier of the check."`
	Name    *string      `json:"name" doc:"What it is called, or null."`
	Ref     *string      `json:"ref" doc:"As sent, or null."`
	Check   StoredInputs `json:"check" doc:"What is checked, as it was sent."`
	CheckOutcome
	Result    StoredVerdict `json:"result" doc:"The whole verdict, as POST /api/v1/verify answered it on the day it was decided, its receipt null: that is beside it."`
	Receipt   StoredReceipt `json:"receipt" doc:"What the verdict was made from; null unless it was asked for with detail=receipt."`
	CreatedAt time.Time     `json:"created_at" format:"date-time" doc:"When it was saved."`
	DecidedAt time.Time     `json:"decided_at" format:"date-time" doc:"When the verdict kept was decided."`
}

// CheckOutcome is what a check came to.
type CheckOutcome struct {
	ResultStatus   string   `json:"result_status" enum:"compliant,conditional,non_compliant,undetermined" doc:"The verdict."`
	IsCompliant    bool     `json:"is_compliant" doc:"As in a verdict; it tells the two kinds of conditional apart."`
	LimitValue     *Decimal `json:"limit_value" nullable:"true" doc:"The limit in the check's unit, or null."`
	Margin         *Decimal `json:"margin" nullable:"true" doc:"Zero or positive where the value complies; null without a limit."`
	LimitDirection *string  `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How the limit bounds the value, or null."`
	AsOf           string   `json:"as_of" format:"date" doc:"The day whose law was asked for."`
}

// CheckListResponse is a page of the checks of a project.
type CheckListResponse struct {
	Checks     []SavedCheck  `json:"checks" nullable:"false" doc:"The checks of the page."`
	Total      int           `json:"total" minimum:"0" doc:"Checks in all, of the result asked for."`
	Page       int           `json:"page" minimum:"1" doc:"This page."`
	PageSize   int           `json:"page_size" minimum:"1" doc:"Page size in effect."`
	TotalPages int           `json:"total_pages" minimum:"0" doc:"Pages in all."`
	Statuses   VerdictCounts `json:"result_statuses" doc:"How many checks of the project are kept with each verdict, of whatever result."`
}

// CheckRunResponse tells what the checks of a project come to now.
type CheckRunResponse struct {
	Total    int            `json:"total" minimum:"0" doc:"How many checks the project keeps."`
	Decided  int            `json:"decided" minimum:"0" doc:"How many could be decided; each cost one credit."`
	Kept     bool           `json:"kept" doc:"Whether what they came to took the place of what was kept."`
	Statuses VerdictCounts  `json:"result_statuses" doc:"How often each verdict occurs."`
	Flipped  []FlippedCheck `json:"flipped" nullable:"false" doc:"The checks that come to another verdict than the one kept with them, in the order of the list."`
	Refused  []RefusedCheck `json:"refused" nullable:"false" doc:"The checks that cannot be decided any more: a place, a code or a circumstance they name is gone."`
}

// FlippedCheck is a check that comes to another verdict.
type FlippedCheck struct {
	CheckID       string       `json:"check_id" format:"uuid" doc:"Identifier of the check."`
	Name          *string      `json:"name" doc:"What it is called, or null."`
	Ref           *string      `json:"ref" doc:"As sent, or null."`
	Element       string       `json:"element" doc:"As sent."`
	Parameter     string       `json:"parameter" doc:"As sent."`
	ProvidedValue Decimal      `json:"provided_value" doc:"As sent, digit for digit."`
	Unit          string       `json:"unit" doc:"As sent."`
	Before        CheckOutcome `json:"before" doc:"What is kept with it."`
	After         CheckOutcome `json:"after" doc:"What it comes to in this run."`
}

// RefusedCheck is a check that cannot be decided any more.
type RefusedCheck struct {
	CheckID string  `json:"check_id" format:"uuid" doc:"Identifier of the check."`
	Name    *string `json:"name" doc:"What it is called, or null."`
	Ref     *string `json:"ref" doc:"As sent, or null."`
	Status  int     `json:"status" doc:"The HTTP status the check would have by itself."`
	Error   Problem `json:"error" doc:"What is wrong with it."`
}

// StoredInputs are [ReceiptInputs] as they were encoded when they were kept.
type StoredInputs json.RawMessage

// StoredVerdict is a [Verdict] likewise, without its receipt.
type StoredVerdict json.RawMessage

// StoredReceipt is a [Receipt] likewise; empty for none.
type StoredReceipt json.RawMessage

// MarshalJSON implements [json.Marshaler].
func (s StoredInputs) MarshalJSON() ([]byte, error) { return orNullJSON(s), nil }

// MarshalJSON implements [json.Marshaler].
func (s StoredVerdict) MarshalJSON() ([]byte, error) { return orNullJSON(s), nil }

// MarshalJSON implements [json.Marshaler].
func (s StoredReceipt) MarshalJSON() ([]byte, error) { return orNullJSON(s), nil }

func orNullJSON(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}

// Schema implements [huma.SchemaProvider].
func (StoredInputs) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[ReceiptInputs](), true, "ReceiptInputs")
}

// Schema implements [huma.SchemaProvider].
func (StoredVerdict) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[Verdict](), true, "Verdict")
}

// Schema implements [huma.SchemaProvider].
func (StoredReceipt) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[Receipt](), true, "Receipt"), {Type: "null"}}}
}
