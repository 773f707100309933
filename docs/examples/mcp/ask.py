"""Asks the server as an assistant would: `ask.py` lists the tools, `ask.py TOOL [ARGUMENTS]` calls one."""

import json
import subprocess
import sys
from typing import Any

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "ask", "version": "1"}}


def ask(server: "subprocess.Popen[str]", number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())


with subprocess.Popen(["breadcrumb", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
    ask(server, 1, "initialize", HELLO)
    server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    if len(sys.argv) == 1:
        for tool in ask(server, 2, "tools/list", {})["result"]["tools"]:
            print(tool["name"])
    else:
        arguments = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
        answer = ask(server, 2, "tools/call", {"name": sys.argv[1], "arguments": arguments})
        print(answer["result"]["content"][0]["text"])
