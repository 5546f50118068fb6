"""A table of seats: the authority over one game, and the links by which seats talk to it."""
