"""Each remedy that is offered works: the plan its command makes has something for that very row."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from larder.core.build.rebuild_settings import RebuildMakers
from larder.core.build.released.columns import SlotAction
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.finding_remedies import StoreRemedies, find_remedies
from larder.core.queries.making_again import commands_again
from larder.core.requests.building import plan_samples, plan_sources
from larder.core.requests.index_writing import READOPTING, TOUCHING
from larder.core.requests.options import (
    BuildOptions,
    IndexWriteOptions,
    SourceBuildOptions,
)
from larder.core.requests.surveying import plan_clean, survey_workspace
from larder.core.stores.released.matching import (
    ConceptBlock,
    KeyForm,
    workspace_group_keys,
)
from larder.core.survey.remedies import REMEDIES, Case, Remedy, Repair, remedy_text
from larder.core.survey.report import Depth, SourceLook, StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from larder.core.workspace.roots import flavour_of, is_absolute, resolve
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreFormat
from tests.support.fixtures import KNOWN_WORKSPACES
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_cache import (
    ReleasedConcept,
    build_concept,
    note_origins,
    write_pictures,
    write_workspace,
)
from tests.support.value_caches import date_back, recorded_picture

NEEDS_NOTHING = (Verdict.VALID, Verdict.UNUSED)


class Judged:
    """One workspace, surveyed, with the remedies of its rows.

    Attributes:
        workspace: what was opened.
        report: the survey.
        remedies: per store.
    """

    def __init__(
        self, workspace: Path, depth: Depth = Depth.STAT, sources: SourceLook = SourceLook.NONE
    ) -> None:
        self.workspace = workspace
        self.depth = depth.value
        self.report: SurveyReport = run_to_end(survey_workspace(
            open_workspace(workspace), self.depth, CancelToken(), sources=sources))
        self.plan = plan_clean(self.report)
        self.remedies = find_remedies(self.report, self.plan)

    def rows(self) -> Iterator[tuple[StoreSurvey, StoreRemedies, int, Remedy]]:
        """Every row that something is the matter with."""
        for survey, found in zip(self.report.stores, self.remedies, strict=True):
            for row, verdict in enumerate(survey.rows.verdicts.tolist()):
                if verdict not in NEEDS_NOTHING:
                    yield survey, found, row, REMEDIES[found.rows[row]]

    def with_repair(self, repair: Repair) -> list[tuple[StoreSurvey, int]]:
        return [(survey, row) for survey, _, row, remedy in self.rows()
                if remedy.repair is repair]

    def of(self, store: str, source: str) -> tuple[Remedy, str]:
        """The remedy of one row, and what is said."""
        for survey, found, row, remedy in self.rows():
            if survey.location.id == store and survey.rows.source(row) == source:
                return remedy, remedy_text(remedy, "X", why_not_built=found.why_not_built)
        raise LookupError(source)


@pytest.fixture(
    scope="module",
    params=[(name, depth) for name in KNOWN_WORKSPACES for depth in Depth],
    ids=lambda param: f"{param[0]}-{param[1].value}")
def judged(
    request: pytest.FixtureRequest, known_workspace: Callable[[str], Path]
) -> Judged:
    name, depth = request.param
    return Judged(known_workspace(name), depth)


NEVER_FOUND: Mapping[StoreFormat, frozenset[Verdict]] = {
    StoreFormat.RELEASED: frozenset({Verdict.WRONG_MODELTYPE, Verdict.COLLISION}),
    StoreFormat.TREES: frozenset({Verdict.TOUCHED}),
}
"""What no survey of a format finds: nothing in such a store tells it. In others anything may be."""


@pytest.mark.parametrize("form", StoreFormat)
def test_every_format_has_a_remedy_for_whatever_a_survey_finds(form: StoreFormat) -> None:
    """Some line fits each verdict whatever else holds, but that there is an entry."""
    always = [remedy for remedy in REMEDIES
              if form in remedy.formats and not remedy.bars and remedy.needs in (0, Case.ENTRY)]
    told = {verdict for remedy in always for verdict in remedy.verdicts
            if isinstance(verdict, Verdict)}
    found = {verdict for verdict in Verdict if verdict < Verdict.UNUSED}
    assert found - told == NEVER_FOUND.get(form, frozenset())


@pytest.mark.swept(8)
def test_every_row_that_drifted_is_told_what_to_do(judged: Judged) -> None:
    for _, found, _, remedy in judged.rows():
        said = remedy_text(remedy, "Do it", why_not_built=found.why_not_built)
        assert said.endswith(".")
        assert said.startswith("Do it: ") is (remedy.repair is not Repair.NONE)


@pytest.mark.swept(8)
def test_a_build_makes_every_row_it_is_offered_for(judged: Judged) -> None:
    wanted = {(survey.location.id, survey.rows.source(row))
              for survey, row in judged.with_repair(Repair.BUILD)}
    if not wanted:
        return
    plan, _ = run_to_end(plan_samples(
        open_workspace(judged.workspace),
        BuildOptions(workspace=str(judged.workspace), only="all", depth=judged.depth,
                     selection=tuple(sorted(wanted))), CancelToken()))
    made = {(store.target.id, item.key) for store in plan.stores for item in store.items}
    moved = {
        (store.target.id, caption_of(slot.sample.picture)
         if store.content is StoreContent.TEXT else slot.sample.picture)
        for store in plan.stores for folder in store.folders for slot in folder.slots
        if slot.action not in (SlotAction.STAYS, SlotAction.LEFT)}
    assert wanted <= made | moved
    as_always, _ = run_to_end(plan_samples(
        open_workspace(judged.workspace),
        BuildOptions(workspace=str(judged.workspace), depth=judged.depth), CancelToken()))
    assert plan.update_count == as_always.update_count
    some = tuple(sorted(wanted)[::2])
    of_some, _ = run_to_end(plan_samples(
        open_workspace(judged.workspace),
        BuildOptions(workspace=str(judged.workspace), only="all", depth=judged.depth,
                     selection=some), CancelToken()))
    assert of_some.update_count == len(some)
    # Of a trainer's groups in which nothing is due, nothing is encoded for want of a proof.
    assert plan.payloads <= as_always.payloads


def test_a_clean_lists_every_row_it_is_offered_for(judged: Judged) -> None:
    plan = judged.plan
    for survey, row in judged.with_repair(Repair.CLEAN):
        at = judged.report.stores.index(survey)
        offered = [item for item in range(len(plan)) if plan.store[item] == at]
        files = {plan.payloads[item] for item in offered}
        sources = {source for item in offered for source in plan.sources_of(item)}
        named = survey.rows.payloads.get(row, ())
        assert (survey.rows.source(row) in sources | {*plan.stores[at].dead_rows}
                or any(name in files or name.partition("/")[0] in files for name in named))


@pytest.mark.swept(8)
def test_touch_and_readopt_write_every_row_they_are_offered_for(judged: Judged) -> None:
    options = IndexWriteOptions(workspace=str(judged.workspace), depth=judged.depth)
    workspace = open_workspace(judged.workspace)
    dates = run_to_end(TOUCHING.run(workspace, options, CancelToken()))
    dated = {(store.target.id, key)
             for store in dates.stores for key in (*store.rows, *store.sources)}
    wanted = {(survey.location.id, survey.rows.source(row))
              for survey, row in judged.with_repair(Repair.TOUCH)}
    assert wanted <= dated
    adopted = run_to_end(READOPTING.run(workspace, options, CancelToken()))
    given = {(store.target.id, key) for store in adopted.stores
             for adoption in store.rows for key in (adoption.key, adoption.dead_key)}
    moved = {(store.target.id, note.name) for store in adopted.stores for note in store.notes}
    for survey, row in judged.with_repair(Repair.READOPT):
        store = survey.location.id
        assert (store, survey.rows.source(row)) in given or any(
            (store, name) in moved for name in survey.rows.payloads[row])


def test_a_build_over_the_folder_makes_what_is_there_under_the_same_name(
    judged: Judged,
) -> None:
    workspace = judged.report.workspace
    for survey, row in judged.with_repair(Repair.CACHE_FOLDER):
        (name,) = survey.rows.payloads[row]
        kind = survey.location.kind
        file = Path(resolve(survey.rows.source(row), workspace.root, workspace.maps,
                            flavour_of("")))
        lines = judged.remedies[judged.report.stores.index(survey)].rows
        command = commands_again(judged.report, survey, lines, [row])[row]
        words = shlex.split(command.removesuffix(" --resample"))[2:]
        said = dict(zip(words[::2], words[1::2], strict=True))
        settings = RebuildMakers(survey.location.path, kind).settings(name)
        assert said.get("--encoder", said.get("--model")) == settings.model
        plan = run_to_end(plan_sources(SourceBuildOptions(
            workspace=str(survey.location.path), sources=said["--sources"],
            store=said["--store"], model=settings.model, size=settings.size,
            sample_rate=int(said.get("--sample-rate", 0)) or None,
            max_seconds=float(said.get("--max-seconds", 0)) or None,
            resample=command.endswith(" --resample"),
            sequence_length=int(said.get("--sequence-length", 0)) or None,
            depth=judged.depth, measure=False), CancelToken()))
        assert "--size" not in said or said["--size"] == "{}x{}".format(*settings.size)
        at = next(
            number for number, one in enumerate(plan.sources.names)
            if Path(said["--sources"], one) == file)
        assert plan.missing[at] or at in plan.unrecorded.rows
        assert plan.encoder is not None
        assert plan.encoder.settings == name.partition(".")[2].removesuffix(".npz")


def test_every_file_a_clean_is_offered_for_is_in_its_plan(judged: Judged) -> None:
    for at, (survey, found) in enumerate(zip(
            judged.report.stores, judged.remedies, strict=True)):
        listed = {judged.plan.payloads[item] for item in range(len(judged.plan))
                  if judged.plan.store[item] == at}
        for row, name in enumerate(survey.payloads.names):
            repair = REMEDIES[found.files[row]].repair
            assert repair in (Repair.NONE, Repair.CLEAN, Repair.READOPT)
            assert (repair is Repair.CLEAN) <= (name in listed)
            if survey.payloads.verdicts[row] == PayloadVerdict.READOPTABLE:
                assert repair is Repair.READOPT


# --- one by one ---------------------------------------------------------------------------------


@pytest.fixture
def cats(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats")
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    made.write()
    return made


def test_wrong_pairs_of_a_released_cache_are_mended_by_a_build(
    known_workspace: Callable[[str], Path],
) -> None:
    opened = known_workspace("sd15_legacy_diskcache")
    judged = Judged(opened, Depth.PAYLOAD)
    remedy, said = judged.of("image", "data/b/img_009.jpg")
    assert remedy.repair is Repair.BUILD
    assert "keeps training with wrong pairs" in said
    shifted = {(survey.location.id, survey.rows.source(row))
               for survey, row in judged.with_repair(Repair.BUILD)}
    assert len(shifted) == 12
    plan, _ = run_to_end(plan_samples(
        open_workspace(opened),
        BuildOptions(workspace=str(opened), selection=tuple(sorted(shifted))), CancelToken()))
    assert {store.target.id for store in plan.stores} == {"image", "text"}


def test_a_build_finds_the_group_that_the_survey_finds_by_the_key_of_a_pull_request(
    fixture_workspace: Callable[[str], Path],
) -> None:
    opened = fixture_workspace("sd15_legacy_diskcache")
    workspace = open_workspace(opened)
    keys = workspace_group_keys(workspace, ConceptBlock.IMAGE)[0]
    store = opened / "workspace-cache" / "run" / "image"
    renamed = [key for key, made_of in keys.items() if made_of.form is KeyForm.RESOLUTION][-1]
    next(store / key for key in keys if (store / key).is_dir()).rename(store / renamed)
    plan, _ = run_to_end(plan_samples(
        open_workspace(opened), BuildOptions(workspace=str(opened), only="all"), CancelToken()))
    planned = {
        folder.group for one in plan.stores if one.target.id == "image" and one.slots is not None
        for folder in one.slots.folders}
    assert renamed in planned


@pytest.mark.parametrize("changes", [
    {"model_type": "STABLE_DIFFUSION_20_DEPTH"}, {"latent_caching": False}])
def test_a_released_cache_that_cannot_be_built_is_left_to_clean_and_its_trainer(
    fixture_workspace: Callable[[str], Path], changes: dict[str, object]
) -> None:
    opened = fixture_workspace("sd15_legacy_diskcache")
    config = opened / "training_presets" / "config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), **changes}))
    judged = Judged(opened)
    assert judged.with_repair(Repair.BUILD) == []


@pytest.mark.parametrize(("drift", "repair"), [
    ("edit", Repair.BUILD), ("mask", Repair.BUILD), ("touch", Repair.NONE),
    ("add", Repair.BUILD), ("delete", Repair.NONE)])
def test_every_drift_of_a_noted_released_cache_is_told_what_mends_it(
    tmp_path: Path, drift: str, repair: Repair
) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, ["a.png", "b.png"])
    mask, last = tmp_path / "data/cats/b-masklabel.png", tmp_path / "data/cats/b.png"
    mask.write_bytes(b"a mask")
    write_workspace(tmp_path, [cats], masked_training=drift == "mask")
    build_concept(tmp_path, cats)
    note_origins(tmp_path, cats, endings=("-masklabel.png",))
    if drift == "add":
        (tmp_path / "data/cats/c.png").write_bytes(b"new")
    elif drift == "touch":
        os.utime(last, (1, 1))
    elif drift == "delete":
        last.unlink()
    else:
        (mask if drift == "mask" else last).write_bytes(b"edited")
    found = {(remedy.repair, remedy_text(remedy, "Do it"))
             for survey, _, row, remedy in Judged(tmp_path).rows()
             # What was made without a mask lacks one, which is no drift of a.png.
             if survey.location.id == "image" and not survey.rows.source(row).endswith("a.png")}
    (one, said), = found
    assert one is repair
    assert "OneTrainer" in said


def test_a_payload_that_holds_the_content_is_readopted_and_not_built(
    known_workspace: Callable[[str], Path],
) -> None:
    judged = Judged(known_workspace("sdxl_drifted"))
    renamed, _ = judged.of("image", "data/objects/renamed_shot_017.webp")
    assert renamed.repair is Repair.READOPT
    gone, _ = judged.of("image", "data/objects/shot_017.webp")
    assert gone.repair is Repair.READOPT
    new, _ = judged.of("image", "data/portraits/brand_new.png")
    assert new.repair is Repair.BUILD


def test_a_caption_that_was_never_written_has_no_command(cats: IndexedWorkspace) -> None:
    cats.add_picture("data/cats/9.png")
    cats.write()
    (cats.root / "data/cats/9.txt").unlink(missing_ok=True)
    remedy, said = Judged(cats.config_path).of("text", "data/cats/9.txt")
    assert remedy.repair is Repair.NONE
    assert "Write the caption file" in said


def test_without_a_config_the_reason_is_said_and_what_the_trainer_does(
    cats: IndexedWorkspace,
) -> None:
    (cats.root / "data/cats/0.png").write_bytes(b"edited")
    remedy, said = Judged(cats.store("image")).of("image", "data/cats/0.png")
    assert remedy.repair is Repair.NONE
    assert "needs the config" in said
    assert "The trainer encodes it again" in said


@pytest.mark.parametrize(("setting", "value", "reason"), [
    ("latent_caching", False, "aching is off"),
    ("model_type", "STABLE_DIFFUSION_20_DEPTH",
     "Larder cannot build for STABLE_DIFFUSION_20_DEPTH"),
])
def test_where_a_config_cannot_be_built_no_build_is_offered(
    cats: IndexedWorkspace, setting: str, value: object, reason: str
) -> None:
    (cats.root / "data/cats/0.png").write_bytes(b"edited")
    config = json.loads(cats.config_path.read_text())
    cats.config_path.write_text(json.dumps(config | {setting: value}))
    judged = Judged(cats.config_path)
    assert judged.with_repair(Repair.BUILD) == []
    assert reason in judged.of("image", "data/cats/0.png")[1]


def test_what_no_enabled_concept_asks_for_is_not_to_be_built(cats: IndexedWorkspace) -> None:
    cats.add_concept("dogs", enabled=False)
    cats.add_picture("data/dogs/0.png", caption="dog")
    config = cats.write()
    (cats.root / "data/dogs/0.png").write_bytes(b"edited")
    remedy, said = Judged(config).of("image", "data/dogs/0.png")
    assert remedy.repair is Repair.NONE
    assert "No enabled concept" in said


def test_a_concept_with_settings_that_are_not_carried_out_is_left_to_the_trainer(
    tmp_path: Path,
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats", image={"enable_random_hue": True})
    made.add_picture("data/cats/0.png", caption="a cat")
    config = made.write()
    (made.root / "data/cats/0.png").write_bytes(b"edited")
    (made.root / "data/cats/0.txt").write_text("edited")
    judged = Judged(config)
    assert judged.of("image", "data/cats/0.png")[0].repair is Repair.NONE
    assert judged.of("text", "data/cats/0.txt")[0].repair is Repair.BUILD


def test_a_folder_out_of_reach_is_reconnected_only_where_its_path_can_be_replaced(
    tmp_path: Path, cats: IndexedWorkspace
) -> None:
    (cats.root / "data/cats").rename(cats.root / "data/elsewhere")
    remedy, said = Judged(cats.config_path).of("image", "data/cats/0.png")
    assert not is_absolute("data/cats", flavour_of("data/cats"))
    assert remedy.repair is Repair.NONE
    assert "Connect its drive" in said
    pixels, pictures = tmp_path / "pixels", tmp_path / "pictures"
    recorded_picture(pixels, pictures / "0.png", b"picture")
    date_back(pixels)
    pictures.rename(tmp_path / "unplugged")
    remedy, _ = Judged(pixels).of("vision", (pictures / "0.png").as_posix())
    assert remedy.repair in (Repair.RECONNECT, Repair.READOPT)


def test_the_values_of_a_moved_file_are_readopted(tmp_path: Path) -> None:
    pixels, pictures = tmp_path / "pixels", tmp_path / "pictures"
    for number in range(3):
        recorded_picture(pixels, pictures / f"{number}.png", b"picture %d" % number)
    date_back(pixels)
    (pictures / "0.png").rename(pictures / "9.png")
    remedy, _ = Judged(pixels).of("vision", (pictures / "0.png").as_posix())
    assert remedy.repair is Repair.READOPT


def test_a_value_whose_maker_is_not_known_to_larder_is_left_to_the_program_that_made_it(
    known_workspace: Callable[[str], Path],
) -> None:
    judged = Judged(known_workspace("sample"))
    assert judged.of("vision", "data/landscapes/green_valley.webp")[0].repair is Repair.NONE
    assert judged.of("tokens", "corpus/rye_bread.md")[0].repair is Repair.CACHE_FOLDER
    assert judged.of("vision", "data/portraits/hugo.jpg")[0].repair is Repair.TOUCH


@pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_to_be_made_readable(cats: IndexedWorkspace) -> None:
    picture = cats.root / "data/cats/0.png"
    picture.write_bytes(b"edited")
    picture.chmod(0)
    try:
        remedy, said = Judged(cats.config_path).of("image", "data/cats/0.png")
    finally:
        picture.chmod(0o644)
    assert remedy.repair is Repair.NONE
    assert "can be read" in said


@pytest.mark.parametrize(("stops", "otherwise"), [
    (None, "Otherwise the trainer encodes it at its next start."),
    (False, "Otherwise the trainer encodes it at its next start, unless it stops at a source file "
            "that was not opened yet."),
    (True, "Otherwise the trainer stops at its next start, at a source file that it cannot "
           "cache.")])
def test_what_a_trainer_that_stops_would_make_is_not_promised(
    cats: IndexedWorkspace, stops: bool | None, otherwise: str
) -> None:
    picture = cats.root / "data/cats/9.png"
    picture.write_bytes((cats.root / "data/cats/0.png").read_bytes() + b"more")
    if stops:
        (cats.root / "data/cats/1.txt").write_bytes(b"caf\xe9")
    look = SourceLook.NONE if stops is None else SourceLook.LISTED
    judged = Judged(cats.config_path, Depth.HASH, look)
    assert judged.of("image", "data/cats/9.png")[1] == f"X: encode it. {otherwise}"
    if stops:
        assert judged.of("text", "data/cats/1.txt")[1].startswith(
            "Repair or replace the picture, mask or caption that cannot be used")


@pytest.mark.parametrize(("keeps_date", "otherwise"), [
    (False, "the trainer encodes it again at its next start."),
    (True, "the trainer does not notice and keeps using the old one.")])
def test_an_edit_that_kept_its_date_is_not_said_to_be_noticed(
    cats: IndexedWorkspace, keeps_date: bool, otherwise: str
) -> None:
    picture = cats.root / "data/cats/0.png"
    status = picture.stat()
    picture.write_bytes(picture.read_bytes()[:-1] + b"!")
    offset_ns = 0 if keeps_date else 10**9
    os.utime(picture, ns=(status.st_mtime_ns, status.st_mtime_ns + offset_ns))
    judged = Judged(cats.config_path, Depth.HASH)
    assert judged.of("image", "data/cats/0.png")[1] == f"X: encode it again. Otherwise {otherwise}"
