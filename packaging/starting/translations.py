"""Collects what is to be translated, and compiles what was: `start.py translations`.

Qt's lupdate sees a literal within `tr()`. Larder's words also stand in tables, and core, which
knows no Qt, makes its sentences as f-strings. This walk over the syntax trees finds both:

context "Larder"  every text of the window, once, wherever it stands
context "core"    every sentence of core, with `{name}` where a value goes; what an f-string
                  chooses between ('is' or 'are') gives a source text each

English is what they are written in: its catalogue holds the plural forms of counted texts alone.
Translations are kept; texts that are gone go. `core.json` lists core's sentences, by which the
window knows them again (`app/presentation/core_sentences.py`); `*.qm` is what lrelease makes.
Run by the environment's Python: the sources use syntax that older ones cannot read.
"""

from __future__ import annotations

import ast
import difflib
import gc
import json
import re
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple
from xml.etree import ElementTree

from starting.environment import Environment
from starting.machine import Machine

SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "de", "zh_CN")
FORMS = {"en": 2, "de": 2, "zh_CN": 1}
"""How many plural forms Qt knows of each."""
WINDOW, CORE = "Larder", "core"

WORDS = "CORE_WORDS"
"""The table of single words that core puts into its sentences."""
TRANSLATING = {"tr", "_tr", "translate"}
ENGLISH_ONLY = (
    # A script's loop and its report; `sourceless`, which the window shows, takes types from them.
    "core/training/order.py", "core/training/pairing.py", "core/training/report.py",
    "core/encoders/catalogue.py", "core/encoders/text_stages.py",  # prompts of models
    "app/qt_libraries.py")
"""What the window can load and never shows, or shows before it has a language."""
MISTAKES = {
    "AssertionError", "AttributeError", "IndexError", "KeyError", "LookupError", "OSError",
    "NotImplementedError", "ProtocolError", "RuntimeError", "TypeError", "ValueError"}
"""What such an exception says is for a traceback."""
STAGED = "Progress"
"""A call that begins with the stage a job is at, in one word or several."""
UNSEEN = {
    "TypeVar", "NewType", "Literal", "add_argument", "ArgumentParser",
    "startswith", "endswith", "encode", "execute", "executescript", "compile", "fullmatch", "match",
    "getattr", "setProperty", "Sentences", "setObjectName", "partial", "index", "setStyleSheet",
    "removesuffix", "removeprefix", "write", "warn"}
"""Calls whose literals nobody reads."""
ROWS = {"ColumnSpec": 1, "RowColumn": 1, "DrawnColumn": 1, "count_column": 1, "size_column": 1,
        "_number_column": 1, "FieldWords": 4, "SettingSpec": 0}
"""Rows of tables that begin with so many texts, however short."""
LEAST_LETTERS = 5
"""Literal letters without which a sentence of core cannot be told from a value."""
MOST_CHOICES = 16
ALIKE = 0.72
"""From which likeness on a text that came may be one that went, put differently."""


class Text(NamedTuple):
    """A source text and the file it was found in first."""

    context: str
    source: str
    file: str


def collect(root: Path) -> List[Text]:
    """Every text, in the order of the files."""
    is_enabled = gc.isenabled()
    gc.disable()  # it would go through a million nodes again and again, which takes as long
    try:
        return _collect(root)
    finally:
        if is_enabled:
            gc.enable()


def _collect(root: Path) -> List[Text]:
    found: Dict[Tuple[str, str], Text] = OrderedDict()
    shapes: Set[str] = set()
    trees = _Trees()
    constants = _named_constants(root, trees)
    reachable = _reachable(root)
    for room, context in (("app", WINDOW), ("core", CORE)):
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if path not in reachable or name.startswith(ENGLISH_ONLY):
                continue
            tree = trees[path]
            texts = _window_texts(tree) if context == WINDOW else _core_texts(tree, name, constants)
            for source in texts:
                shape = re.sub(r"\{\w+\}", "{}", source)
                # A word of both is looked up for the window; a sentence is known by its template.
                is_told = shape in shapes if source.endswith(".") else (
                    shape in shapes or (WINDOW, source) in found)
                if context == CORE and is_told:
                    continue
                if context == CORE:
                    shapes.add(shape)
                found.setdefault((context, source), Text(context, source, name))
    return list(found.values())


