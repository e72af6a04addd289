package verify

import (
	"maps"
	"strings"
)

// messageKeys are the names of the messages in the files of languages, behind the
// prefix "verify.".
var messageKeys = map[message]string{
	msgBadNumber:        "bad_number",
	msgUnknownUnit:      "unknown_unit",
	msgThousands:        "thousands",
	msgBadBoolean:       "bad_boolean",
	msgNegative:         "negative",
	msgIncompatible:     "incompatible",
	msgNoParameter:      "no_parameter",
	msgTwoParameters:    "two_parameters",
	msgUnexplained:      "unexplained",
	msgBlocked:          "blocked",
	msgNoElement:        "no_element",
	msgNotUnderstood:    "not_understood",
	msgTwoElements:      "two_elements",
	msgContradiction:    "contradiction",
	msgOtherPlace:       "other_place",
	msgNoRule:           "no_rule",
	msgNotInScope:       "not_in_scope",
	msgNoReading:        "no_reading",
	msgTooMany:          "too_many",
	msgMissing:          "missing",
	msgAssumed:          "assumed",
	msgUnread:           "unread",
	msgLeans:            "leans",
	msgSeveral:          "several",
	msgUnreadDecides:    "unread_decides",
	msgUnknownLimit:     "unknown_limit",
	msgTextAsks:         "text_asks",
	msgOnlyFails:        "only_fails",
	msgCompliesIf:       "complies_if",
	msgFailsIf:          "fails_if",
	msgDigest:           "digest",
	msgDigestAlone:      "digest_alone",
	msgStrict:           "strict",
	msgOtherBound:       "other_bound",
	msgNotGoverning:     "not_governing",
	msgMightApply:       "might_apply",
	msgWidePlace:        "wide_place",
	msgZoneBoundary:     "zone_boundary",
	msgSiteAltitude:     "site_altitude",
	msgUpTo:             "up_to",
	msgBelow:            "below",
	msgOrMore:           "or_more",
	msgAbove:            "above",
	msgGivenAgainst:     "given_against",
	msgGivenPlace:       "given_place",
	msgProjectSays:      "project_says",
	msgRepealed:         "repealed",
	msgNotEnacted:       "not_enacted",
	msgNotInForce:       "not_in_force",
	msgNotApplicable:    "not_applicable",
	msgNotHosted:        "not_hosted",
	msgNoRules:          "no_rules",
	msgNoCurrent:        "no_current",
	msgThenInForce:      "then_in_force",
	msgElsewhere:        "elsewhere",
	msgAnd:              "and",
	msgOr:               "or",
	msgYes:              "yes",
	msgNo:               "no",
	msgNot:              "not",
	msgOtherThan:        "other_than",
	msgAlways:           "always",
	msgDuty:             "duty",
	msgNoLimit:          "no_limit",
	msgNotThatDay:       "not_that_day",
	msgTermTwice:        "term_twice",
	msgTermOpen:         "term_open",
	msgConflict:         "conflict",
	msgUnexpressed:      "unexpressed",
	msgExcludedDate:     "excluded_date",
	msgExcludedStatus:   "excluded_status",
	msgReplaced:         "replaced",
	msgByLower:          "by_lower",
	msgByRegional:       "by_regional",
	msgByProvincial:     "by_provincial",
	msgBySupramunicipal: "by_supramunicipal",
	msgByMunicipal:      "by_municipal",
	msgBySectorial:      "by_sectorial",
	msgUseUnread:        "use_unread",
	msgJoint:            "joint",
	msgOlder:            "older",
	msgForceUnknown:     "force_unknown",
	msgLabelled:         "labelled",
	msgReadInText:       "read_in_text",
	msgProposed:         "proposed",
	msgDoubtful:         "doubtful",
	msgTreatedIn:        "treated_in",
	msgOpenWord:         "open_word",
	msgMeetsSome:        "meets_some",
	msgSpecial:          "special",
	msgOtherCases:       "other_cases",
	msgNearest:          "nearest",
}

// wordingsOf returns all messages of a built-in language.
func wordingsOf(code string) map[message]string {
	out := maps.Clone(messages[code])
	maps.Copy(out, textMessages[code])
	maps.Copy(out, requirementMessages[code])
	return out
}

// messageTexts returns the messages of a built-in language by their names.
func messageTexts(code string) map[string]string {
	out := make(map[string]string, len(messageKeys))
	for m, text := range wordingsOf(code) {
		out[messageKeys[m]] = text
	}
	return out
}

// messagesOf is the other way round.
func messagesOf(texts map[string]string) map[message]string {
	out := make(map[message]string, len(messageKeys))
	for m, key := range messageKeys {
		out[m] = texts[key]
	}
	for _, m := range []message{msgAnd, msgOr} { // they stand between words
		out[m] = " " + strings.TrimSpace(out[m]) + " "
	}
	return out
}
