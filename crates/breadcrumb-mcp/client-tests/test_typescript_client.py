"""The official TypeScript client: everything the server can do, over both transports."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import calls
import typescript
from conftest import MODES
from listening import listening
from project import Project


def task_of(project: Project, mode: str) -> dict[str, Any]:
    return {
        "command": str(project.command),
        "args": ["mcp"],
        "cwd": str(project.root),
        "mode": mode,
        "calls": [
            *calls.GOOD,
            *((tool, arguments) for tool, arguments, _ in calls.BAD),
            *(("breadcrumb_stats", {"db_path": path}) for path, _ in calls.BAD_PATHS),
            ("nonsense", {}),
        ],
        "resources": [*calls.RESOURCES, "breadcrumb://nonsense"],
        "prompts": [*calls.PROMPTS, "nonsense"],
    }


@pytest.mark.parametrize("mode", MODES)
def test_over_standard_input_and_output(project: Project, mode: str) -> None:
    before = project.files()
    check(typescript.run(task_of(project, mode)))
    assert project.files() == before


def test_over_http(project: Project) -> None:
    with listening(project) as server:
        headers = {"Authorization": f"Bearer {server.token}"}
        check(typescript.run({**task_of(project, "auto"), "url": server.url, "headers": headers}))


def check(seen: list[dict[str, Any]]) -> None:
    steps = iter(seen)
    connected = next(steps)
    assert connected["server"]["name"] == "breadcrumb" and connected["instructions"]
    tools = next(steps)["result"]["tools"]
    assert [tool["name"] for tool in tools] == calls.TOOLS
    schemas = {tool["name"]: tool["outputSchema"] for tool in tools}
    for tool, arguments in calls.GOOD:
        step = next(steps)
        assert "error" not in step, (tool, arguments, step)
        result = step["result"]
        assert not result.get("isError"), (tool, arguments, result["content"])
        jsonschema.validate(result["structuredContent"], schemas[tool])
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    refused = [*((arguments, part) for _, arguments, part in calls.BAD), *calls.BAD_PATHS]
    for arguments, part in refused:
        result = next(steps)["result"]
        assert result["isError"], (arguments, result)
        assert part in result["content"][0]["text"], (arguments, result)
    assert "there is no tool `nonsense`" in next(steps)["error"]
    resources = next(steps)["result"]["resources"]
    assert {found["uri"]: found["mimeType"] for found in resources} == calls.RESOURCES
    for mime_type in calls.RESOURCES.values():
        contents = next(steps)["result"]["contents"]
        assert contents[0]["mimeType"] == mime_type and contents[0]["text"]
    assert "there is no resource" in next(steps)["error"]
    prompts = next(steps)["result"]["prompts"]
    assert {prompt["name"]: prompt["title"] for prompt in prompts} == calls.PROMPTS
    for _ in calls.PROMPTS:
        messages = next(steps)["result"]["messages"]
        assert messages[0]["role"] == "user" and "```json" in messages[0]["content"]["text"]
    assert "there is no prompt" in next(steps)["error"]
    assert next(steps, None) is None
