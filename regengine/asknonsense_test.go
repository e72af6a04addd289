//go:build unix

package regengine_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
)

// mostNonsense is how many times as much a question that says nothing may cost as one as long
// that says something.
const mostNonsense = 10

// However long nonsense is, it is not found soon.
func TestEngine_Ask_Nonsense(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	e := openStarter(t)
	site := e.At("ES-28079")
	if _, err := site.Ask(t.Context(), "¿Qué altura tiene una barandilla?", nil); err != nil { // what is made once is made
		t.Fatal(err)
	}
	costs := func(question string) (least time.Duration, form ask.Form) {
		least = time.Hour
		for range 3 {
			before := cpu(t)
			a, err := site.Ask(t.Context(), question, nil)
			if err != nil {
				t.Fatalf("%.20q...: %v", question, err)
			}
			least, form = min(least, cpu(t)-before), a.Form
		}
		return least, form
	}
	text := "la altura de una barandilla junto a la escalera de un edificio de viviendas con un desnivel de "
	usual, _ := costs("¿Qué dice de " + strings.Repeat(text, ask.MaxQuery/len(text)-1) + "?")
	long := strings.Repeat("1ª ", 2000) // three times what the API takes
	questions := []string{long}
	for _, piece := range []string{"a", "5 m ", "a-", "no ", "art. 5 ", "lorem ipsum dolor sit amet ", "db-", "¿", "1.000 "} {
		questions = append(questions, strings.Repeat(piece, ask.MaxQuery/utf8.RuneCountInString(piece)))
	}
	for _, question := range questions {
		cost, form := costs(question)
		if form != ask.FormNotFound {
			t.Errorf("%.20q...: form %s", question, form)
		}
		if cost > mostNonsense*usual {
			t.Errorf("%.20q... took %v of a processor, %v what says something", question, cost, usual)
		}
	}
}

// cpu is the time that processors have spent for this program.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
