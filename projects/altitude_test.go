package projects_test

import (
	"testing"

	"github.com/reglookup/regengine/projects"
)

func TestInfo_SiteAltitude(t *testing.T) {
	for _, tc := range []struct {
		name             string
		key, label       string
		value, unit      string
		want             int
		wantOK, itemOnly bool
	}{
		{name: "OK", key: "site_altitude", label: "Altitud del solar", value: "1500", unit: "m", want: 1500, wantOK: true},
		{name: "OK by its label", key: "a", label: "Altitude of the plot", value: "820", unit: "metres", want: 820, wantOK: true},
		{name: "OK thousands", key: "altitud", label: "Cota", value: "1.130", unit: "m", want: 1130, wantOK: true},
		{name: "OK decimals", key: "altitud", label: "Cota", value: "1 130,6", unit: "m", want: 1131, wantOK: true},
		{name: "OK unit in the value", key: "altitud", label: "Altitud", value: "640 m", want: 640, wantOK: true},
		{name: "OK below the sea", key: "altitud", label: "Altitud", value: "-2", unit: "msnm", want: -2, wantOK: true},
		{name: "OK unit with points", key: "altitud", label: "Altitud", value: "640", unit: "m s. n. m.", want: 640, wantOK: true},
		{name: "ErrUnit", key: "altitud", label: "Altitud", value: "640", unit: "ft"},
		{name: "ErrUnitInValue", key: "altitud", label: "Altitud", value: "640 ft", itemOnly: true},
		{name: "ErrRange", key: "altitud", label: "Altitud", value: "600-650", unit: "m", itemOnly: true},
		{name: "ErrWords", key: "altitud", label: "Altitud", value: "desconocida", unit: "m", itemOnly: true},
		{name: "ErrTooHigh", key: "altitud", label: "Altitud", value: "150000", unit: "m", itemOnly: true},
		{name: "ErrOther", key: "height", label: "Altura del edificio", value: "12", unit: "m"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			info := projects.Info{Contents: projects.Contents{Memory: []projects.MemoryItem{
				{Key: "colour", Label: "Color", Value: "rojo"}, {Key: tc.key, Label: tc.label, Value: tc.value, Unit: tc.unit},
			}}}
			got, ok := info.SiteAltitude()
			if got != tc.want || ok != tc.wantOK {
				t.Errorf("want %d, %v, got %d, %v", tc.want, tc.wantOK, got, ok)
			}
			if item, ok := info.AltitudeItem(); ok != (tc.wantOK || tc.itemOnly) || ok && item.Value != tc.value {
				t.Errorf("got item %+v, %v", item, ok)
			}
		})
	}
}