class _Trees(Dict[Path, ast.Module]):
    """Parsed sources by path; parsing one takes longer than collecting its texts."""

    def __missing__(self, path: Path) -> ast.Module:
        self[path] = ast.parse(path.read_text(encoding="utf-8"))
        return self[path]


_IMPORTED = re.compile(r"^ *from larder\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


def _reachable(root: Path) -> Set[Path]:
    """Return the files that the window and its workers can load.

    The command line is in English only.
    """
    found = {path for room in ("app", "core/requests") for path in (root / room).rglob("*.py")}
    ahead = list(found)
    while ahead:
        for module, names in _IMPORTED.findall(ahead.pop().read_text(encoding="utf-8")):
            folder = root.joinpath(*module.split("."))
            for path in (folder, *(folder / name for name in re.findall(r"\w+", names))):
                path = path.with_suffix(".py")
                if path not in found and path.is_file():
                    found.add(path)
                    ahead.append(path)
    return found


def _literals(tree: ast.AST) -> List[Tuple[ast.AST, List[ast.AST]]]:
    """String constants and f-strings that somebody may read, each with the nodes it stands in."""
    found: List[Tuple[ast.AST, List[ast.AST]]] = []

    def walk(node: ast.AST, above: List[ast.AST]) -> None:
        if isinstance(node, (ast.Name, ast.expr_context)):
            return
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                found.append((node, above))
            return
        if isinstance(node, (ast.Assert, ast.Compare)):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.Raise) and _called(node.exc) in MISTAKES:
            return
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return
        inner = [*above, node]
        if isinstance(node, ast.JoinedStr):
            found.append((node, above))
            below = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        elif isinstance(node, (ast.Subscript, ast.AnnAssign)):
            below = [node.value] if node.value is not None else []
        elif isinstance(node, ast.Call) and _called(node) in UNSEEN:
            below = [node.func]
        elif isinstance(node, ast.Dict):
            below = node.values
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # A developer's prompt shows what `__repr__` says, and no window does.
            below = node.body if node.name != "__repr__" else []
        else:
            below = ast.iter_child_nodes(node)
        for child in below:
            walk(child, inner)

    walk(tree, [])
    return found


def _called(node: Optional[ast.AST]) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return getattr(node.func, "id", "")


def _window_texts(tree: ast.AST) -> Iterator[str]:
    """Yield the texts passed to `tr`, and strings in tables that read like texts."""
    for node, above in _literals(tree):
        if not isinstance(node, ast.Constant):
            continue
        call = next((one for one in reversed(above) if isinstance(one, ast.Call)), None)
        if any(isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == WORDS
               for one in above):
            yield node.value
            continue
        if call is not None and _called(call) in TRANSLATING:
            is_context = len(call.args) > 1 and node is call.args[0] and _called(call) != "_tr"
            if not is_context and node.value.strip():
                yield node.value
            continue
        in_function = any(isinstance(one, ast.FunctionDef) for one in above)
        in_table = any(isinstance(one, (ast.Assign, ast.AnnAssign)) for one in above)
        begins = call.args[:ROWS.get(_called(call), 0)] if isinstance(call, ast.Call) else []
        is_text = node in begins or _is_phrase(node.value) or _is_title(node.value)
        is_row = is_text and _called(call) in ROWS
        if node.value and (
                is_counted(node.value) or is_row or (in_table and not in_function and is_text)):
            yield node.value


def _core_texts(tree: ast.Module, name: str, constants: Dict[str, str]) -> Iterator[str]:
    """Phrases and f-strings, and the capitalised words of tables."""
    local: Dict[int, Dict[str, ast.AST]] = {}
    for node, above in _literals(tree):
        if above and isinstance(above[-1], ast.Call) and _called(above[-1]) in TRANSLATING:
            yield getattr(node, "value", "")
            continue
        function = next((one for one in reversed(above) if isinstance(one, ast.FunctionDef)), None)
        if id(function) not in local:
            local[id(function)] = _local_texts(function)
        texts = local[id(function)]
        if any(isinstance(one, ast.Assign) and one.value in texts.values() for one in above):
            continue
        sources = (_templates(node, _Scope(constants, texts)) if isinstance(node, ast.JoinedStr)
                   else [node.value])
        for source in sources:
            source = re.sub(r"\{(\w+)[:!][^}]*\}", r"{\1}", source)
            if name.startswith("core/payloads/") and _PREDICATE.match(source):
                source = "{file} %s." % source.rstrip(".")
            source = source.lstrip(" ;,")  # the window parts there
            if source.rstrip().endswith(":"):
                source = source.rstrip() + " {rest}"
            call = above[-1] if above else None
            is_stage = _called(call) == STAGED and node is call.args[0]
            if is_stage or _is_phrase(source) or (function is None and _is_title(source)):
                yield source


