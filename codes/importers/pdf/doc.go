// Package pdf reads regulation texts from PDF files.
package pdf
