"""A page as one HTML file that needs nothing but a browser: no network, no other file.

All text of the program is escaped here or, in the data, cannot end the element that it is in; and the page
forbids itself, by its content security policy, every script and style but its own.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files as resources
from typing import Any

from dovetail.report.c_text import visible

GENERATOR = '<meta name="generator" content="Dovetail">'
"""In the head of every page, so that one of the user's is never taken for one of Dovetail's."""


def self_contained(
    title: str, assets: str, body: Iterable[str], data: Any, *, before: Iterable[str] = ()
) -> str:
    """The style and the script are `assets`, by the name that they have in common; those that come `before`
    them have one each, too."""
    names = (*before, assets)
    style, script = ("".join(asset(f"{name}.{kind}") for name in names) for kind in ("css", "js"))
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        GENERATOR,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">',
        f"<title>{text_of(title)} · Dovetail</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        *body,
        f'<script type="application/json" id="data">{_json(data)}</script>',
        f"<script>{script}</script>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(parts)


def asset(name: str) -> str:
    return (resources("dovetail.report") / "assets" / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    def of(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    rest = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; style-src {of(style)}; script-src {of(script)}; {rest}"


def _json(document: Any) -> str:
    """Without any character that could end the element, or open a comment in it."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def text_of(text: str) -> str:
    return escape(visible(text))
