"""Modules that import parts of Larder inside functions, by the reason for it.

Each was measured: at the top of its file the import makes a start slower by more than one percent
of its processor time (a command, a waiting worker, the start page of the window, or a survey of the
sample). All others are at the top. `tests/core/test_house_rules.py` keeps list and sources equal.
"""

from __future__ import annotations

from typing import Final

LATE_IMPORTS: Final = {
    "The start page is there before what shows a workspace, which a thread loads beside it.": (
        "app/application.py",
        "app/cache_session.py",
        "app/commands/view_commands.py",
        "app/dialogs/building/commands.py",
        "app/dialogs/cleaning/commands.py",
        "app/dialogs/index_writes.py",
        "app/dialogs/source_building/commands.py",
        "app/languages.py",
        "app/presentation/figures.py",
        "app/presentation/shown_names.py",
        "app/run.py",
        "app/source_watch.py",
        "app/views/main_window.py",
    ),
    "A dialog is loaded when it first opens.": (
        "app/commands/dialog_commands.py",
        "app/commands/workspace_commands.py",
    ),
    "Plots are loaded in steps, which hold up no window.": (
        "app/previews/plot_panels.py",
        "app/views/chart_plots.py",
        "app/views/map_page.py",
    ),
    "Arguments are read, and a worker is run, before Qt is loaded.": ("app/__main__.py",),
    "A verb loads what it needs, and not what the others do.": (
        "core/api.py",
        "core/build/store_build.py",
        "core/bundle/export.py",
        "core/cli/__main__.py",
        "core/cli/compare_verbs.py",
        "core/cli/file_verbs.py",
        "core/cli/output.py",
        "core/cli/survey_verb.py",
        "core/requests/building.py",
        "core/requests/comparing.py",
        "core/requests/storekeeping.py",
        "core/requests/surveying.py",
        "core/stores/values/trees/checkpoints.py",
        "core/training/dataset.py",
        "core/training/pairing.py",
    ),
    "A preview loads the encoders of its own content only.": (
        "core/queries/draw_latent.py",
        "core/queries/draw_payload.py",
    ),
    "A survey plans what is due only where that changed.": (
        "core/queries/finding_remedies.py",
        "core/queries/first_visits.py",
        "core/queries/making_again.py",
        "core/queries/next_steps.py",
        "core/requests/due_build.py",
        "core/requests/encoding_time.py",
    ),
    "A survey loads the formats that the workspace has.": (
        "core/payloads/open_payload.py",
        "core/survey/files/store.py",
        "core/survey/survey.py",
        "core/survey/values/facts.py",
        "core/survey/values/store.py",
        "core/workspace/model_types.py",
        "core/workspace/store_kinds.py",
    ),
    "A survey opens a file only where its depth or a doubt asks for it.": (
        "core/payloads/tensors.py",
        "core/recipes/scan.py",
        "core/stores/indexed/index_file.py",
        "core/stores/records.py",
        "core/stores/released/groups.py",
        "core/survey/checks/gather.py",
        "core/survey/checks/opened_files.py",
        "core/survey/indexed/store.py",
        "core/survey/moved_content.py",
        "core/survey/odd_forms.py",
        "core/survey/other_recipes.py",
        "core/survey/released/doubts.py",
        "core/survey/released/groups.py",
        "core/survey/released/slot_verdicts.py",
        "core/survey/released/store.py",
        "core/survey/sharing.py",
        "core/survey/sources.py",
        "core/survey/targets.py",
    ),
}
