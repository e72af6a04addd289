// Package retrievaltest holds the conformance suites of the ports of package
// retrieval ([TestStore], [TestVectorStore], [TestIndex], [TestEmbedder]), and
// implementations in memory for tests.
package retrievaltest
