// Package web serves the pages people read: what is loaded and what came into force,
// the text of every hosted version at /codes/{slug}/{version} with one anchor per
// section, which is what the sources of an answer link to (DECISIONS 15), and how to
// call the API; and, to who is signed in, what is known of a place, what is required
// there, whether a value complies, and answers with the passages they stand on.
//
// What depends on who asks is for who is signed in, with a key and then a session
// ([Sessions]): such pages ask the API in that one's name, inside the program, and have
// no way of their own to what they show. The others are public, as the texts are. They load nothing from anywhere else: one
// style sheet and small scripts from /assets, and nothing stands in a page itself that
// a browser would run. What they say is in words/, by language; a reader gets the
// language that was chosen or the browser asks for.
package web
