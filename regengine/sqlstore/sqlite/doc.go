// Package sqlite opens a regengine database in an SQLite file.
//
// One server serves a file, with its rate limits in memory; commands such as an
// import may use the file at the same time, from other processes. Two servers on
// one file work, and see each other's changes, but each counts rate limits for
// itself: several replicas want Postgres. SQLite does not hand its write lock to
// who has waited longest; a process that waits asks every few milliseconds.
//
// Beside the file stand its -wal and -shm while it is in use, which belong to it,
// an empty -migrate, which is the lock of migrations, and -served, by which an older
// file in its place is noticed. A program that has the file open must not open and
// close it by other means, as to copy it: that ends the locks SQLite holds for the
// whole process. [Backup] copies it while it is in use, [Restore] puts a copy back.
package sqlite
