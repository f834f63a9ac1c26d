"""The command line: python tools/faults."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # where this folder is the package faults

from faults.command import main  # noqa: E402

sys.exit(main())
