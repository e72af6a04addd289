package es

import (
	"fmt"
	"sync"
)

const sua422 = "CTE DB-SUA 1, apartado 4.2.2, tabla 4.1"

// widthRow is a use of table 4.1 of DB-SUA 1 with the widths DB-SI 3 has for it.
type widthRow struct {
	title          string
	stairs         []exact // m, for up to 25, 50 and 100 persons, and more
	door, corridor exact   // m; 0 where the use has none of its own
}

type widthTable struct {
	options []option
	of      map[string]widthRow
}

var widths = sync.OnceValue(func() widthTable {
	rows := rowsOf("stair-widths", 8)
	t := widthTable{options: optionsOf(rows, 0, 1), of: make(map[string]widthRow)}
	for _, cells := range rows {
		t.of[cells[0]] = widthRow{cells[1], numbers(cells[2:6]), dec(cells[6]), dec(cells[7])}
	}
	return t
})

// stairWidth returns the least width of a stair or ramp of a use for so many persons,
// in a step. One that leads to an accessible zone has 1 m at least.
func (r *report) stairWidth(use string, persons exact, accessible bool) exact {
	row := widths().of[use]
	least := pick(row.stairs, []exact{whole(25), whole(50), whole(100)}, persons)
	r.step(sua422, "%s, %s: anchura mínima de %s m.", row.title, howMany(persons, "persona", "personas"), comma(least, 2))
	if accessible && least.Less(whole(1)) {
		r.step(sua422, "Comunica con una zona accesible: anchura mínima de 1 m.")
		return whole(1)
	}
	return least
}

// metres shows a width.
func metres(n exact) string { return fmt.Sprintf("%s m", comma(n, fewDecimals)) }
