"""The game itself: pure, immutable, no input or output."""
