package es

import "testing"

func FuzzScheme_ParseID(f *testing.F) {
	for _, seed := range []string{"ES", "es-md", "ES-28", "ES-28079", "ES-2807\xff", "eſ-28"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, level, err := Scheme{}.ParseID(text)
		if err != nil {
			return
		}
		if again, same, err := (Scheme{}).ParseID(string(id)); err != nil || again != id || same != level || len(id) != len(text) {
			t.Errorf("%q became %q %v, and then %q %v %v", text, id, level, again, same, err)
		}
	})
}
