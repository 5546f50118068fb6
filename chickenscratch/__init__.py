"""Chicken Scratch and Chicken Foot, the domino games, for the terminal."""

__version__ = "0.1.0"
