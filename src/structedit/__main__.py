"""`python -m structedit`: the same as the `structedit` command."""

import sys

from structedit.faces.cli import main

if __name__ == "__main__":
    sys.exit(main())
