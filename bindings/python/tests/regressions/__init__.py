"""Releases that rename things: some break what a test checks, some do not."""
