package rules_test

import (
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

func ExampleParse() {
	_, err := rules.Parse(codes.VersionRef{Code: "safety", Version: "2022"}, []byte("format: 1\nrulez: []\n"))
	fmt.Println(err)
	// Output:
	// verify: invalid rules:
	// line 2: the file has no key "rulez"
}

func ExampleParseFormula() {
	f, err := rules.ParseFormula("max(2, ceil(toilets / 10))")
	fmt.Println(f, f.Facts, err)
	_, err = rules.ParseFormula("ceil(toilets / ")
	fmt.Println(err)
	// Output:
	// max(2, ceil(toilets / 10)) [toilets] <nil>
	// verify: formula, byte 16: it ends where a number, a fact or ( should follow
}
