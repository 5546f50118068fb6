"""The innermost loops of the search: judging moves, imagining rounds, dealing hidden tiles.

One source is run by Python, and is compiled where there was a compiler at hand: ``_judging.pxd``
gives the C types of ``judging.py``, and so on. Both decide the same to the last bit of every float,
so that a machine without a compiler plays the same, only more slowly. In C a set of tiles is a
64-bit number: what is compiled can play up to double-nine, with its 55 tiles. Arrays have one size
for all sets. :mod:`~chickenscratch.bots.kernel.engine` chooses.
"""
