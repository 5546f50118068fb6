"""Where the tiles lie: from the tree of laid tiles to cells on a grid."""
