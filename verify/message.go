package verify

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// message is a text of the engine itself: what a verdict says beside the rules'
// own words, by its key in the files of languages, behind "verify.".
type message string

const (
	msgBadNumber        message = "bad_number"
	msgUnknownUnit      message = "unknown_unit"
	msgThousands        message = "thousands"
	msgBadBoolean       message = "bad_boolean"
	msgNegative         message = "negative"
	msgIncompatible     message = "incompatible"
	msgNoParameter      message = "no_parameter"
	msgTwoParameters    message = "two_parameters"
	msgUnexplained      message = "unexplained"
	msgBlocked          message = "blocked"
	msgNoElement        message = "no_element"
	msgNotUnderstood    message = "not_understood"
	msgReadAs           message = "read_as"
	msgTwoElements      message = "two_elements"
	msgContradiction    message = "contradiction"
	msgOtherPlace       message = "other_place"
	msgNoRule           message = "no_rule"
	msgNotInScope       message = "not_in_scope"
	msgNoReading        message = "no_reading"
	msgTooMany          message = "too_many"
	msgMissing          message = "missing"
	msgAssumed          message = "assumed"
	msgUnread           message = "unread"
	msgLeans            message = "leans"
	msgSeveral          message = "several"
	msgUnreadDecides    message = "unread_decides"
	msgUnknownLimit     message = "unknown_limit"
	msgTextAsks         message = "text_asks"
	msgOnlyFails        message = "only_fails"
	msgCompliesIf       message = "complies_if"
	msgFailsIf          message = "fails_if"
	msgDigest           message = "digest"
	msgDigestAlone      message = "digest_alone" // of one without an address
	msgStrict           message = "strict"
	msgOtherBound       message = "other_bound"
	msgNotGoverning     message = "not_governing"
	msgMightApply       message = "might_apply"
	msgWidePlace        message = "wide_place"
	msgZoneBoundary     message = "zone_boundary"
	msgSiteAltitude     message = "site_altitude"
	msgUpTo             message = "up_to"
	msgBelow            message = "below"
	msgOrMore           message = "or_more"
	msgAbove            message = "above"
	msgGivenAgainst     message = "given_against"
	msgGivenPlace       message = "given_place"
	msgProjectSays      message = "project_says"
	msgRepealed         message = "repealed"
	msgNotEnacted       message = "not_enacted"
	msgNotInForce       message = "not_in_force"
	msgNotApplicable    message = "not_applicable"
	msgNotHosted        message = "not_hosted"
	msgNoRules          message = "no_rules"
	msgNoCurrent        message = "no_current"
	msgThenInForce      message = "then_in_force"
	msgElsewhere        message = "elsewhere"
	msgAnd              message = "and"
	msgOr               message = "or"
	msgYes              message = "yes"
	msgNo               message = "no"
	msgNot              message = "not"
	msgOtherThan        message = "other_than"
	msgAlways           message = "always"
	msgDuty             message = "duty"
	msgNoLimit          message = "no_limit"
	msgNotThatDay       message = "not_that_day"
	msgTermTwice        message = "term_twice"
	msgTermOpen         message = "term_open"
	msgConflict         message = "conflict"
	msgUnexpressed      message = "unexpressed"
	msgExcludedDate     message = "excluded_date"
	msgExcludedStatus   message = "excluded_status"
	msgReplaced         message = "replaced"
	msgByLower          message = "by_lower"
	msgByRegional       message = "by_regional"
	msgByProvincial     message = "by_provincial"
	msgBySupramunicipal message = "by_supramunicipal"
	msgByMunicipal      message = "by_municipal"
	msgBySectorial      message = "by_sectorial"
	msgUseUnread        message = "use_unread"
	msgJoint            message = "joint"
	msgOlder            message = "older"
	msgForceUnknown     message = "force_unknown"
	msgLabelled         message = "labelled"
	msgReadInText       message = "read_in_text"
	msgProposed         message = "proposed"
	msgDoubtful         message = "doubtful"
	msgTreatedIn        message = "treated_in"
	msgOpenWord         message = "open_word"
	msgMeetsSome        message = "meets_some"
	msgSpecial          message = "special"
	msgOtherCases       message = "other_cases"
	msgNearest          message = "nearest"
)

// speaker writes messages and labels in one of the languages of a country.
type speaker struct {
	lang    string
	tongues *tongues
}

// wordings returns the messages in the speaker's language, those of the country's
// own where it has none, else English ones.
func (s speaker) wordings() map[message]string {
	for _, lang := range []string{s.lang, s.tongues.Home()} {
		if w := s.tongues.speech(lang); w != nil {
			return w
		}
	}
	return known().languages[englishCode].messages
}

func (s speaker) say(m message, args ...any) string {
	if len(args) == 0 {
		return s.wordings()[m]
	}
	return fmt.Sprintf(s.wordings()[m], args...)
}

// figure writes a number, which has a decimal point, as the speaker's language does.
func (s speaker) figure(number string) string {
	return strings.Replace(number, ".", quantity.DecimalSign(s.lang), 1)
}

// comparison writes an operator as print does.
func comparison(op string) string { return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(op) }

// text returns a text of the rules, in the country's own language where it has
// none in the speaker's.
func (s speaker) text(t rules.Text) string { return t.In(s.lang, s.tongues.Home()) }
