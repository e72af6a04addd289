package verify_test

import (
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

func ExampleLint() {
	source := `
format: 1
elements: {step: {label: peldaño, names: [peldaño]}}
parameters: {tread: {label: huella, names: [huella]}}
rules:
  - id: tread
    subjects: [{element: step, parameter: tread}]
    require: {op: "<=", value: 29, unit: cm}
    section: stairs
    quote: la huella mide al menos 28 cm
`
	ref := codes.VersionRef{Code: "safety", Version: "2022"}
	set, err := rules.Parse(ref, []byte(source))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, problem := range verify.Lint(set, []retrieval.Block{{Section: "stairs", Text: "En recto, la huella mide al menos 28 cm."}}) {
		fmt.Println(problem)
	}
	// Output:
	// line 6: rule tread: the words of the quote do not say a maximum, the operator <= does
	// line 6: rule tread: the quote does not hold the number 29
}

func ExampleNew() {
	// A Verifier is built over a gazetteer, a catalogue and the texts its rules quote.
	v, err := verifytest.Fixture()
	fmt.Println(v != nil, err)
	// Output: true <nil>
}

func ExampleWordsAgree() {
	fmt.Println(verify.WordsAgree("en", rules.AtLeast, "The parapet shall not be less than 1.10 m high."))
	fmt.Println(verify.WordsAgree("en", rules.AtMost, "The parapet shall not be less than 1.10 m high."))
	// Output:
	// true
	// false
}
