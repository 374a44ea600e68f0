"""The Charts page of a window that tests share."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.chart_figures import UsageCharts
from larder.app.views.charts_page import ChartsPage
from larder.app.views.page import LazyPage
from tests.app.conftest import wait_until_settled


def shown_charts(opened: OpenWindow, qtbot: QtBot) -> ChartsPage:
    """Show the Charts page of the open workspace, with its figures."""
    opened.window.show_page("charts")
    page = opened.window.pages["charts"]
    assert isinstance(page, LazyPage)
    qtbot.waitUntil(lambda: page.view is not None and page.view.isVisible())
    wait_until_settled(qtbot, opened)
    assert isinstance(page.view, ChartsPage)
    return page.view


def start_charts_over(page: ChartsPage, charts: UsageCharts) -> None:
    """Show these figures; forget folder, order and selection of each chart, and what was read."""
    for view in page._views.values():
        view.close()
        view.deleteLater()
    page._views.clear()
    page.tabs.setCurrentIndex(0)
    page._show_charts(replace(charts, scales=None, latents=None))
    for dialog in page.findChildren(QFileDialog):
        dialog.close()
