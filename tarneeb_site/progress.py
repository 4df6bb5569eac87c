"""The bar of a command that takes a while."""

from django.core.management.base import OutputWrapper

BAR = 30


def draw(out: OutputWrapper, done: int, total: int, told: str) -> None:
    """Draw how much is done, over what was drawn before; on a terminal only."""
    if not out.isatty():
        return
    filled = BAR * done // max(total, 1)
    line = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {told}"
    out.write(line, ending="\n" if done == total else "")
