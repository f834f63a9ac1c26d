"""The command line: python tools/docs_site."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # where this folder is the package docs_site

from docs_site.command import main  # noqa: E402

sys.exit(main())
