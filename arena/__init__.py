"""The harness: processes, clocks, files and tables round the games of `engine`."""
