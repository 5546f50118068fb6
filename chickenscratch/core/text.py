"""Sentences as data: a template and its values, translated where a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def N_(template: str) -> str:  # noqa: N802
    """Mark a template for the catalogues; it is translated later, at the edge."""
    return template


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence a person may read. `str()` gives the English one."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)
