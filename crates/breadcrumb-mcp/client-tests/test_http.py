"""HTTP on this machine: only who is here and has the token is answered."""

from __future__ import annotations

import subprocess

import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import calls
from conftest import MODES
from listening import Listening, listening
from project import Project

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.mark.parametrize("mode", MODES)
async def test_the_python_client_does_everything(project: Project, mode: str) -> None:
    before = project.files()
    with listening(project) as server:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30) as http,
            Client(streamable_http_client(server.url, http_client=http), mode=mode, cache=None) as client,
        ):
            schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
            for tool, arguments in calls.GOOD:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error, (tool, arguments, result.content)
                jsonschema.validate(result.structured_content, schemas[tool])
            for tool, arguments, part in calls.BAD:
                result = await client.call_tool(tool, arguments)
                assert result.is_error and part in result.content[0].text, (tool, arguments, result)
            for uri in calls.RESOURCES:
                assert (await client.read_resource(uri)).contents
            for prompt in calls.PROMPTS:
                assert (await client.get_prompt(prompt)).messages
    assert project.files() == before


async def test_a_client_without_the_token_gets_nothing(project: Project) -> None:
    with listening(project) as server:
        for headers in ({}, {"Authorization": "Bearer 0123456789abcdef0123456789abcdef"}):
            async with httpx2.AsyncClient(headers=headers, timeout=10) as http:
                with pytest.raises(BaseException) as raised:
                    async with Client(streamable_http_client(server.url, http_client=http)):
                        pass
                assert "breadcrumb_stats" not in str(raised.value)


def test_only_requests_of_this_machine_are_answered(project: Project) -> None:
    with listening(project) as server:
        good = {"Authorization": f"Bearer {server.token}"}
        port = server.host.rsplit(":")[-1]
        assert post(server, good) == 200
        assert post(server, {**good, "Host": f"localhost:{port}"}) == 200
        assert post(server, {**good, "Origin": f"http://{server.host}"}) == 200
        assert post(server, {}) == 401
        for bad in ("Bearer x", f"Basic {server.token}", f"Bearer {server.token}0", ""):
            assert post(server, {"Authorization": bad}) == 401
        for bad in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1.evil.example:{port}"):
            assert post(server, {**good, "Host": bad}) == 403
        for bad in ("https://evil.example", "null", f"https://localhost:{port}", "http://localhost"):
            assert post(server, {**good, "Origin": bad}) == 403
        # What a page in a browser asks before it sends a header of its own.
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Headers": "authorization"}
        answer = httpx2.options(server.url, headers=asked)
        assert answer.status_code == 403 and "access-control-allow-origin" not in answer.headers
        assert httpx2.post(server.url.removesuffix("mcp"), headers=good, json=PING).status_code == 404
        too_long = {**PING, "params": {"padding": "x" * (2 << 20)}}
        assert httpx2.post(server.url, headers=headers_of(good), json=too_long).status_code == 413


@pytest.mark.parametrize("address", ["0.0.0.0:0", "192.0.2.1:8322", "[::]:0"])
def test_other_machines_cannot_be_let_in(project: Project, address: str) -> None:
    done = subprocess.run([project.command, "mcp", "--http", address], capture_output=True, text=True, timeout=10)
    assert done.returncode == 2 and done.stdout == ""
    assert "can be reached from other machines" in done.stderr and "127.0.0.1:0" in done.stderr


def post(server: Listening, headers: dict[str, str]) -> int:
    return httpx2.post(server.url, headers=headers_of(headers), json=PING).status_code


def headers_of(headers: dict[str, str]) -> dict[str, str]:
    return {"Accept": "application/json, text/event-stream", **headers}
