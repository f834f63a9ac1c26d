"""The command line: python tools/attack."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # where this folder is the package attack

from attack.command import main  # noqa: E402

sys.exit(main())
