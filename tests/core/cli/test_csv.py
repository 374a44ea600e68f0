"""`--csv` wherever a table is printed: bare values, one table, nothing else on stdout."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from larder.core.bundle.export import apply_export, plan_export
from larder.core.cli.__main__ import PLANS, VERBS
from larder.core.demo.sample_workspace import SampleReport, make_sample_workspace
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.open_workspace import open_workspace
from tests.core.cli.conftest import Ran
from tests.support.training import cached

Larder = Callable[..., Ran]

WITHOUT_TABLE = {
    "apply": "what was done", "undo": "what was done", "assume": "one recipe",
    "touch": "a count", "readopt": "a few names", "demo": "what was made",
    "relocate": "sentences", "manifest": "a count", "prove": "sentences",
}
"""Verbs that print no table, and what they print instead."""
ALL = {**VERBS, **{f"plan {name}": verb for name, verb in PLANS.items()}}
WITH_TABLE = sorted(ALL.keys() - WITHOUT_TABLE.keys())


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> SampleReport:
    return run_to_end(make_sample_workspace(
        tmp_path_factory.mktemp("csv") / "sample", token=CancelToken()))


def words_of(verb: str, sample: SampleReport) -> Sequence[str]:
    """A whole command line that has something to list."""
    payload = next(Path(sample.folder).rglob("*.pt"))
    match verb:
        case "inspect":
            return ("inspect", str(payload))
        case "quarantine":
            return ("quarantine", sample.config, "list")
        case "convert":
            return ("convert", sample.config, "--to", "released")
        case "diff":
            return ("diff", sample.config, "--with", sample.config)
        case "tree":
            return ("tree", "diff", str(payload),
                    str(next(Path(sample.folder).rglob("*.manifest"))))
        case "clear":
            return ("clear", sample.config, "--store", "image")
        case "prune":
            return ("prune", sample.config, "--older-than", "1d")
        case "export" | "verify" | "import":
            return (verb, *bundle_words(verb, Path(sample.folder).parent))
        case "map":  # of files that are whole: it ends with 1 where one is damaged
            config = bundle_words("export", Path(sample.folder).parent)[0]
            return ("map", config)
        case "build" | "plan build":
            return (*verb.split(), sample.config)
        case _:
            return (*verb.split(), sample.config)


def bundle_words(verb: str, folder: Path) -> Sequence[str]:
    """A cache to export, or what was exported of it."""
    config, bundle = folder / "cats" / "training_presets" / "config.json", folder / "bundle"
    if not bundle.exists():
        cached(folder / "cats", pictures=2)
        plan = run_to_end(plan_export(open_workspace(config), bundle, CancelToken()))
        run_to_end(apply_export(plan, CancelToken()))
    words = {"export": (config, folder / "other"), "verify": (bundle,),
             "import": (bundle, folder / "cache")}
    return tuple(map(str, words[verb]))


def test_every_verb_prints_csv_or_is_known_to_print_no_table() -> None:
    """Whoever adds a verb decides which; `print_table` asks for it, so no table goes without."""
    has = {name for name, verb in ALL.items()
           if "csv" in inspect.signature(verb.load()).parameters}
    assert has == set(WITH_TABLE)


@pytest.mark.swept(7)
@pytest.mark.parametrize("verb", WITH_TABLE)
def test_a_verb_prints_its_table_as_csv_and_nothing_else(
    larder: Larder, sample: SampleReport, verb: str,
) -> None:
    ran = larder(*words_of(verb, sample), "--csv")
    # The sample has something wrong with it, which is what `check` leaves with 1 for.
    assert ran.code == (1 if verb == "check" else 0), ran.err
    head, *rows = csv.reader(ran.out.splitlines())
    assert len(head) > 2
    assert all(name and name == name.replace(" ", "_") for name in head)
    assert all(len(row) == len(head) for row in rows), "a sentence stands among the rows"
    assert rows or verb in (
        "quarantine", "diff", "prune", "convert", "dups", "verify"), "nothing to see"


@pytest.mark.parametrize("verb", WITH_TABLE)
@pytest.mark.parametrize("order", [("--json", "--csv"), ("--csv", "--json")])
def test_json_and_csv_exclude_one_another(
    larder: Larder, sample: SampleReport, verb: str, order: Sequence[str],
) -> None:
    ran = larder(*words_of(verb, sample), *order)
    assert (ran.code, ran.out) == (2, "")
    assert "--json and --csv exclude one another" in ran.err


@pytest.mark.parametrize("verb", ["clean", "prune", "clear", "build", "convert", "export",
                                  "import"])
def test_what_is_done_has_no_table(larder: Larder, sample: SampleReport, verb: str) -> None:
    ran = larder(*words_of(verb, sample), "--csv", "--apply")
    assert (ran.code, ran.out) == (2, "")
    assert "--csv prints what a plan would do" in ran.err


def table(ran: Ran) -> list[dict[str, str]]:
    return list(csv.DictReader(ran.out.splitlines()))


def test_the_figures_are_those_of_the_json_document(larder: Larder, sample: SampleReport) -> None:
    document = larder("survey", sample.config, "--json", "--all").document
    rows = table(larder("survey", sample.config, "--csv"))
    wanted = [facts for concept in document["concepts"] for facts in concept["stores"].values()]
    assert sum(int(row["size_bytes"]) for row in rows) == sum(
        facts["bytes"] for facts in (*wanted, *document["others"]))
    items = table(larder("survey", sample.config, "--csv", "--all"))
    assert [row["source"] for row in items] == [item["source"] for item in document["items"]]
    plan = larder("plan", "clean", sample.config, "--json").document
    taken = [row for row in table(larder("plan", "clean", sample.config, "--csv"))
             if row["preselected"] == "True"]
    assert sum(int(row["size_bytes"]) for row in taken) == plan["bytes"]


def test_a_source_that_begins_like_a_formula_is_none(larder: Larder, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    from PIL import Image

    Image.new("RGB", (64, 64)).save(folder / "=cmd.png")
    config = tmp_path / "config.json"
    concepts = tmp_path / "concepts.json"
    concepts.write_text(f'[{{"name": "=a", "path": "{folder.as_posix()}", "enabled": true}}]')
    config.write_text(
        '{"model_type": "STABLE_DIFFUSION_15", "concept_file_name": "concepts.json", '
        '"cache_dir": "cache"}')
    rows = table(larder("survey", config, "--csv"))
    assert {row["concept"] for row in rows} == {"'=a"}
