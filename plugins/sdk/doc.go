// Package sdk is what the author of a country's plugin imports: implement [Country]
// and call [Serve] in main.
//
//	type atlantis struct{ sdk.UnimplementedCountry }
//
//	func (atlantis) Country() geo.ID { return "XA" } ...
//
//	func main() { sdk.Serve(atlantis{}) }
//
// [ReadPlacesCSV] and [Sub] read what an author embeds; package
// projects/calculators makes calculators of forms. Package plugins/plugintest holds
// the tests every plugin passes.
//
// # Compatibility
//
// What is exported here stays within one major version of the kit: methods are only
// added to [Country], each with an answer in [UnimplementedCountry]. A plugin built
// with an older kit goes on working with a newer host; see decision page 0052.
package sdk
