"""`dovetail lsp`: the language server, on standard input and output."""

from __future__ import annotations

from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status


@called()
def command() -> Status:
    """Speak the language server protocol on standard input and output, for editors."""
    from dovetail.editor.server import serve_editor

    serve_editor()
    return Status.FINE
