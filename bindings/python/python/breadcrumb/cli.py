"""The `breadcrumb` command: the Rust one, in this process."""

import os
import signal
import sys

from . import _native

__all__ = ["main"]


def main() -> None:
    """Run the command with the arguments of this process and exit with its code."""
    # Python handles Ctrl-C between its own steps, and the command is one of them.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # So that `doctor` can ask the Python that the command is installed for.
    os.environ.setdefault("BREADCRUMB_PYTHON", sys.executable or "")
    sys.exit(_native.run_command(["breadcrumb", *sys.argv[1:]]))
