"""The language server: what an editor asks for, in the words of the protocol.

* A lens at each function: *check*; at `main` it is the program. What was checked in a file is checked again
  when the file is saved. What was found is shown as diagnostics, a violation with its story as related
  information.
* Hover: what is known of a line, and of the function around it.
* An action at a function: *insert contract*, as `dovetail infer` proposes it.

One command at a time is at work for each function; another one for the same function ends it. The library
that speaks the protocol is an extra, so it is imported when a server is made.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dovetail.bad_input import InputError
from dovetail.editor.commands import Answer, Commands
from dovetail.editor.findings import Found, Mark, found
from dovetail.editor.outline import Function, function_around, functions_in
from dovetail.editor.settings import Settings
from dovetail.version import __version__

if TYPE_CHECKING:
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer

CHECK, INSERT = "dovetail.check", "dovetail.insertContract"
SOURCE = "dovetail"
HEADER = "#include <dovetail.h>"
_TICK = 1.0


def serve_editor() -> None:
    """Until the editor says that it is enough, or is gone, on standard input and output. Raises InputError if
    the library that it needs is not installed."""
    try:
        from pygls.lsp.server import LanguageServer
    except ImportError as error:
        text = "the language server is an extra: pip install 'dovetail[lsp]'"
        raise InputError(f"{text} ({error})") from error
    server = LanguageServer("dovetail", __version__)
    here = _Dovetail(server)
    here.register()
    # Whatever else is printed here is no message of the protocol.
    said = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        server.start_io(stdout=said)
    finally:
        here.gone()


class _Dovetail:
    def __init__(self, server: LanguageServer) -> None:
        from lsprotocol import types

        self._types = types
        self._server = server
        self._settings = Settings()
        self._wrong = ""
        """With what the editor has said of them."""
        self._commands = Commands(warm=False)
        self._found: dict[str, dict[str, Found]] = {}
        """By the path of a file, by the names of functions."""
        self._marked: dict[str, set[str]] = {}
        """The files that have diagnostics of a file's checks."""
        self._at_work: dict[tuple[str, str], asyncio.Task[Any]] = {}
        self._tokens: dict[str, asyncio.Task[Any]] = {}
        self._started: dict[str, float] = {}

    def register(self) -> None:
        types = self._types
        answers: dict[str, Callable[[Any], Any]] = {
            types.INITIALIZE: self._initialize,
            types.INITIALIZED: self._initialized,
            types.SHUTDOWN: self._shutdown,
            types.TEXT_DOCUMENT_DID_SAVE: self._saved,
            types.TEXT_DOCUMENT_CODE_LENS: self._lenses,
            types.TEXT_DOCUMENT_HOVER: self._hover,
            types.TEXT_DOCUMENT_CODE_ACTION: self._actions,
            types.WINDOW_WORK_DONE_PROGRESS_CANCEL: self._cancelled,
        }
        for name, answer in answers.items():
            self._server.feature(name)(_function(answer))

        async def check(uri: str, name: str) -> str | None:
            return await self._check(uri, name)

        async def insert(uri: str, name: str) -> bool:
            return await self._insert(uri, name)

        self._server.command(CHECK)(check)
        self._server.command(INSERT)(insert)

    # -- the life of the server

    def gone(self) -> None:
        """An editor that ends as it should has said so before."""
        self._commands.abandon()

    def _initialize(self, params: types.InitializeParams) -> None:
        self._settings, self._wrong = Settings.read(params.initialization_options)
        self._commands = Commands(warm=self._settings.warm)

    def _initialized(self, params: types.InitializedParams) -> None:
        if self._wrong:
            self._tell(self._types.MessageType.Warning, self._wrong)

    async def _shutdown(self, params: None) -> None:
        for task in list(self._at_work.values()):
            task.cancel()
        await self._commands.close()

    def _cancelled(self, params: types.WorkDoneProgressCancelParams) -> None:
        task = self._tokens.get(str(params.token))
        if task is not None:
            task.cancel()

    async def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        path = _path(params.text_document.uri)
        again = list(self._found.get(path, {}))
        if not again and self._settings.on_save and "main" in self._names(params.text_document.uri):
            again = ["main"]
        for name in again:
            await self._check(params.text_document.uri, name)

    # -- what is shown

    def _lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        types, uri = self._types, params.text_document.uri
        lenses = []
        for one in functions_in(self._text(uri)):
            known = self._found.get(_path(uri), {}).get(one.name)
            what = "check this program" if one.name == "main" else "check this function"
            title = what if known is None else f"{known.verdict}: {what.replace('check', 'check again,')}"
            command = types.Command(title, CHECK, arguments=[uri, one.name])
            lenses.append(types.CodeLens(self._range(one.line, one.column, len(one.name)), command))
        return lenses

    def _hover(self, params: types.HoverParams) -> Any:
        types, uri = self._types, params.text_document.uri
        path, line = _path(uri), params.position.line + 1
        said = []
        for one in self._found.get(path, {}).values():
            said += one.known.get((path, line), [])
        around = function_around(self._text(uri), line)
        if around is not None and around.line == line and around.name in self._found.get(path, {}):
            known = self._found[path][around.name]
            said += [f"**{known.title}**", *(f"- taken for granted: {text}" for text in known.assumptions)]
        if not said:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(dict.fromkeys(said)))
        return types.Hover(content)

    def _actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        types, uri = self._types, params.text_document.uri
        one = function_around(self._text(uri), params.range.start.line + 1)
        if one is None:
            return []
        titles = {CHECK: f"Dovetail: check {one.name}"}
        if one.name != "main":
            titles[INSERT] = f"Dovetail: insert a contract of {one.name}"
        return [
            types.CodeAction(
                title,
                kind=types.CodeActionKind.RefactorRewrite if name == INSERT else types.CodeActionKind.Empty,
                command=types.Command(title, name, arguments=[uri, one.name]),
            )
            for name, title in titles.items()
        ]

    # -- what is done

    async def _check(self, uri: str, name: str) -> str | None:
        """The verdict; None if there is none."""
        path = Path(_path(uri))
        words = ["check", *self._settings.reading(path), "--timeout", self._settings.timeout]
        words += self._settings.arguments
        words += ["--function", name] if name != "main" else []
        answer = await self._done(uri, name, f"checking {name}", [*words, str(path)])
        if answer is None or answer.document is None:
            return None
        made = found(answer.document, self._settings.folder(path))
        self._found.setdefault(str(path), {})[name] = made
        self._publish(str(path))
        editor = self._server.client_capabilities.workspace
        lenses = None if editor is None else editor.code_lens
        if lenses is not None and lenses.refresh_support:
            self._server.workspace_code_lens_refresh(None)
        return made.verdict

    async def _insert(self, uri: str, name: str) -> bool:
        """Was a contract inserted?"""
        types, path = self._types, Path(_path(uri))
        words = ["infer", *self._settings.reading(path), "--timeout", self._settings.timeout]
        words += ["--function", name]
        answer = await self._done(uri, name, f"looking for a contract of {name}", [*words, str(path)])
        if answer is None or answer.document is None:
            return False
        one = next((one for one in answer.document["functions"] if one["function"] == name), None)
        clauses = [f"dovetail_requires({text});" for text in one["requires"]] if one else []
        clauses += [f"dovetail_{said['kind']}({said['text']});" for said in one["clauses"]] if one else []
        text = self._text(uri)
        where = next((here for here in functions_in(text) if here.name == name), None)
        if not clauses or where is None:
            self._tell(types.MessageType.Info, f"no contract of {name} was found")
            return False
        edit = types.WorkspaceEdit(changes={uri: list(self._edits(text, where, clauses))})
        done = await self._server.workspace_apply_edit_async(
            types.ApplyWorkspaceEditParams(edit, label=f"a contract of {name}")
        )
        return bool(done.applied)

    def _edits(self, text: str, where: Function, clauses: list[str]) -> list[types.TextEdit]:
        types = self._types
        line, column = where.body
        lines = text.splitlines()
        following = next((one for one in lines[line:] if one.strip()), "    ")
        indent = following[: len(following) - len(following.lstrip())] or "    "
        place = self._range(line, column, 0)
        inserted = "".join(f"\n{indent}{clause}" for clause in clauses)
        edits = [types.TextEdit(place, inserted)]
        if "dovetail.h" not in text:
            edits.append(types.TextEdit(self._range(1, 1, 0), f"{HEADER}\n"))
        return edits

    async def _done(self, uri: str, name: str, title: str, words: list[str]) -> Answer | None:
        """A command, with progress that can be cancelled; None if it was."""
        path = _path(uri)
        before = self._at_work.get((path, name))
        if before is not None:
            before.cancel()
        folder = self._settings.folder(Path(path))
        task = asyncio.create_task(self._commands.run(words, folder))
        self._at_work[path, name] = task
        token = await self._begin(title, task)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=_TICK)
                self._report(token, task)
            answer = task.result()
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task})
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                raise  # it was the request
            return None
        finally:
            self._end(token)
            if self._at_work.get((path, name)) is task:
                del self._at_work[path, name]
        if answer.document is None:
            self._tell(self._types.MessageType.Error, f"{title}: {answer.said or 'there is no answer'}")
        return answer

    # -- progress

    async def _begin(self, title: str, task: asyncio.Task[Any]) -> str | None:
        types = self._types
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return None
        token = str(uuid.uuid4())
        self._tokens[token] = task
        await self._server.work_done_progress.create_async(token)
        begin = types.WorkDoneProgressBegin(title, cancellable=True, message=self._settings.timeout)
        self._server.work_done_progress.begin(token, begin)
        self._started[token] = time.monotonic()
        return token

    def _report(self, token: str | None, task: asyncio.Task[Any]) -> None:
        if token is None or task.done():
            return
        seconds = time.monotonic() - self._started[token]
        message = f"{seconds:.0f} s of {self._settings.timeout}"
        report = self._types.WorkDoneProgressReport(message=message)
        self._server.work_done_progress.report(token, report)

    def _end(self, token: str | None) -> None:
        if token is None:
            return
        del self._tokens[token], self._started[token]
        self._server.work_done_progress.end(token, self._types.WorkDoneProgressEnd())

    # -- diagnostics

    def _publish(self, path: str) -> None:
        """All that the checks of a file have found, in whatever files it stands."""
        by_file: dict[str, list[types.Diagnostic]] = {path: []}
        for one in self._found[path].values():
            for mark in one.marks:
                by_file.setdefault(mark.file, []).append(self._diagnostic(mark))
        for file in self._marked.get(path, set()) - by_file.keys():
            by_file[file] = []
        self._marked[path] = set(by_file)
        for file, diagnostics in by_file.items():
            params = self._types.PublishDiagnosticsParams(Path(file).as_uri(), _once(diagnostics))
            self._server.text_document_publish_diagnostics(params)

    def _diagnostic(self, mark: Mark) -> Any:
        types = self._types
        related = [
            types.DiagnosticRelatedInformation(
                types.Location(Path(step.file).as_uri(), self._range(step.line, 1, 0)), step.text
            )
            for step in mark.steps
            if os.path.isabs(step.file)
        ]
        return types.Diagnostic(
            self._range(mark.line, max(mark.column, 1), 1),
            mark.message,
            severity=types.DiagnosticSeverity(mark.severity),
            code=mark.kind,
            source=SOURCE,
            related_information=related or None,
            data={"evidence": mark.evidence} if mark.evidence else None,
        )

    # -- small things

    def _range(self, line: int, column: int, length: int) -> Any:
        types = self._types
        begin = types.Position(max(line - 1, 0), max(column - 1, 0))
        return types.Range(begin, types.Position(begin.line, begin.character + length))

    def _text(self, uri: str) -> str:
        return self._server.workspace.get_text_document(uri).source

    def _names(self, uri: str) -> set[str]:
        return {one.name for one in functions_in(self._text(uri))}

    def _tell(self, kind: types.MessageType, text: str) -> None:
        self._server.window_show_message(self._types.ShowMessageParams(kind, text))


def _function(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The library keeps notes on what it is given, which methods have no room for."""
    if inspect.iscoroutinefunction(method):

        async def later(params: Any) -> Any:
            return await method(params)

        return later

    def call(params: Any) -> Any:
        return method(params)

    return call


def _path(uri: str) -> str:
    from pygls.uris import to_fs_path

    path = to_fs_path(uri)
    if path is None:
        raise InputError(f"{uri} is no file")
    return os.path.normpath(path)


def _once(diagnostics: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for one in diagnostics:
        if one not in kept:
            kept.append(one)
    return kept
