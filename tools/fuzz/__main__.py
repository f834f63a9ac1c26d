"""The command line: python tools/fuzz."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # where this folder is the package fuzz

from fuzz.command import main  # noqa: E402

sys.exit(main())