_PREDICATE = re.compile(
    r"(is|was|has|contains|stores|lacks|needs|describes|nests|marks|gives|uses|names|lists|should"
    r"|contradicts|shares|cannot) ")
"""What a payload's reader says of a file: the file's name comes before it."""


def _is_phrase(text: str) -> bool:
    """Return whether a text reads like part of a sentence."""
    words = re.sub(r"\{\w+\}|%L?n|%\d", "", text)
    if _OF_PROGRAMS.search(words):
        return False
    return (bool(re.search(r"[a-z]{2,}", words)) and " " in text.strip()
            and sum(letter.isalpha() for letter in words) >= LEAST_LETTERS)


_OF_PROGRAMS = re.compile(
    r"^[A-Z]{3,} |\bSELECT\b|\bPRAGMA\b|[{}\n]|::|^ *--|^larder |sys\.|</| \| ")
"""What stands in a query, a command or a tag."""


def _is_title(text: str) -> bool:
    return bool(re.match(r"[A-Z][a-z]{2,}(?:…|-[a-z]+)?$", text.replace("&", "")))


def _named_constants(root: Path, trees: _Trees) -> Dict[str, str]:
    """Texts that f-strings name: `UNCHANGED` -> its words; of two with one name neither."""
    found: Dict[str, str] = {}
    for path in sorted((root / "core").rglob("*.py")):
        for node in trees[path].body:
            value = getattr(node, "value", None)
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(value, ast.Constant):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and isinstance(value.value, str):
                    is_other = found.get(target.id, value.value) != value.value
                    found[target.id] = "" if is_other else value.value
    return {name: text for name, text in found.items() if text}


class _Scope(NamedTuple):
    """Readable values of the names in a function: constants and local texts."""

    constants: Dict[str, str]
    local: Dict[str, ast.AST]


def _local_texts(function: Optional[ast.AST]) -> Dict[str, ast.AST]:
    """Names that are set once, to words that f-strings of the same function use and nobody else."""
    if function is None:
        return {}
    nodes = list(ast.walk(function))
    inlined = {
        id(value.value) for node in nodes if isinstance(node, ast.JoinedStr)
        for value in node.values if isinstance(value, ast.FormattedValue)}
    texts: Dict[str, List[ast.AST]] = {}
    uses: Dict[str, Set[bool]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            texts.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, (ast.AugAssign, ast.NamedExpr, ast.For, ast.AnnAssign)):
            texts.setdefault(getattr(node.target, "id", ""), []).extend((node, node))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            uses.setdefault(node.id, set()).add(id(node) in inlined)
    return {name: values[0] for name, values in texts.items()
            if len(values) == 1 and uses.get(name) == {True}
            and isinstance(values[0], (ast.JoinedStr, ast.IfExp, ast.Constant))}


def _templates(joined: ast.JoinedStr, scope: _Scope) -> List[str]:
    """An f-string with a named hole for each value, once per choice it makes."""
    return [_numbered(re.sub(r" +", " ", text).strip()) for text in _written(joined, scope)]


def _written(joined: ast.JoinedStr, scope: _Scope) -> List[str]:
    made = [""]
    for value in joined.values:
        choices = _choices(value.value if isinstance(value, ast.FormattedValue) else value, scope)
        if choices is None:
            choices = ["{%s}" % _hole(value.value)]
        if len(made) * len(choices) > MOST_CHOICES:
            choices = choices[:1]
        made = [before + choice for before in made for choice in choices]
    return made


