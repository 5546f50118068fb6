"""How the table and the tiles look: pure functions from spots to styled characters."""
