// Package official fetches the files of official publishers for people who have a
// network and ask for it: a command line names an address, and only hosts of a
// list of official publishers are asked. Nothing here runs while a request is
// answered.
package official
