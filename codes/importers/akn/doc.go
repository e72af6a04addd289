// Package akn reads laws in Akoma Ntoso 3 (OASIS LegalDocML), of any publisher:
// acts and bills, with what their metadata say of them, their hierarchy as
// sections and its lowest parts as blocks.
//
// The format leaves publishers much freedom, so little is taken from the names of
// elements alone: the level of a heading is how deep its element is nested, and
// what an element without a heading is follows from what it stands in.
package akn
