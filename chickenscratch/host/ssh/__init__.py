"""The SSH front: players without an account log in by their key and are in the application.

It knows nothing of the application. It is given a function that makes a :class:`View` for a
:class:`Visitor`, and carries bytes between that view and the visitor's terminal.
"""
