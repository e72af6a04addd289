package wire

import (
	"fmt"
	"unsafe"

	"github.com/reglookup/regengine/geo"
)

// costKept is what an entry of a map or a list takes beside what it holds, lists
// having room to grow, in bytes.
const costKept = 64

// room is how much of a country is held, in bytes of memory: what comes in a few
// bytes of the wire may take up many.
type room struct{ taken, most int }

func (r *room) take(n int) error {
	if r.taken += n; r.taken > r.most {
		return fmt.Errorf("%w: its places and answers take more than %d bytes", ErrMalformed, r.most)
	}
	return nil
}

// texts takes the room of an entry with those texts.
func (r *room) texts(texts ...string) error {
	n := costKept
	for _, t := range texts {
		n += costText + len(t)
	}
	return r.take(n)
}

// weightOf estimates the memory a place takes, in bytes.
func weightOf(p *geo.Place) int {
	n := costKept + int(unsafe.Sizeof(*p)) + len(p.ID) + len(p.Name) + len(p.Parent)
	for _, alias := range p.Aliases {
		n += costText + len(alias)
	}
	return n + weightOfTech(p.Tech)
}

func weightOfTech(t *geo.TechData) int {
	if t == nil {
		return 0
	}
	n := int(unsafe.Sizeof(*t)) + 3*costNumber + len(t.ClimateZone) + len(t.SeismicZone)
	for _, v := range t.Extra {
		n += int(unsafe.Sizeof(v)) + len(v.Key) + len(v.Label) + len(v.Value) + len(v.Unit)
	}
	return n
}

func weightOfProfile(p *geo.TechProfile) int {
	n := costKept + weightOfTech(p.Unstated)
	for i := range p.Bands {
		n += 2*costNumber + weightOfTech(&p.Bands[i].Tech)
	}
	return n
}
