"""Larder's window: Qt widgets over `core`. Nothing here decides what a cache entry is worth.

The rooms, as the contract in `pyproject.toml` lists them: a room imports from the rooms below it,
never from one above it or beside it (`|`). The map is also in `.github/CONTRIBUTING.md`.

=============  =====================================================================================
__main__       the `larder-gui` command
run            runs a window until it closes, or renders one of its pages into a picture
application    wires one window: makes what its parts share, and hands it to them
commands       the commands of menus, toolbar and palette, as rows of data
dialogs        where the user must decide now: a plan is shown, and that very plan is carried out
languages      the languages of the window: catalogues, locale, the switch
views          the window, its docks and its pages; a view lays out and listens
previews       widgets that draw what a worker made of a payload or of a source
cleaning       a clean without its dialog: the request, the plan that came, its job, its texts
source_watch   files that are edited while the workspace is open are surveyed again
services       what the views of one window share, and how they run jobs
notices        messages that need no decision: what happened, and one thing to do about it
view_history   the places that the user viewed, to go back to
cache_session  the open workspace and its latest survey
plots          plots one can touch, loaded when the first is shown, and the place of one on a page
widgets        widgets of no page: labels, controls, tables with their cells, sizes of windows
models         what the pages show, as values and item models, with their texts
pictures       pictures of files and caches, read in a pool thread, and the thumbnails kept of them
view_state     page, scope, filter and chosen row
command_table  commands as Qt actions, and the menus made from them
user_settings  the user's settings while the window is open
jobs           worker processes for jobs, threads for numpy and pictures
window_look    how everything looks: theme, icons, fonts
presentation   how things are said: words, figures, sentences, hidden names
arguments      the command line of `larder-gui`
build_records  small files about builds that have not come to their end
qt_libraries   libraries of the system that Qt needs on Linux
=============  =====================================================================================

Values and texts (`presentation`, `models`, `cleaning`, `pictures`) know no widgets. Views get their
jobs from the session, wait for them with `jobs.awaited_job`, and know neither worker nor pool.
"""
