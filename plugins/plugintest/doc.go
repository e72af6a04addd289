// Package plugintest holds the tests every plugin passes: [TestCountry] asks the
// author's type through the protocol, in memory; [TestBinary] asks the file that is
// shipped, approved and started as a server does it.
//
//	func TestCountry(t *testing.T) {
//		plugintest.TestCountry(t, france{}, &plugintest.Options{
//			Examples: map[string][]json.RawMessage{"stairs": {[]byte(`{"rise": 17, "going": 28}`)}},
//		})
//	}
//
// Each mistake is a line that says what is wrong and what is wanted. Run the tests
// with -race too: calls are made at once.
package plugintest
