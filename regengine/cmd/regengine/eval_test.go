package main

import (
	"errors"
	"testing"
	"time"
)

func TestApp_SetDay(t *testing.T) {
	a := &app{now: time.Now}
	if err := a.setDay("2026-01-31"); err != nil {
		t.Fatal(err)
	}
	if want, got := "2026-01-31", a.today().String(); want != got {
		t.Errorf("want %s, got %s", want, got)
	}
	for _, day := range []string{"yesterday", "2026-02-30", "2026-1-1"} {
		if err := a.setDay(day); !errors.Is(err, errUsage) {
			t.Errorf("%s: want errUsage, got %v", day, err)
		}
	}
	if err := a.setDay(""); err != nil || a.today().String() != "2026-01-31" {
		t.Errorf("no day: want the day as it was, got %s, %v", a.today(), err)
	}
}
