"""Requests that a front end may make, one function per verb over an opened workspace.

The command line and `larder.core.api` call the functions; a worker process finds the same ones in
`request`, as `Request`s whose answers are encoded in one place. Options are plain values.
"""
