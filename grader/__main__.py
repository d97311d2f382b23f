"""`python -m grader`, the same command as `grade`."""

import sys

from grader.cli import main

sys.exit(main())