def _numbered(text: str) -> str:
    """Every hole by a name of its own."""
    taken: Dict[str, int] = {}

    def name(hole: "re.Match[str]") -> str:
        taken[hole.group(1)] = taken.get(hole.group(1), 0) + 1
        number = taken[hole.group(1)]
        return "{%s}" % (hole.group(1) if number == 1 else "%s%d" % (hole.group(1), number))

    return re.sub(r"\{(\w+)\}", name, text)


def _choices(node: ast.AST, scope: _Scope) -> Optional[List[str]]:
    """The words of `"is" if … else "are"`, of a constant or local text; None for a value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return _written(node, scope)
    if isinstance(node, ast.Name) and node.id.isupper() and node.id in scope.constants:
        return [scope.constants[node.id]]
    if isinstance(node, ast.Name) and node.id in scope.local:
        # Once: a text that names itself would never end.
        others = {name: text for name, text in scope.local.items() if name != node.id}
        return _choices(scope.local[node.id], _Scope(scope.constants, others))
    if isinstance(node, ast.IfExp):
        sides = [_choices(node.body, scope), _choices(node.orelse, scope)]
        if None not in sides:
            return [text for side in sides for text in side or ()]
    return None


_TELLING_NOTHING = {
    "value", "strerror", "self", "join", "format", "fspath", "str", "repr", "sorted", "rstrip",
    "removesuffix", "removeprefix", "fromkeys", "first_line", "describe_exit", "dumps", "quote"}


_HOLES_OF_CALLS = {
    "size_text": "size", "counted": "counted", "error_reason": "reason",
    "samples_text": "samples", "names_text": "names"}


def _hole(node: ast.AST) -> str:
    """Return a placeholder name for a value in a text."""
    if isinstance(node, ast.Name):
        return node.id.strip("_").lower() or "value"
    if isinstance(node, ast.Attribute):
        if node.attr in _TELLING_NOTHING:
            return "reason" if node.attr == "strerror" else _hole(node.value)
        return node.attr.strip("_").lower()
    if isinstance(node, ast.Call):
        name = _called(node)
        if name == "len":
            return "count"
        if name in _TELLING_NOTHING and node.args:
            return _hole(node.args[0])
        if name in _HOLES_OF_CALLS:
            return _HOLES_OF_CALLS[name]
        return name.strip("_").lower() or "value"
    if isinstance(node, ast.BoolOp):
        return _hole(node.values[0])
    if isinstance(node, ast.Subscript):
        return _hole(node.value)
    if isinstance(node, ast.IfExp):
        return _hole(node.body)
    return "value"


class Message(NamedTuple):
    """A translation: one text, or one per plural form.

    Attributes:
        is_draft: whether it is that of a text which was put a little differently.
    """

    forms: Tuple[str, ...]
    is_draft: bool = False

    @property
    def is_whole(self) -> bool:
        """True if every form is translated and the message is no draft."""
        return all(self.forms) and not self.is_draft


def is_counted(source: str) -> bool:
    """Return whether a text has plural forms."""
    return "%Ln" in source or "%n" in source


def names_command_line(source: str) -> bool:
    """Return whether a sentence of core tells what to type: the window says it in its own way.

    The row of `app/presentation/window_sentences.py` is translated in its place.
    """
    return bool(_COMMAND_LINE.search(source))


_COMMAND_LINE = re.compile(
    r"(?<![\w-])--(?!upgrade\b|include\b|skip_existing\b)[a-z]|(?<!\.)\blarder [a-z]"
    r"|\bin the window\b|, give (?:its id|the id of)\b")


def has_row(language: str, source: str) -> bool:
    """Return whether a language's catalogue has a row for a text."""
    if names_command_line(source):
        return False
    return language != SOURCE_LANGUAGE or is_counted(source)


def read_translations(path: Path) -> Dict[Tuple[str, str], Message]:
    """(context, source) -> translation of a `.ts` file."""
    found: Dict[Tuple[str, str], Message] = {}
    if not path.exists():
        return found
    for context in ElementTree.parse(str(path)).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None:
                continue
            plural = [form.text or "" for form in translation.iter("numerusform")]
            found[name, message.findtext("source") or ""] = Message(
                tuple(plural) if plural else (translation.text or "",),
                is_draft=translation.get("type") == "unfinished")
    return found


