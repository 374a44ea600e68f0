"""What a front end may ask of a worker process: options in, documents and columns out.

The command line runs the same requests in its own process.
"""
