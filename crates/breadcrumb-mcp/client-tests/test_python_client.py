"""The official Python client over standard input and output: everything the server can do."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client, MCPError

import calls
from conftest import MODES, connected
from project import HOSTILE, RESULTS, Project


@pytest.mark.parametrize("mode", MODES)
async def test_it_says_what_it_is_and_lists_its_tools(project: Project, mode: str) -> None:
    async with connected(project, mode=mode) as client:
        assert client.protocol_version == ("2026-07-28" if mode == "auto" else "2025-11-25")
        assert client.server_info and client.server_info.name == "breadcrumb"
        assert client.instructions and "breadcrumb_report" in client.instructions
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == calls.TOOLS
    for tool in tools:
        assert tool.title and tool.description
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.input_schema["additionalProperties"] is False
        assert "db_path" in tool.input_schema["properties"]
        assert all("description" in about for about in tool.input_schema["properties"].values())
        assert tool.output_schema
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        hints = tool.annotations
        assert hints and hints.read_only_hint and not hints.destructive_hint and hints.idempotent_hint
        assert hints.open_world_hint is (tool.name == "breadcrumb_generate_tests")


async def test_good_calls_answer_in_the_shape_that_was_promised(project: Project) -> None:
    before = project.files()
    for mode in MODES:
        async with connected(project, mode=mode) as client:
            schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
            for tool, arguments in calls.GOOD:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error, (tool, arguments, result.content)
                answer = result.structured_content
                jsonschema.validate(answer, schemas[tool])
                assert answer.keys() == schemas[tool]["properties"].keys(), "a field without a description"
                assert json.loads(result.content[0].text) == answer
    assert project.files() == before, "reading has changed or left something"


async def test_bad_calls_are_refused_with_a_way_out(project: Project) -> None:
    before = project.files()
    async with connected(project) as client:
        for tool, arguments, part in calls.BAD:
            text = await refusal(client, tool, arguments)
            assert part in text, (tool, arguments, text)
            assert "hint: " in text, (tool, arguments, text)
        with pytest.raises(MCPError, match=r"there is no tool `nonsense`; there are .*breadcrumb_stats"):
            await client.call_tool("nonsense", {})
        allowed = await refusal(client, "breadcrumb_report", {"weeks": 7})
        assert "allowed: `days`, `limit`, `cursor`, `db_path`" in allowed
    assert project.files() == before


async def test_no_path_leads_out_of_the_roots(project: Project) -> None:
    before = project.files()
    async with connected(project) as client:
        for path, part in calls.BAD_PATHS:
            for tool in ("breadcrumb_stats", "breadcrumb_report", "breadcrumb_doctor"):
                text = await refusal(client, tool, {"db_path": path})
                assert part in text, (path, text)
    assert project.files() == before
    async with connected(project, "--root", str(project.outside), "--root", str(project.root)) as client:
        # The first root is where relative paths begin; absolute ones may be in any.
        for path in ("secret.db", str(project.database), "../project/out.db"):
            assert not (await client.call_tool("breadcrumb_stats", {"db_path": path})).is_error


async def test_the_default_database_is_the_one_it_was_started_with(project: Project) -> None:
    async with connected(project, "--db", str(project.outside / "secret.db")) as client:
        named = (await call(client, "breadcrumb_stats"))["database"]
        assert named == str(project.outside / "secret.db")
        # Only as the default: a call may not name it.
        assert "outside" in await refusal(client, "breadcrumb_stats", {"db_path": named})
    async with connected(project, "--db", "nothing.db") as client:
        assert "no database at `nothing.db`" in await refusal(client, "breadcrumb_stats", {})
        with pytest.raises(MCPError, match="no database"):
            await client.read_resource("breadcrumb://report/latest")
    assert not (project.root / "nothing.db").exists()


async def test_the_answers_are_right(project: Project) -> None:
    async with connected(project) as client:
        stats = await call(client, "breadcrumb_stats")
        assert (stats["fingerprints"], stats["healing_events"], stats["tests"]) == (120, 120, len(RESULTS))
        report = await call(client, "breadcrumb_report")
        assert report["summary"]["failing"] == 1 and report["summary"]["heals"] == 120
        failing = (await call(client, "breadcrumb_failing_tests"))["failing_tests"]
        assert [test["test_id"] for test in failing] == ["tests.shop::test_broken"]
        assert (failing[0]["failed_attempts"], failing[0]["error_type"]) == (3, "TimeoutError")
        assert "took too long" in failing[0]["message"]
        flaky = await call(client, "breadcrumb_flaky_tests")
        assert set(flaky["classifications"]) == set(RESULTS)
        assert flaky["classifications"]["tests.shop::test_flaky"] == "Chronic"
        assert flaky["tests"][0]["test_id"] == "tests.shop::test_flaky"
        heal = await call(client, "breadcrumb_explain_heal", event_id=1)
        assert heal["signals"] == [{"name": "text", "score": 1.0, "weight": 0.2}]
        assert heal["healed"]["text"] == HOSTILE and heal["runner_up"] and heal["margin"] == 0.3
        suggested = await call(client, "breadcrumb_suggest_locator", event_id=1)
        assert suggested["best"] == 'get_by_role("button", name="sign in")'
        assert {s["source"] for s in suggested["suggestions"]} == {"heal"}
        assert all(s["element"].startswith("<button") for s in suggested["suggestions"])
        made = await call(client, "breadcrumb_generate_tests", url="page.html")
        compile(made["page_object"], made["page_object_name"], "exec")
        compile(made["test_file"], made["test_file_name"], "exec")
        assert (await call(client, "breadcrumb_doctor"))["is_sound"] is True


async def test_what_people_decide_is_told_and_asked_for(tmp_path: Path, command: Path) -> None:
    project = Project(tmp_path, command)
    with sqlite3.connect(project.database) as connection:
        for number, decision in ((1, "approved"), (2, "rejected"), (3, "rejected"), (3, "pending")):
            connection.execute("UPDATE healing_events SET healed_digest = 'd' WHERE id = ?", (number,))
            connection.execute(
                "INSERT INTO heal_decisions (test_id, locator, healed_digest, decision, note, decided_by, decided_at)"
                " SELECT test_id, locator, 'd', ?, ?, 'ann', 1 FROM healing_events WHERE id = ?",
                (decision, HOSTILE, number),
            )
    connection.close()
    async with connected(project) as client:
        for decision, expected in (("approved", [1]), ("rejected", [2])):
            answer = await call(client, "breadcrumb_healing_events", decision=decision)
            assert [heal["id"] for heal in answer["healing_events"]] == expected
            assert answer["next_cursor"] is None
        seen: list[int] = []
        cursor: dict[str, str] | None = {}
        while cursor is not None:
            answer = await call(client, "breadcrumb_healing_events", decision="pending", limit=7, **cursor)
            seen += [heal["id"] for heal in answer["healing_events"]]
            cursor = {"cursor": answer["next_cursor"]} if answer["next_cursor"] else None
        assert len(seen) == len(set(seen)) == 118 and not {1, 2} & set(seen)
        heal = await call(client, "breadcrumb_explain_heal", event_id=2)
        assert (heal["decision"], heal["decided_by"], heal["note"]) == ("rejected", "ann", HOSTILE)
        report = await call(client, "breadcrumb_report")
        assert report["summary"]["pending"] == 118


async def test_the_report_is_that_of_the_command(project: Project, command: Any) -> None:
    arguments = [str(command), "report", "--format", "json"]
    printed = subprocess.run(arguments, cwd=project.root, check=True, capture_output=True).stdout
    whole = json.loads(printed)
    async with connected(project) as client:
        lists: dict[str, list[Any]] = {}
        first = await call(client, "breadcrumb_report", limit=7)
        for name, page in first["pages"].items():
            entries = list(first[name])
            while cursor := page["next_cursor"]:
                answer = await call(client, "breadcrumb_report", limit=50, cursor=cursor)
                assert list(answer["pages"]) == [name] and answer["summary"] == whole["summary"]
                page = answer["pages"][name]
                entries += answer[name]
            assert len(entries) == page["total"]
            lists[name] = entries
    assert first["summary"] == whole["summary"]
    for name in ("tests", "healing_events", "refusals", "drifts", "flaky_tests", "top_locators"):
        assert lists[name] == whole[name], name


@pytest.mark.parametrize(
    ("tool", "name", "expected"),
    [
        ("breadcrumb_healing_events", "healing_events", 120),
        ("breadcrumb_list_fingerprints", "fingerprints", 120),
        ("breadcrumb_flaky_tests", "classifications", len(RESULTS)),
    ],
)
async def test_pages_have_everything_once(project: Project, tool: str, name: str, expected: int) -> None:
    async with connected(project) as client:
        seen: list[str] = []
        answer = await call(client, tool, limit=7)
        while True:
            seen += [json.dumps(entry) for entry in answer[name]]
            if not answer["next_cursor"]:
                break
            answer = await call(client, tool, limit=7, cursor=answer["next_cursor"])
    assert len(seen) == len(set(seen)) == expected


async def test_resources_and_prompts(project: Project) -> None:
    for mode in MODES:
        async with connected(project, mode=mode) as client:
            resources = (await client.list_resources()).resources
            assert {str(found.uri): found.mime_type for found in resources} == calls.RESOURCES
            for uri, mime_type in calls.RESOURCES.items():
                contents = (await client.read_resource(uri)).contents
                assert contents[0].mime_type == mime_type
                assert contents[0].text
            assert "test&#95;broken" in contents[0].text
            report = json.loads((await client.read_resource("breadcrumb://report/latest")).contents[0].text)
            assert report["summary"]["failing"] == 1
            with pytest.raises(MCPError, match="there is no resource"):
                await client.read_resource("breadcrumb://nonsense")
            prompts = (await client.list_prompts()).prompts
            assert {prompt.name: prompt.title for prompt in prompts} == calls.PROMPTS
            triage = await prompt_of(client, "triage_flaky_tests")
            assert "test_broken" in triage and "test_flaky" in triage
            review = await prompt_of(client, "review_heals", db_path=".breadcrumb.db")
            assert "#login" in review and "sign in" in review
            # Nothing that a page contains ends the block that the data is in.
            assert review.count("\n```") == 2
            with pytest.raises(MCPError, match="there is no prompt"):
                await client.get_prompt("nonsense")
            with pytest.raises(MCPError, match="outside the allowed"):
                await client.get_prompt("review_heals", {"db_path": "/etc/passwd"})
            with pytest.raises(MCPError, match="has no argument"):
                await client.get_prompt("review_heals", {"nonsense": "1"})


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, arguments, result.content)
    assert result.structured_content is not None
    return result.structured_content


async def refusal(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error, (tool, arguments, result.structured_content)
    return result.content[0].text


async def prompt_of(client: Client, name: str, **arguments: str) -> str:
    messages = (await client.get_prompt(name, arguments)).messages
    assert len(messages) == 1
    return messages[0].content.text
