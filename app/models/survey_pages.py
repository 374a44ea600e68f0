"""Everything the pages show of one survey, worked out once, before the window sees any of it."""

from __future__ import annotations

from dataclasses import dataclass

from larder.app.models.coverage_rows import CoverageRow, coverage_rows
from larder.app.models.problem_groups import ProblemGroup, problem_groups
from larder.app.models.survey_snapshot import SurveySnapshot, read_survey
from larder.app.models.workspace_nodes import WorkspaceNode, workspace_tree
from larder.core.requests.options import Answer


@dataclass(frozen=True, slots=True)
class SurveyPages:
    """One survey, page by page.

    Attributes:
        snapshot: document and tables.
        coverage: rows of the Coverage table.
        problems: groups of the Problems tree.
        tree: nodes of the workspace tree.
    """

    snapshot: SurveySnapshot
    coverage: tuple[CoverageRow, ...]
    problems: tuple[ProblemGroup, ...]
    tree: tuple[WorkspaceNode, ...]


def read_pages(answer: Answer) -> SurveyPages:
    """Read a survey's answer; meant for a pool thread, a million rows take tens of milliseconds.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer is not one.
    """
    snapshot = read_survey(answer)
    coverage = coverage_rows(snapshot.document)
    return SurveyPages(snapshot=snapshot, coverage=coverage, problems=problem_groups(snapshot),
                       tree=workspace_tree(snapshot, coverage))
