"""``python -m trickcore`` is the command line."""

from trickcore.cli import main

main()
