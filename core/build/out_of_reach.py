"""Folders that a build is for and that cannot be seen now: nothing of theirs is built or judged."""

from __future__ import annotations

from larder.core.errors import Finding
from larder.core.survey.report import SurveyReport
from larder.core.survey.why import explain_source_unreachable
from larder.core.workspace.concepts import (
    ConceptFolder,
    missing_folder_finding,
    select_concepts,
)
from larder.core.workspace.roots import is_same_folder


def folders_out_of_reach(report: SurveyReport) -> tuple[Finding, ...]:
    """Return why folders of the trained concepts cannot be seen, one finding per folder.

    An empty mount point counts as well as a missing folder; a folder whose files were declared
    deleted for good does not.
    """
    workspace = report.workspace
    if workspace.config is None:
        return ()
    found: list[Finding] = []
    folders: list[ConceptFolder] = []
    for validation in (False, True)[:1 + workspace.config.validation]:
        for concept in select_concepts(workspace.concepts, validation=validation):
            folder = workspace.locate(concept)
            if folder.exists:
                folders.append(folder)
            else:
                found.append(missing_folder_finding(concept, folder))
    named = dict.fromkeys(
        (root.spelled, root.unreachable) for root in report.roots if root.unreachable
        and any(_is_in(root.spelled, folder) for folder in folders))
    return (*found, *(
        Finding(spelled, f"{explain_source_unreachable(spelled, reason)}.",
                "Connect its drive; its cached files are kept.")
        for spelled, reason in named))


def _is_in(spelled: str, folder: ConceptFolder) -> bool:
    """Return whether a root is the folder of a concept or below it."""
    above = folder.spelled.rstrip("/\\")
    return is_same_folder(spelled, folder.spelled, folder.flavour) or spelled.startswith(
        (f"{above}/", f"{above}\\"))
