"""How long a build is said to take: by encoder, device and area, its start told apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.build.plan import BuildPlan
from larder.core.build.rates import (
    OUTLIER,
    BuildRate,
    EncoderRates,
    WorkPace,
    note_rates,
    read_rates,
)
from larder.core.build.trial import measure_plan
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.settings import RATES_NAME, cache_home
from tests.support.building import (
    BuildWorkspace,
    CountingEncoders,
    build,
    in_batches,
    plan_of,
    start,
)
from tests.support.released_building import add_concept
from tests.support.trainers_caches import (
    let_indexing_trainer_cache,
    let_released_trainer_cache,
    with_models,
)

START_S = 300.0
EACH_S = 2.0


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def slow_encoder(self, encoders: CountingEncoders) -> None:
        """The first batch loads a model; every batch of one takes its time."""
        def step() -> None:
            self.now_s += EACH_S + (0.0 if encoders.batches else START_S)

        encoders.before_encode = step


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(6):
        made.add_picture(f"{cats}/{number}.png")
    return made


def built(workspace: BuildWorkspace, clock: Clock) -> BuildPlan:
    """Build with a slow encoder; gives the plan it was built by."""
    plan = plan_of(workspace)
    encoders = CountingEncoders(plan)
    clock.slow_encoder(encoders)
    run_to_end(start(plan, encoders, token=CancelToken(clock_s=clock)))
    return plan


def measured(
    workspace: BuildWorkspace, clock: Clock, *, batch: int = 1
) -> tuple[BuildPlan, CountingEncoders]:
    plan = plan_of(workspace)
    encoders = CountingEncoders(plan)
    clock.slow_encoder(encoders)
    return run_to_end(measure_plan(
        in_batches(plan, batch), encoders, CancelToken(clock_s=clock))), encoders


def test_loading_a_model_is_in_no_rate_and_is_added_once(workspace: BuildWorkspace) -> None:
    assert built(workspace, Clock()).seconds is None
    for number in range(10, 14):
        workspace.add_picture(f"data/cats/{number}.png")
    plan = plan_of(workspace)
    group, = plan.groups
    assert group.seconds == pytest.approx(4 * EACH_S)
    assert plan.start_s == pytest.approx(START_S)
    assert plan.seconds == pytest.approx(START_S + 4 * EACH_S)


def test_a_plan_without_work_takes_no_time(workspace: BuildWorkspace) -> None:
    built(workspace, Clock())
    assert (plan_of(workspace).seconds, plan_of(workspace).start_s) == (0.0, 0.0)


def test_the_estimate_of_a_trial_is_what_the_build_takes(workspace: BuildWorkspace) -> None:
    plan, encoders = measured(workspace, Clock())
    assert plan.measured > 0
    assert plan.seconds == pytest.approx(START_S + 6 * EACH_S)
    assert workspace.payloads() == {}
    assert (encoders.opened, encoders.closed) == (1, 1)
    clock = Clock()
    built(workspace, clock)
    assert clock.now_s == pytest.approx(plan.seconds)


def test_measuring_finds_it_out_anew_each_time(workspace: BuildWorkspace) -> None:
    known, _ = measured(workspace, Clock())
    clock = Clock()
    again, encoders = measured(workspace, clock)
    assert encoders.encoded > 0
    assert again.measured > 0
    assert known.seconds == pytest.approx(again.seconds)
    assert clock.now_s > 0


def test_what_was_measured_is_remembered_for_the_next_plan(workspace: BuildWorkspace) -> None:
    plan, _ = measured(workspace, Clock())
    later = plan_of(workspace)
    assert later.seconds == pytest.approx(plan.seconds)
    assert [group.encoder for group in later.groups] == ["patch-means"]


def test_pictures_of_another_area_are_told_in_proportion(workspace: BuildWorkspace) -> None:
    built(workspace, Clock())
    workspace.configure(resolution="256")
    plan = plan_of(workspace)
    group, = plan.groups
    assert group.resolution == "256x256"
    assert group.seconds == pytest.approx(6 * EACH_S * 4)


def test_nothing_of_a_rate_is_written_into_the_store(workspace: BuildWorkspace) -> None:
    built(workspace, Clock())
    assert (cache_home() / RATES_NAME).exists()
    assert "seconds" not in (workspace.store() / ".larder" / "journal.jsonl").read_text()


def test_a_trial_that_cannot_open_its_encoder_says_why(workspace: BuildWorkspace) -> None:
    class Missing(CountingEncoders):
        def open_image(self, *_: object) -> object:
            raise UserFacingError("There is no VAE.")

    plan = plan_of(workspace)
    with pytest.raises(UserFacingError, match="no VAE"):
        run_to_end(measure_plan(plan, Missing(plan), CancelToken()))


def rates(*each_s: tuple[int, float], encoder: str = "vae", device: str = "cuda") -> EncoderRates:
    return EncoderRates(encoder=encoder, device=device, name=encoder, rates=tuple(
        BuildRate(pixels=pixels, payloads=10, seconds=10 * seconds, bytes=10 * pixels)
        for pixels, seconds in each_s))


def test_rates_are_kept_by_encoder_and_device(tmp_path: Path) -> None:
    note_rates(tmp_path, rates((100, 1.0)), asked=None)
    note_rates(tmp_path, rates((100, 9.0), device="cpu"), asked="cpu")
    assert read_rates(tmp_path, "vae", None).seconds_each(100) == 1.0
    assert read_rates(tmp_path, "vae", "cuda").seconds_each(100) == 1.0
    assert read_rates(tmp_path, "vae", "cpu").seconds_each(100) == 9.0
    assert read_rates(tmp_path, "another", None).seconds_each(100) is None


def test_the_nearest_area_tells_another_one_and_the_latest_rate_counts(tmp_path: Path) -> None:
    note_rates(tmp_path, rates((100, 1.0), (1000, 40.0)), asked=None)
    note_rates(tmp_path, rates((100, 2.0)), asked=None)
    known = read_rates(tmp_path, "vae", None)
    assert known.seconds_each(100) == 2.0
    assert known.seconds_each(200) == 4.0
    assert known.seconds_each(800) == pytest.approx(32.0)
    assert known.seconds_each(0) is None


def test_a_damaged_memory_tells_nothing_and_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / RATES_NAME).write_bytes(b"{")
    assert read_rates(tmp_path, "vae", None).rates == ()
    note_rates(tmp_path, rates((100, 1.0)), asked=None)
    assert read_rates(tmp_path, "vae", None).seconds_each(100) == 1.0


def test_a_batch_that_waited_for_something_else_is_left_out() -> None:
    clock = Clock()
    pace = WorkPace(clock)
    pace.begin()
    for took_s in (50.0, 4.0, 4.0, 4 * OUTLIER * 10, 4.0):
        clock.now_s += took_s
        pace.note(100, 4)
    timed = pace.sizes()[100]
    assert (timed.payloads, timed.seconds_each) == (12, 1.0)
    assert pace.start_s() == 46.0


def test_batches_of_copies_count_for_nothing() -> None:
    clock = Clock()
    pace = WorkPace(clock)
    pace.begin()
    for payloads in (4, 4, 0, 4):
        clock.now_s += 4.0
        pace.note(100, payloads)
    assert pace.sizes()[100].seconds == 8.0


def test_a_single_batch_tells_no_rate() -> None:
    clock = Clock()
    pace = WorkPace(clock)
    pace.begin()
    clock.now_s += 60.0
    pace.note(100, 4)
    assert (pace.sizes(), pace.start_s()) == ({}, 0.0)


def test_a_trial_of_a_single_batch_tells_a_time_all_the_same(workspace: BuildWorkspace) -> None:
    plan, _ = measured(workspace, Clock(), batch=16)
    assert plan.measured == 6
    assert plan.seconds == pytest.approx(START_S + EACH_S)


def test_a_build_of_equal_pictures_counts_them_once(workspace: BuildWorkspace) -> None:
    first = build(workspace)
    assert first.plan.payloads == first.report.encoded == 6
    twins = [workspace.add_picture(f"data/cats/twin{at}.png", seed=77) for at in range(3)]
    copy = workspace.root / "data/cats/copy.png"
    copy.write_bytes((workspace.root / "data/cats/0.png").read_bytes())
    workspace.age(copy)
    built_again = build(workspace)
    plan, report = built_again.plan, built_again.report
    assert (plan.entries, plan.payloads) == (len(twins) + 1, 1)
    assert (report.encoded, report.planned, report.done) == (1, 1, 1)
    assert report.entries == len(twins) + 1


@pytest.mark.parametrize("change", [{"resolution": "256"}, {"masked_training": True}], ids=str)
@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_bytes_are_told_for_the_size_and_the_values_that_are_asked_for_now(
    tmp_path: Path, layout: str, change: dict[str, object]
) -> None:
    made = BuildWorkspace(tmp_path, config={"train_dtype": "FLOAT_32"})
    add_concept(made)
    for number in range(4):
        made.add_picture(
            f"data/cats/{number}.png", caption=f"cat {number}", size=(100 + 30 * number, 200))
    build(made, layout=layout, even_if_busy=True)
    made.configure(**change)

    built = build(made, even_if_busy=True)

    assert built.report.bytes > 0
    assert built.plan.bytes == pytest.approx(built.report.bytes, rel=0.03)


@pytest.mark.swept(2)
@pytest.mark.parametrize(("before", "after"), [
    ("FLOAT_32", "BFLOAT_16"), ("BFLOAT_16", "FLOAT_32")])
@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_bytes_are_told_for_the_number_type_that_is_asked_for_now(
    tmp_path: Path, layout: str, before: str, after: str
) -> None:
    pytest.importorskip("diffusers")
    made = with_models(tmp_path, train_dtype=before, resolution="128")
    first = build(made, layout=layout, even_if_busy=True)
    made.configure(train_dtype=after)
    built = build(made, even_if_busy=True)
    print(f"{before} -> {after}, {layout}: told {built.plan.bytes:,.0f} bytes, "
          f"made {built.report.bytes:,}, before {first.report.bytes:,}")
    assert built.report.bytes != first.report.bytes
    assert built.plan.bytes == pytest.approx(built.report.bytes, rel=0.03)


@pytest.mark.swept(5)
@pytest.mark.parametrize("change", ["more pictures", "another size", "masks"])
@pytest.mark.parametrize("size", [64, 256])
@pytest.mark.parametrize("cache", [let_released_trainer_cache, let_indexing_trainer_cache])
def test_bytes_are_told_of_files_that_a_trainer_made(
    tmp_path: Path, cache: Callable[[BuildWorkspace], None], size: int, change: str
) -> None:
    """A trainer's files say less beside their arrays, or hold storages larger than these."""
    pytest.importorskip("diffusers")
    made = with_models(tmp_path, resolution=f"{size}")
    cache(made)
    if change == "more pictures":
        for number in range(10, 13):
            made.add_picture(f"data/cats/{number}.png", caption=f"a cat {number}", size=(90, 64))
    else:
        made.configure(**{"masked_training": True} if change == "masks"
                       else {"resolution": "128"})
    built = build(made, even_if_busy=True)
    assert built.plan.bytes == pytest.approx(built.report.bytes, rel=0.03)


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_bytes_of_a_first_build_are_told_by_what_its_encoder_made_elsewhere(
    tmp_path: Path, layout: str
) -> None:
    pytest.importorskip("diffusers")
    for at, size in enumerate(("64", "128")):
        (tmp_path / f"{at}").mkdir()
        built = build(with_models(tmp_path / f"{at}", resolution=size), layout=layout,
                      even_if_busy=True)
        told = built.plan.bytes
    assert told == pytest.approx(built.report.bytes, rel=0.03)
