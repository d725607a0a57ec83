"""The language server in a conversation with a client of the protocol's library, over standard streams."""

from __future__ import annotations

import ast
import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

TEXT = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int half(int x) {
    return 100 / x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x != 77);
    return 0;
}
"""
SPINNING = """\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x, n = 0;
    while (y) { y = y * 2654435761u ^ (y >> 7); n++; }
    assert(n != 123456789);
    return 0;
}
"""
PATIENCE = 60


class Editor:
    """What an editor keeps of what it is told."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.diagnostics: dict[str, list[types.Diagnostic]] = {}
        self.messages: list[str] = []
        self.progress: dict[Any, list[Any]] = {}
        self.begun = asyncio.Event()
        self.edits: list[types.WorkspaceEdit] = []

    def listen(self) -> None:
        feature = self.client.feature

        @feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _diagnostics(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)

        @feature(types.WINDOW_SHOW_MESSAGE)
        def _message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def _create(params: types.WorkDoneProgressCreateParams) -> None:
            self.progress[params.token] = []

        @feature(types.PROGRESS)
        def _progress(params: types.ProgressParams) -> None:
            self.progress[params.token].append(params.value)
            self.begun.set()

        @feature(types.WORKSPACE_APPLY_EDIT)
        def _edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.edits.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

    async def begin(self, folder: Path, **options: Any) -> types.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "dovetail", "lsp")
        capabilities = types.ClientCapabilities(
            window=types.WindowClientCapabilities(work_done_progress=True),
            workspace=types.WorkspaceClientCapabilities(apply_edit=True),
        )
        params = types.InitializeParams(
            capabilities, root_uri=folder.as_uri(), process_id=os.getpid(), initialization_options=options
        )
        result = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        return result

    def open(self, path: Path) -> str:
        item = types.TextDocumentItem(path.as_uri(), "c", 1, path.read_text())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return item.uri

    async def lenses(self, uri: str) -> list[types.Command]:
        document = types.TextDocumentIdentifier(uri)
        found = await self.client.text_document_code_lens_async(types.CodeLensParams(document))
        return [one.command for one in found or () if one.command is not None]

    async def do(self, command: types.Command) -> Any:
        params = types.ExecuteCommandParams(command.command, command.arguments)
        return await asyncio.wait_for(self.client.workspace_execute_command_async(params), PATIENCE)

    async def hover(self, uri: str, line: int) -> str:
        place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line - 1, 4))
        found = await self.client.text_document_hover_async(place)
        return "" if found is None else found.contents.value  # type: ignore[union-attr]

    async def actions(self, uri: str, line: int) -> dict[str, types.Command]:
        """The library takes an action with a command for a command, whose name is then all of that."""
        here = types.Position(line - 1, 0)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), types.Range(here, here), types.CodeActionContext([])
        )
        found = [one.command for one in await self.client.text_document_code_action_async(params) or ()]
        given = [ast.literal_eval(one) if isinstance(one, str) else one for one in found]
        return {
            one["title"]: types.Command(one["title"], one["command"], arguments=one["arguments"])
            for one in given
        }


