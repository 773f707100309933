"""A reader's shell: a folder of its own, and nothing of this machine but its programs."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from pages import EXAMPLES, ROOT, Command

#: In seconds. A page that runs tests in a browser takes a few; what takes longer hangs.
PATIENCE = 120
#: The port of servers in the pages; here it stands for one that is free.
PORT = "8000"
#: What leads to a browser; all other settings of whoever runs the tests stay out.
_KEPT = ("BREADCRUMB_BROWSER", "BREADCRUMB_CHROMIUM", "PLAYWRIGHT_BROWSERS_PATH", "LANG", "LC_ALL")


class Shell:
    """Runs the commands of one page in the folder that its example starts with."""

    def __init__(self, page: Path, scratch: Path) -> None:
        self.folder = scratch / page.stem
        home = scratch / "home"
        home.mkdir()
        self._environment = environment(home)
        self._port = _free_port()
        self._servers: list[subprocess.Popen[bytes]] = []
        if (example := EXAMPLES / page.stem).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(example, self.folder, ignore=ignored)
        else:
            self.folder.mkdir()
        if (self.folder / "setup.sh").exists():
            # What has happened before the reader comes.
            code, said = self.run(Command("setup.sh", "bash setup.sh && rm setup.sh"))
            assert code == 0, said

    def __enter__(self) -> Shell:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for server in self._servers:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()

    def run(self, command: Command) -> tuple[int, str]:
        """Return a command's exit code and all that it has said."""
        said = self.folder.with_name("said.txt")
        with said.open("wb") as file:
            process = subprocess.Popen(
                ["bash", "-c", command.line.removesuffix("&").replace(PORT, self._port)],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if command.line.endswith("&") else file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            if command.line.endswith("&"):
                self._servers.append(process)
                self._wait_for_server()
                return 0, ""
            try:
                if command.is_interrupted:
                    self._wait_for_output(command, said)
                    os.killpg(process.pid, signal.SIGINT)
                code = process.wait(PATIENCE)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        return code, self._text(said)

    def _wait_for_output(self, command: Command, said: Path) -> None:
        """Wait until a command that goes on for ever has said all that it should."""
        end = time.monotonic() + PATIENCE / 4
        while not command.pattern().fullmatch(self._text(said)) and time.monotonic() < end:
            time.sleep(0.05)

    def _wait_for_server(self) -> None:
        end = time.monotonic() + PATIENCE / 4
        with socket.socket() as client:
            while client.connect_ex(("localhost", int(self._port))) != 0:
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def _text(self, path: Path) -> str:
        text = path.read_text(encoding="utf-8").replace(self._port, PORT)
        return "".join(line.rstrip() + "\n" for line in text.splitlines())


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a reader who has just begun."""
    # The programs of this environment, after those that somebody wants to try instead.
    folders = [os.environ.get("BREADCRUMB_DOCS_BIN", ""), str(Path(sys.executable).parent)]
    path = os.pathsep.join([*filter(None, folders), os.environ["PATH"]])
    browsers = Path.home() / ".cache" / "ms-playwright"
    found = {"PLAYWRIGHT_BROWSERS_PATH": str(browsers)} if browsers.is_dir() else {}
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    shop = {"SHOP": str(ROOT / "examples" / "shop")}
    fixed = {**shop, "PATH": path, "HOME": str(home), "NO_COLOR": "1", "COLUMNS": "80", "TZ": "UTC"}
    return {**found, **kept, **fixed}


def _free_port() -> str:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return str(server.getsockname()[1])
