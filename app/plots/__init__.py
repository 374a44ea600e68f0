"""Plots one can touch: pyqtgraph's, in the window's colours, with a sentence for who does not see.

pyqtgraph is loaded when the first plot is to be shown (`loading`), and only modules here import it.
A page gives a plot its place (`plot_place`), which says what it waits for; figures come from core,
and a table beside the plot has them all for keyboard and screen reader.
"""
