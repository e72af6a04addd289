package verifytest_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// notThere are frames that say of a circumstance that it is denied, planned, optional,
// broken, elsewhere, there in part, or not known. § is its wording, $ the same without
// the word that says "with".
var notThere = map[string]string{
	"es": `
, sin $
, no $
, no hay $
, carece de $
, no dispone de $
, exento de $
, a falta de $
, nunca tuvo $
, ni $
, $ inexistente
, $ no instalado
, $ retirado
, $ eliminado en obra
, $ fuera de servicio
, $ averiado
, $ desconectado
, $ clausurado
, $ previsto
, $ proyectado para 2031
, $ en fase 2
, $ pendiente de montaje
, $ en trámite
, futuro $
, preinstalación de $
, reserva para $
, se instalará $
, se recomienda $
, $ opcional
, $ si procede
, $ según presupuesto
, posibilidad de $
, quizá $
, con o sin $
, $ o no
, § parcial
, § en parte
, § solo en una zona
, § en algunas zonas
, la mitad §
, $ del vecino
, $ en el edificio contiguo
, § en otra planta
, junto a edificio §
 contigua a otra §
 con marco §
 entre otras dos §
, edificio vecino §
, antes §
, $ en su día
, §?
, ¿$?
, $ (?)
, §, por confirmar
, $: no
, $: ninguno
, $ = 0
, $: falso
, $ (no)
, $: N/A
, $: TBD
, $: pendiente
, $: por definir
, $: -
 (sin $)
 (§ previsto)
 (§ en el vecino)
 (¿§?)
 § que se retirará
 para el que se pidió licencia §
, planned $
, without $
, $ not installed
, $ (future)
, no $ yet
`,
	"en": `
, without $
, no $
, there is no $
, lacks $
, does not have $
, free of $
, never had $
, $ missing
, $ not installed
, $ removed
, $ omitted to save cost
, $ out of order
, $ broken
, $ switched off
, $ decommissioned
, $ planned
, $ designed for 2031
, $ in phase 2
, $ pending installation
, future $
, provision for $
, $ will be fitted
, $ recommended
, $ optional
, $ if required
, $ subject to budget
, possibly $
, maybe $
, with or without $
, $ or not
, partial $
, § in part
, § only in one zone
, § in some areas
, half of it §
, the neighbour's $
, $ in the adjacent building
, § on another storey
, next to a building §
 adjoining another §
 with a frame §
 between two others §
, neighbouring building §
, formerly §
, §?
, $ (?)
, §, to be confirmed
, $: no
, $: none
, $ = 0
, $: false
, $ (no)
, $: N/A
, $: TBD
, $: pending
, $: -
 (no $)
 (§ planned)
 (§ next door)
 (§?)
 § that will be removed
 for which somebody asked §
, sin $
, $ previsto
, futuro $
`,
}

// easing is a check that passes with a circumstance and not without it.
type easing struct {
	check    verify.Check
	lang     string
	wordings []string
}

// TestStarter_notThere: no wording that says of a circumstance that it is not really
// there lets a value pass that does not pass without it. By default some are tried,
// all of them where REGENGINE_SWEEP is "full".
func TestStarter_notThere(t *testing.T) {
	const some = 600
	v := starterVerifier(t)
	checks := notThereChecks(easings(t, v))
	step := 1
	if os.Getenv("REGENGINE_SWEEP") != "full" {
		step = max(1, len(checks)/some)
		for len(frames("es"))%step == 0 || len(frames("en"))%step == 0 {
			step++ // else the same frames are tried each time
		}
	}
	if len(checks) < some {
		t.Fatalf("want %d checks at least, got %d: nothing is held", some, len(checks))
	}
	for i := 0; i < len(checks); i += step {
		if got := decide(t, v, checks[i]); got.IsCompliant {
			t.Errorf("%s | %s | %s %s: want no pass, got %s %s", checks[i].Element, checks[i].Parameter, checks[i].Value, checks[i].Unit, got.Status, got.Limit)
		}
	}
}

// TestStarter_there: what is said in closed form counts. What does not is a word of
// the rules that another one takes for itself.
func TestStarter_there(t *testing.T) {
	const least = 0.7
	v := starterVerifier(t)
	passed, all := 0, 0
	for _, e := range easings(t, v) {
		for _, wording := range e.wordings {
			check := e.check
			check.Element += ", " + wording
			all++
			if decide(t, v, check).IsCompliant {
				passed++
			} else if testing.Verbose() {
				t.Log(check.Element, "|", check.Parameter, check.Value, check.Unit)
			}
		}
	}
	t.Logf("%d of %d pass", passed, all)
	if all == 0 || float64(passed)/float64(all) < least {
		t.Errorf("want %v of them to pass, got %d of %d", least, passed, all)
	}
}

