"""The walls of the house as functions: each takes a source file and returns what breaks the rule.

``test_architecture.py`` runs them over the project, and over a planted violation of each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
APPS = ("games", "tournaments", "tarneeb_site")
CORE = (
    *("games/rules", "games/dealing", "games/bots", "games/analysis"),
    *("tournaments/state", "tournaments/formats", "tournaments/standings", "tournaments/rating"),
)

#: All that the core may import besides itself. Nothing here reads a clock, a file or chance.
ALLOWED = {
    *("__future__", "dataclasses", "enum", "typing", "collections", "functools", "itertools"),
    *("operator", "math", "fractions", "bisect", "heapq", "hashlib", "hmac", "json", "re"),
    *("datetime", "types"),
}
ALLOWED_IN = {
    "tournaments/formats": {"rustworkx"},
    "games/analysis": {"ctypes", "endplay"},
}

#: Where a moment may be asked for: the edges of the house, which hand it down as ``now``.
EDGES = re.compile(
    r"(games|tournaments)/(views|api|management|admin|consumers|sweep|writer|tasks|receivers|notices)\b"
    r"|tarneeb_site/(management|lifespan|first_start|api|errors)\b"
)
#: Where chance may come from the system: one function for all deals, ids and tokens; one key.
SOURCES_OF_CHANCE = {"games/services/chance.py", "tarneeb_site/settings.py"}

#: Where whoever asks is somebody in particular, so that every question starts with who he is.
INTERFACES = re.compile(r"(games|tournaments)/(views|api|consumers|forms)\b")
OPENINGS = {"for_user", "for_club", "public"}

LONGEST, LONGEST_IN_CORE = 400, 300
UNMEASURED = re.compile(r"/(migrations|locale|vendor|mockups)/")
HOLLOW_NAME = re.compile(r"(Manager|Helper|Utils?|Common|Data|Info)$|^Base")
HOLLOW_FILE = re.compile(r"(manager|helpers?|utils?|common|data|info|base)$")


@dataclass(frozen=True, slots=True)
class Source:
    """A source file: where it is, from the project's root, and what is in it."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """What Python reads in it."""
        return ast.parse(self.text)

    def at(self, node: ast.AST, what: str) -> str:
        """Return a violation as one line."""
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {what}"


Wall = Callable[[Source], list[str]]


def sources() -> Iterator[Source]:
    """Yield every Python file of the product, migrations excepted."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/migrations/" not in name:
                yield Source(name, path.read_text())


def _core_of(path: str) -> str | None:
    return next((core for core in CORE if path.startswith(f"{core}/")), None)


def _imports(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node, str(node.module)


def core_imports(source: Source) -> list[str]:
    """The core imports only from a short list of modules, and from the core."""
    core = _core_of(source.path)
    if core is None:
        return []
    allowed = ALLOWED | ALLOWED_IN.get(core, set())
    own = {name.replace("/", ".") for name in CORE}
    return [
        source.at(node, f"imports {name}")
        for node, name in _imports(source.tree)
        if name.split(".")[0] not in allowed and ".".join(name.split(".")[:2]) not in own
    ]


def moments(source: Source) -> list[str]:
    """Only the edges ask what time it is."""
    if EDGES.match(source.path):
        return []
    return [
        source.at(node, f"asks for a moment with .{node.attr}")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow"}
    ]


def chance(source: Source) -> list[str]:
    """Chance comes as a ``Stream``, and enters the house by one door."""
    if source.path in SOURCES_OF_CHANCE:
        return []
    return [
        source.at(node, f"imports {name}")
        for node, name in _imports(source.tree)
        if name.split(".")[0] in {"random", "secrets", "uuid"}
    ] + [
        source.at(node, "reads urandom")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "urandom"
    ]


def questions(source: Source) -> list[str]:
    """Interfaces start every query with who asks: ``for_user``, ``for_club`` or ``public``."""
    if not INTERFACES.match(source.path):
        return []
    tree = source.tree
    good = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in OPENINGS
    }
    return [
        source.at(node, "asks the database without saying for whom")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "objects" and id(node) not in good
    ]


def names(source: Source) -> list[str]:
    """No class and no file is named for being anything at all."""
    hollow = [
        source.at(node, f"class {node.name}")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef) and HOLLOW_NAME.search(node.name)
    ]
    return hollow + ([source.path] if HOLLOW_FILE.search(Path(source.path).stem) else [])


def length(source: Source) -> list[str]:
    """No file is longer than can be read at one sitting."""
    lines = source.text.count("\n")
    most = LONGEST_IN_CORE if _core_of(source.path) else LONGEST
    if UNMEASURED.search(source.path) or lines <= most:
        return []
    return [f"{source.path}: {lines} lines, {most} allowed"]
