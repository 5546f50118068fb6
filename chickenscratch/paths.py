"""Where files live. Apart from the settings, because asking this must not import their model."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

APP: Final = "chickenscratch"
HOME_VARIABLE: Final = "CHICKENSCRATCH_HOME"
"""Names a folder to keep everything in, instead of the folders the system suggests."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The four folders of this person. They need not exist yet."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.config / "config.toml"

    @classmethod
    def below(cls, home: Path) -> Paths:
        """All four inside one folder."""
        return cls(home / "config", home / "data", home / "state", home / "cache")

    @classmethod
    def find(cls, environ: Mapping[str, str] | None = None) -> Paths:
        """Where the system and the environment want them."""
        home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
        if home:
            return cls.below(Path(home).expanduser().absolute())
        from platformdirs import PlatformDirs

        dirs = PlatformDirs(APP, appauthor=False)
        return cls(
            dirs.user_config_path, dirs.user_data_path, dirs.user_state_path, dirs.user_cache_path
        )
