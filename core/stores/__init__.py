"""One cache folder per format: index, payload names, liveness, snapshot of the index.

Reading never writes into the folder.
"""
