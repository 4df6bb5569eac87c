#!/usr/bin/env python
"""The command line of the project: ``python manage.py help`` lists the commands."""

import os
import sys


def main() -> None:
    """Run the named management command with the project's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - after the line above

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
