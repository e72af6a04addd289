package pgtest

import (
	"fmt"
	"sync"
	"testing"
)

// template is a database that others are copied from.
type template struct {
	once sync.Once
	name string
	err  error
}

var templates sync.Map // of *template by key

// StartCopy is [Start] with a database that is not empty: prepare fills one, once for
// each key, and every test gets a copy of it.
func StartCopy(t testing.TB, key string, prepare func(databaseURL string) error) (databaseURL string) {
	t.Helper()
	s := start(t)
	found, _ := templates.LoadOrStore(key, new(template))
	from := found.(*template)
	from.once.Do(func() {
		from.name = fmt.Sprintf("template_%d", databases.Add(1))
		if from.err = s.exec("CREATE DATABASE " + from.name); from.err == nil {
			from.err = prepare(s.databaseURL(from.name))
		}
	})
	if from.err != nil {
		t.Fatalf("pgtest: prepare %s: %v", key, from.err)
	}
	return s.database(t, "TEMPLATE "+from.name)
}
