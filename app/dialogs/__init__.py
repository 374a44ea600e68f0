"""Dialogs: only where the user must decide now; none of them blocks the event loop.

Build, Clean (with Prune and Clear) and Cache-a-folder are `PlanDialog`s (`plan_dialog.py`): a job
plans, the plan is shown, and the very plan that was shown is done. Each has a folder: `commands`
(what menus say, loaded with the window; the rest when it is first asked for), `request` (what is
planned), `dialog` with its footer, a view of the plan, and `texts` (its sentences, the `larder`
command that does the same, and what is told when it is over). What runs on after a dialog closed is
followed by `building/runs.py` and, as the Journal page starts such jobs too, by
`larder.app.cleaning.work`. What-if compares instead, and hands over to Build.
"""
