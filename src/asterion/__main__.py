"""``python -m asterion`` and the command ``asterion``."""

import sys

from asterion.errors import missing


def main() -> int:
    """Run the command line; return its exit status."""
    try:
        from asterion.cli.app import run  # noqa: PLC0415  (only the command line needs Typer)
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.stderr.write(f"{missing('the command line', 'typer', 'rich')}\n")
        return 2
    return run()


if __name__ == "__main__":
    sys.exit(main())
