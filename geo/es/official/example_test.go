package official_test

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es/official"
)

func ExampleReadIGN() {
	file := "COD_INE;NOMBRE_ACTUAL;POBLACION_MUNI;ALTITUD\r\n" +
		"42173000000;Soria;39898;1066,4\r\n"
	f, err := official.ReadIGN(strings.NewReader(file), "MUNICIPIOS.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	existing := []geo.Place{{ID: "ES-42173", Name: "Soria", Level: geo.Municipality, Parent: "ES-42", Aliases: []string{"Numancia"}}}
	places, report := f.Merge(existing)
	soria := places[len(places)-1]
	fmt.Println(soria.Name, soria.Aliases, *soria.Tech.AltitudeM, soria.Tech.ClimateZone)
	fmt.Println(report.Read, report.Added, report.DerivedZone)
	// Output:
	// Soria [Numancia] 1066 E1
	// 1 0 1
}

func ExampleReadINE() {
	file := "CODAUTO;CPRO;CMUN;DC;NOMBRE\n12;15;030;4;Coruña, A\n"
	_, err := official.ReadINE(strings.NewReader(file), "codmun.csv")
	fmt.Println(err)
	// Output:
	// geo/es/official: invalid file: 1 mistake(s)
	// codmun.csv:2: DC of 15030 is 8, not 4; one of the digits is wrong
}
