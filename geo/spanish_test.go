package geo_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// spanishNames are names as official lists write them, chosen because a search
// can stumble over them.
var spanishNames = strings.Split(strings.TrimSpace(`
Coruña, A
Palmas de Gran Canaria, Las
Hospitalet de Llobregat, L'
Alicante/Alacant
Donostia/San Sebastián
Vitoria-Gasteiz
Araba/Álava
Gipuzkoa
Bizkaia
Castelló de la Plana
Palma
Palma, La
Palma del Río
Sant Joan d'Alacant
Vila Joiosa, la/Villajoyosa
Alqueries, les/Alquerías del Niño Perdido
Campello, el
Poblets, els
Ràpita, La
Vall-llobrega
Vall d'Uixó, la
Castell-Platja d'Aro
Cornellà del Terri
Sant Cugat del Vallès
Sant Llorenç des Cardassar
Es Castell
Ses Salines
Maó
Eivissa
Santa Eulària des Riu
Sant Antoni de Portmany
Alaró
Búger
Ejido, El
Línea de la Concepción, La
Puerto de Santa María, El
Alcalá la Real
Alcalá de Henares
Alcalá de Guadaíra
Alcázar de San Juan
San Sebastián de los Reyes
San Sebastián de la Gomera
Santa Cruz de Tenerife
Santa Cruz de la Palma
San Cristóbal de La Laguna
Orotava, La
Rozas de Madrid, Las
Rivas-Vaciamadrid
Pozuelo de Alarcón
Madrid
Moralzarzal
Móstoles
Fuenlabrada
Leganés
Getafe
Torrejón de Ardoz
Barcelona
Badalona
Terrassa
Sabadell
Lleida
Girona
Tarragona
Reus
Vic
Olot
Valls
València
Gandia
Alcoi/Alcoy
Elx/Elche
Sagunto/Sagunt
Burriana
Peñíscola/Peníscola
Vinaròs
Jávea/Xàbia
Dénia
Calp
Novelda
Elda
Orihuela
Murcia
Cartagena
Lorca
Yecla
Jumilla
Albacete
Ciudad Real
Cuenca
Guadalajara
Toledo
Talavera de la Reina
Illescas
Zaragoza
Huesca
Teruel
Calatayud
Ejea de los Caballeros
Aínsa-Sobrarbe
Pamplona/Iruña
Tudela
Estella-Lizarra
Ansoáin/Antsoain
Burlada/Burlata
Noáin (Valle de Elorz)/Noain (Elortzibar)
Logroño
Calahorra
Haro
Bilbao
Barakaldo
Getxo
Valle de Trápaga-Trapagaran
Abanto y Ciérvana-Abanto Zierbena
Eibar
Irun
Arrasate/Mondragón
Santander
Torrelavega
Castro-Urdiales
Val de San Vicente
Oviedo
Gijón
Avilés
Llanera
Cangas de Onís
Cangas del Narcea
Lugo
Ourense
Pontevedra
Vigo
Ferrol
Grove, O
Porriño, O
Barco de Valdeorras, O
Pobra do Caramiñal, A
Illa de Arousa, A
Pontes de García Rodríguez, As
León
Ponferrada
Bañeza, La
Astorga
Zamora
Salamanca
Valladolid
Burgos
Villarcayo de Merindad de Castilla la Vieja
Palencia
Segovia
Ávila
Soria
Cáceres
Badajoz
Mérida
Plasencia
Almendralejo
Sevilla
Cádiz
Jerez de la Frontera
Huelva
Córdoba
Jaén
Granada
Málaga
Almería
Roquetas de Mar
Vélez-Málaga
Marbella
Ceuta
Melilla
1º de Mayo
Polígono 02
Barrio 21 de Abril
2 de Mayo, El
10 Pinos
Αθήνα
Αθίκια
Киев
Килия
Москва Кирова
北京市
京都
`), "\n")

// tree hangs names under one province of the made-up country.
func tree(names []string) []geo.Place {
	places := []geo.Place{
		{ID: "XX", Name: "Exlandia", Level: geo.Country},
		{ID: "XX-NO", Name: "Norte", Level: geo.Region, Parent: "XX"},
		{ID: "XX-01", Name: "Áurea", Level: geo.Province, Parent: "XX-NO"},
	}
	for i, name := range names {
		places = append(places, geo.Place{
			ID: geo.ID(fmt.Sprintf("XX-01%05d", i)), Name: name, Level: geo.Municipality, Parent: "XX-01",
			Tech: &geo.TechData{Population: new(1000 + i*7919%5000)},
		})
	}
	return places
}

func mustNew(t testing.TB, places []geo.Place) *geo.Gazetteer {
	t.Helper()
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, places)
	if err != nil {
		t.Fatalf("NewGazetteer: %v", err)
	}
	return g
}

// officialPlaces reads the file REGENGINE_IGN_FILE names: the list of
// municipalities as IGN, the mapping agency of Spain, publishes it: semicolons and Latin-1. It takes names, provinces and populations from it.
func officialPlaces(t testing.TB) (places []geo.Place, ok bool) {
	t.Helper()
	path := os.Getenv("REGENGINE_IGN_FILE")
	if path == "" {
		return nil, false
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatalf("REGENGINE_IGN_FILE: %v", err)
	}
	defer file.Close()
	rows := csv.NewReader(charmap.ISO8859_1.NewDecoder().Reader(file))
	rows.Comma, rows.LazyQuotes = ';', true
	header, err := rows.Read()
	if err != nil {
		t.Fatalf("REGENGINE_IGN_FILE: %v", err)
	}
	code, name, people := slices.Index(header, "COD_INE"), slices.Index(header, "NOMBRE_ACTUAL"), slices.Index(header, "POBLACION_MUNI")
	if min(code, name, people) < 0 {
		t.Fatalf("REGENGINE_IGN_FILE: want columns COD_INE, NOMBRE_ACTUAL and POBLACION_MUNI, got %q", header)
	}
	all, err := rows.ReadAll()
	if err != nil {
		t.Fatalf("REGENGINE_IGN_FILE: %v", err)
	}
	places = tree(nil)
	for _, row := range all {
		province := geo.ID("XX-" + row[code][:2])
		if !slices.ContainsFunc(places, func(p geo.Place) bool { return p.ID == province }) {
			places = append(places, geo.Place{ID: province, Name: "Provincia " + row[code][:2], Level: geo.Province, Parent: "XX-NO"})
		}
		population, _ := strconv.Atoi(row[people])
		places = append(places, geo.Place{
			ID: geo.ID("XX-" + row[code][:5]), Name: row[name], Level: geo.Municipality, Parent: province,
			Tech: &geo.TechData{Population: &population},
		})
	}
	return places, true
}