func decide(t *testing.T, v *verify.Verifier, c verify.Check) *verify.Result {
	t.Helper()
	got, err := v.Verify(t.Context(), c, starterDay())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func frames(lang string) []string { return strings.Split(strings.Trim(notThere[lang], "\n"), "\n") }

func notThereChecks(list []easing) []verify.Check {
	var out []verify.Check
	for _, e := range list {
		for _, wording := range e.wordings {
			noun := strings.TrimPrefix(strings.TrimPrefix(wording, "con "), "with ")
			fill := strings.NewReplacer("§", wording, "$", noun)
			for _, frame := range frames(e.lang) {
				if saysItself(e.check.Element, wording, frame) {
					continue
				}
				check := e.check
				check.Element += fill.Replace(frame)
				out = append(out, check)
			}
		}
	}
	return out
}

// saysItself reports whether a frame denies nothing of a circumstance: one that is itself
// about an earlier day, or about what lies on the other side of what parts two.
func saysItself(element, wording, frame string) bool {
	timely := slices.ContainsFunc([]string{"antes", "anterior", "ya "}, func(w string) bool { return strings.Contains(wording, w) })
	parts := strings.Contains(element, "entre") || strings.Contains(element, "between")
	return timely && strings.Contains(frame, "antes") || parts && (strings.Contains(frame, "vecino") || strings.Contains(frame, "neighbour"))
}

// easings are checks of the rules' own tests, said by the bare name of the thing. They are
// looked for once.
func easings(t *testing.T, v *verify.Verifier) []easing {
	t.Helper()
	found.once.Do(func() { found.list = findEasings(t, v) })
	return found.list
}

var found struct {
	once sync.Once
	list []easing
}

func findEasings(t *testing.T, v *verify.Verifier) []easing {
	t.Helper()
	concepts, facts := declared(t)
	seen := make(map[string]bool)
	var out []easing
	for _, set := range starterSets(t) {
		for _, r := range set.Rules {
			for _, check := range bareChecks(set, r, concepts) {
				for _, id := range booleans(r, facts) {
					key := check.Element + check.Parameter + check.Value + id
					if names := facts[id].Yes[check.lang]; len(names) > 0 && !seen[key] && eases(t, v, check.Check, id) {
						seen[key] = true
						out = append(out, easing{check.Check, check.lang, names})
					}
				}
			}
		}
	}
	return out
}

// declared are the concepts, by kind and id, and the facts of the starter.
func declared(t *testing.T) (concepts map[string]rules.Concept, facts map[string]rules.Fact) {
	t.Helper()
	concepts, facts = make(map[string]rules.Concept), make(map[string]rules.Fact)
	for _, set := range starterSets(t) {
		for _, c := range set.Concepts {
			concepts[string(c.Kind)+" "+c.ID] = c
		}
		for _, f := range set.Facts {
			facts[f.ID] = f
		}
	}
	return concepts, facts
}

func starterSets(t *testing.T) []rules.RuleSet {
	t.Helper()
	p, err := openStarter()
	if err != nil {
		t.Fatal(err)
	}
	var out []rules.RuleSet
	for _, set := range p.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, parsed)
	}
	return out
}

type bareCheck struct {
	verify.Check
	lang string
}

// bareChecks are the tests of a rule that comply, with the first name of what is
// measured instead of what they say.
func bareChecks(set rules.RuleSet, r rules.Rule, concepts map[string]rules.Concept) []bareCheck {
	var out []bareCheck
	for _, c := range r.Cases {
		if c.Status != string(verify.Compliant) && c.Status != string(verify.Conditional) {
			continue
		}
		for _, s := range r.Subjects {
			for _, lang := range []string{"es", "en"} {
				element, parameter := concepts["element "+s.Element].Names[lang], concepts["parameter "+s.Parameter].Names[lang]
				if len(element) == 0 || len(parameter) == 0 {
					continue
				}
				out = append(out, bareCheck{verify.Check{Element: element[0], Parameter: parameter[0], Value: c.Value, Unit: c.Unit, BuildingUse: c.BuildingUse,
					GeoID: "ES-28079", Country: "ES", Codes: []codes.VersionRef{set.Ref}}, lang})
			}
		}
	}
	return out
}

// booleans are the circumstances a rule asks for that are or are not.
func booleans(r rules.Rule, facts map[string]rules.Fact) []string {
	return slices.DeleteFunc(conditionFacts(r), func(id string) bool { return facts[id].Kind != rules.BooleanFact })
}

// conditionFacts are the circumstances that the conditions of a rule turn on.
func conditionFacts(r rules.Rule) []string {
	var out []string
	var walk func([]rules.Condition)
	walk = func(list []rules.Condition) {
		for _, c := range list {
			if c.Fact != "" && !slices.Contains(out, c.Fact) {
				out = append(out, c.Fact)
			}
			walk(c.All)
			walk(c.Any)
			if c.Not != nil {
				walk([]rules.Condition{*c.Not})
			}
		}
	}
	walk(r.When)
	walk(r.Unless)
	return out
}

// eases reports whether a check passes with a circumstance, and neither with nothing
// said of it nor without it.
func eases(t *testing.T, v *verify.Verifier, c verify.Check, id string) bool {
	t.Helper()
	if decide(t, v, c).IsCompliant {
		return false
	}
	c.Circumstances = map[string]verify.Value{id: verify.BooleanValue(false)}
	if decide(t, v, c).IsCompliant {
		return false
	}
	c.Circumstances = map[string]verify.Value{id: verify.BooleanValue(true)}
	return decide(t, v, c).IsCompliant
}
