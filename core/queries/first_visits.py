"""Offer made at the first visit to a cache; remembered in the user's cache folder.

A run of the window is one visit, however often it surveys, and so is each survey outside of it. The
offer is made again, at every visit, while a config has other models or settings than at the first
one: a cache of unknown origin may well have been made with the former ones.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from larder.core.files.derived import recall, remember
from larder.core.files.temp_names import WINDOW_VARIABLE
from larder.core.settings import cache_home
from larder.core.survey.report import SurveyReport
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

VISITS_NAME: Final = "first-visits.json"
MOST: Final = 1000
"""Caches whose first visit is remembered, the latest ones."""


class Visit(msgspec.Struct, frozen=True):
    """The first visit to a cache.

    Attributes:
        run: which run of the window, or when it was surveyed outside of one.
        asked: what the config asked for then.
    """

    run: str
    asked: str


def unproven_files(report: SurveyReport) -> dict[Path, int]:
    """How many files of each store a trainer made, nobody knows with which settings and weights."""
    unproven = {
        survey.location.path:
            survey.entries if survey.recipes is None else survey.recipes.unproven
        for survey in report.stores if survey.location.kind.content in TRAINER_CONTENTS}
    return {store: count for store, count in unproven.items() if count}


def count_changed_requests(report: SurveyReport) -> int:
    """How many of these are in stores of which the config asked something else at first."""
    unproven = unproven_files(report)
    visits = (recall(cache_home() / VISITS_NAME, dict[str, Visit]) or {}) if unproven else {}
    if not visits:
        return 0
    # What knows recipes takes some milliseconds to load, and most caches are Larder's own.
    from larder.core.recipes.asked import compute_request_digest

    contents = {survey.location.path: survey.location.kind.content for survey in report.stores}
    return sum(
        count for store, count in unproven.items()
        if (visit := visits.get(os.fspath(store))) is not None
        and visit.asked != compute_request_digest(report.workspace, contents[store]))


def list_first_visits(stores: Mapping[Path, str], surveyed_at_ns: int) -> frozenset[Path]:
    """Return the stores that are visited first, or asked something else since; remember the visit.

    Args:
        stores: by their folders what the config asks of them, in any spelling.
        surveyed_at_ns: when they were surveyed, which tells a visit outside of a window.
    """
    # No process has a number as high as nanoseconds are.
    visit = os.environ.get(WINDOW_VARIABLE) or str(surveyed_at_ns)
    place = cache_home() / VISITS_NAME
    visits = recall(place, dict[str, Visit]) or {}
    new = {os.fspath(store): Visit(visit, asked) for store, asked in stores.items()
           if os.fspath(store) not in visits}
    if new:
        visits = dict([*visits.items(), *new.items()][-MOST:])
        remember(place, visits)
    first = {store: visits.get(os.fspath(store), Visit(visit, "")) for store in stores}
    return frozenset(
        store for store, asked in stores.items()
        if first[store].run == visit or first[store].asked != asked)