def conversation(folder: Path, talk: Callable[[Editor], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def all_of_it() -> None:
        editor = Editor(LanguageClient("a test", "1"))
        editor.listen()
        result = await asyncio.wait_for(editor.begin(folder, **options), PATIENCE)
        assert result.server_info is not None and result.server_info.name == "dovetail"
        await talk(editor)
        await asyncio.wait_for(editor.client.shutdown_async(None), PATIENCE)
        editor.client.exit(None)
        server = editor.client._server
        assert server is not None
        await asyncio.wait_for(server.wait(), PATIENCE)
        assert server.returncode == 0
        await editor.client.stop()

    asyncio.run(all_of_it())


def test_a_program_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(TEXT)

    async def talk(editor: Editor) -> None:
        uri = editor.open(path)
        before = await editor.lenses(uri)
        assert [one.title for one in before] == ["check this function", "check this program"]
        assert await editor.hover(uri, 11) == ""
        assert await editor.do(before[1]) == "violated"
        (found,) = editor.diagnostics[uri]
        assert (found.range.start.line, found.code, found.source) == (10, "assertion", "dovetail")
        assert found.severity == types.DiagnosticSeverity.Error and found.message.endswith("it fails")
        related = [(one.location.range.start.line, one.message) for one in found.related_information or ()]
        assert (8, "int x = __VERIFIER_nondet_int();; x = 77") in related, related
        assert "**violated** (main" in await editor.hover(uri, 11)
        assert "**main: violated**" in await editor.hover(uri, 8)
        assert (await editor.lenses(uri))[1].title == "violated: check again, this program"
        (steps,) = editor.progress.values()
        assert (steps[0]["kind"], steps[-1]["kind"]) == ("begin", "end")
        assert steps[0]["title"] == "checking main" and steps[0]["cancellable"] is True

    arguments = ["--strategy", "bounded"]
    conversation(tmp_path, talk, arguments=arguments, warm=False)


@pytest.mark.slow
def test_what_is_wrong_with_options_is_told(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text("int f(void) { return 1 }\n")

    async def talk(editor: Editor) -> None:
        uri = editor.open(tmp_path / "f.c")
        (lens,) = await editor.lenses(uri)
        assert await editor.do(lens) is None
        assert editor.messages[0] == (
            "Dovetail: there is no option 'timout'; did you mean 'timeout'?; warm is neither true nor false; "
            "arguments is no list of texts"
        )
        assert "checking f: error: " in editor.messages[1] and "expected ';'" in editor.messages[1]

    conversation(tmp_path, talk, timout="1s", warm="no", arguments="-x")


@pytest.mark.slow
def test_a_check_is_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(SPINNING)

    async def talk(editor: Editor) -> None:
        uri = editor.open(path)
        (lens,) = await editor.lenses(uri)
        asked = asyncio.create_task(editor.do(lens))
        await asyncio.wait_for(editor.begun.wait(), PATIENCE)
        (token,) = editor.progress
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        assert await asked is None
        assert editor.progress[token][-1]["kind"] == "end"
        assert editor.diagnostics == {}

    conversation(tmp_path, talk, timeout="10m", warm=False)


@pytest.mark.slow
def test_what_was_checked_is_checked_again_when_it_is_saved(tmp_path: Path) -> None:
    """By a warm process, and with the flags of the build."""
    path = tmp_path / "f.c"
    path.write_text(TEXT.replace("77", "WRONG"))
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "compile_commands.json").write_text(
        '[{"directory": "..", "file": "f.c", "command": "cc -DWRONG=77 -c f.c"}]'
    )

    async def talk(editor: Editor) -> None:
        uri = editor.open(path)
        for wrong, marks in (("x != WRONG", 1), ("x != 3", 0)):
            path.write_text(TEXT.replace("x != 77", wrong))
            saved = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
            editor.diagnostics.clear()
            editor.client.text_document_did_save(saved)
            async with asyncio.timeout(PATIENCE):
                while uri not in editor.diagnostics:
                    await asyncio.sleep(0.1)
            assert len(editor.diagnostics[uri]) == marks
        assert "**proved** (main, by " in await editor.hover(uri, 11)

    conversation(tmp_path, talk)
    assert (tmp_path / "dovetail-out" / ".dovetail").is_file()


@pytest.mark.slow
def test_a_contract_is_inserted(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(TEXT)

    async def talk(editor: Editor) -> None:
        uri = editor.open(path)
        command = (await editor.actions(uri, 5))["Dovetail: insert a contract of half"]
        assert await editor.do(command) is True
        (edit,) = editor.edits
        assert edit.changes is not None
        text = path.read_text()
        for change in sorted(edit.changes[uri], key=lambda one: one.range.start.line, reverse=True):
            lines = text.split("\n")
            at = (
                sum(len(line) + 1 for line in lines[: change.range.start.line]) + change.range.start.character
            )
            text = text[:at] + change.new_text + text[at:]
        path.write_text(text)
        assert "    dovetail_requires(x != 0);\n" in text and text.startswith("#include <dovetail.h>\n")
        assert await editor.do(types.Command("", "dovetail.check", arguments=[uri, "half"])) == "proved"

    conversation(tmp_path, talk, arguments=["--property", "no-overflow", "--property", "unreach-call"])
