// Package boe reads consolidated legislation as the Boletín Oficial del Estado
// gives it in XML (its open data service, "legislación consolidada"): what the
// publisher says of the law, and its blocks, each with every wording it has had.
//
// A law changes block by block, so the file has no versions of the whole. [Read]
// makes them: one for each day on which some block took a new wording, in which
// every block has its last wording taken into force by then.
package boe
