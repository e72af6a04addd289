package main

// Roots of certificates for machines that have none, such as an image of the program
// alone; where a system has its own, those count.
import _ "golang.org/x/crypto/x509roots/fallback"