def carry_over(
    texts: Sequence[Text], known: Dict[Tuple[str, str], Message],
) -> Dict[Tuple[str, str], Message]:
    """Return the known translations, and as drafts the old translations of reworded texts."""
    asked = {(text.context, text.source) for text in texts}
    gone = {key: message for key, message in known.items() if key not in asked and message.forms[0]}
    drafts = dict(known)
    for key in asked:
        if not any(known[key].forms if key in known else ()):
            words = set(key[1].split())
            near = [source for context, source in gone if context == key[0]
                    and 3 * len(words & set(source.split())) >= len(words)]
            alike = difflib.get_close_matches(key[1], near, 1, ALIKE)
            if alike and values_of(alike[0]) == values_of(key[1]):
                drafts[key] = Message(gone[key[0], alike[0]].forms, is_draft=True)
    return drafts


def values_of(text: str) -> List[str]:
    """The places of a text where values go, in order of their names."""
    return sorted(re.findall(r"\{\w+\}|%L?n|%\d", text))


def write_translations(
    path: Path, language: str, texts: Sequence[Text], known: Dict[Tuple[str, str], Message],
) -> None:
    """Write a `.ts` file as Linguist does, without line numbers: a moved line is no change."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>",
             '<TS version="2.1" language="%s" sourcelanguage="en">' % language]
    rows = [text for text in texts if has_row(language, text.source)]
    for context in OrderedDict.fromkeys(text.context for text in rows):
        lines += ["<context>", "    <name>%s</name>" % context]
        for text in rows:
            if text.context == context:
                lines += _message_lines(text, known.get((context, text.source)), FORMS[language])
        lines.append("</context>")
    lines += ["</TS>", ""]
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def _message_lines(text: Text, known: Optional[Message], forms: int) -> List[str]:
    counted = is_counted(text.source)
    wanted = forms if counted else 1
    said = known.forms if known is not None and len(known.forms) == wanted else ("",) * wanted
    is_draft = known is not None and known.is_draft
    state = "" if all(said) and not is_draft else ' type="unfinished"'
    body = "".join("<numerusform>%s</numerusform>" % _escaped(form) for form in said) if counted \
        else _escaped(said[0])
    return ['    <message numerus="yes">' if counted else "    <message>",
            '        <location filename="../../%s"/>' % text.file,
            "        <source>%s</source>" % _escaped(text.source),
            "        <translation%s>%s</translation>" % (state, body), "    </message>"]


def _escaped(text: str) -> str:
    for character, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "apos")):
        text = text.replace(character, "&%s;" % name)
    return text


def update(root: Path) -> Dict[str, int]:
    """Bring the `.ts` files and the list of core's sentences up to date.

    Returns:
        language -> how many texts lack a translation.
    """
    folder = root / "resources" / "translations"
    texts = collect(root)
    sentences = [text.source for text in texts if text.context == CORE]
    (folder / "core.json").write_text(
        json.dumps(sentences, ensure_ascii=False, indent=0) + "\n", encoding="utf-8", newline="\n")
    missing = {}
    for language in LANGUAGES:
        path = folder / ("larder_%s.ts" % language)
        write_translations(path, language, texts, carry_over(texts, read_translations(path)))
        after = read_translations(path)
        missing[language] = sum(not message.is_whole for message in after.values())
    return missing


def compile_translations(root: Path, lrelease: str) -> int:
    """Make the `.qm` files; returns lrelease's exit code."""
    folder = root / "resources" / "translations"
    return max(
        subprocess.run(
            [lrelease, "-silent", "-nounfinished", "-compress",
             str(folder / ("larder_%s.ts" % language)),
             "-qm", str(folder / ("larder_%s.qm" % language))], check=False).returncode
        for language in LANGUAGES)


def translate(machine: Machine, environment: Environment) -> int:
    """Update and compile with the environment's Python and lrelease; returns the exit code."""
    return machine.run(
        (environment.python, "-m", "starting.translations", str(environment.root),
         environment.program("pyside6-lrelease")),
        folder=environment.root / "packaging").code


def main(arguments: Sequence[str]) -> int:
    """`translations.py ROOT LRELEASE`: update, say what is missing, compile."""
    root, lrelease = Path(arguments[0]), arguments[1]
    for language, count in update(root).items():
        print("%s: %s" % (language, "%d texts to translate" % count if count else "complete"))
    return compile_translations(root, lrelease)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
