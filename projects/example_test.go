package projects_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
)

// A file is put into a project and searched.
func ExampleService_Library() {
	ctx := context.Background()
	store := projectstest.NewMem() // a program takes package sqlstore
	member := projects.Member{OrganizationID: projects.NewID(), UserID: projects.NewID()}
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{country: "AA"}}, []geo.Place{{ID: "AA", Name: "Alandia", Level: geo.Country}})
	if err != nil {
		panic(err)
	}
	catalog, err := codes.NewCatalog(places, nil)
	if err != nil {
		panic(err)
	}
	service := &projects.Service{
		Store:     store,
		Territory: func() (*geo.Gazetteer, *codes.Catalog) { return places, catalog },
		Extractor: paragraphs{}, // a program takes package extract
	}
	p, err := service.Put(ctx, projects.Project{OrganizationID: member.OrganizationID, Name: "Casa", GeoID: "AA"})
	if err != nil {
		panic(err)
	}
	file := projects.Upload{Name: "memoria.txt", Data: []byte("Planta baja de 90 m².\n\nLa escalera mide 1,10 m.")}
	document, _, err := service.AddDocument(ctx, member, p.ID, file)
	if err != nil {
		panic(err)
	}
	library, err := service.Library(ctx, member.OrganizationID, p.ID)
	if err != nil {
		panic(err)
	}
	hits, err := library.Search(ctx, retrieval.Query{Text: "ancho de la escalera", Docs: []string{document.ID}})
	if err != nil {
		panic(err)
	}
	fmt.Println(hits[0].Block.Text)
	// Output: La escalera mide 1,10 m.
}
