"""Pictures that are made when they are asked for: QR codes."""

from __future__ import annotations

import segno
from django.utils.safestring import mark_safe


def qr(link: str) -> str:
    """Return a link as a drawing. It is made of numbers only, so it is safe as it stands."""
    drawing = segno.make(link, micro=False).svg_inline(scale=3, border=0, omitsize=True)
    return mark_safe(drawing)  # noqa: S308 - see above
