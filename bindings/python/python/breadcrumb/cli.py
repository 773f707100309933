"""The `breadcrumb` command: the Rust one, in this process."""

import sys

from . import _native

__all__ = ["main"]


def main() -> None:
    """Run the command with the arguments of this process and exit with its code."""
    sys.exit(_native.run_command(["breadcrumb", *sys.argv[1:]]))
