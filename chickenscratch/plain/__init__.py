"""The line-by-line interface, for screen readers, plain terminals, pipes and scripts.

One fact a line, no cursor movement, no colour; what is typed is read a line at a time. See
:mod:`chickenscratch.plain.app` for what can be run.
"""
