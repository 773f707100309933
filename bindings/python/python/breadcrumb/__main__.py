"""`python -m breadcrumb`."""

from .cli import main

main()
