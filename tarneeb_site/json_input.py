"""What is sent to the API as JSON: text that can be stored, nested no deeper than anybody means it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StorableJSONParser(JSONParser):
    """Reads JSON, and refuses what is none of ours before any view sees it."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the values.

        :raises ParseError: for what is no JSON, nests too deep, or has half a character in it.
        """
        try:
            found = super().parse(stream, media_type, parser_context)
            json.dumps(found, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as fault:
            raise ParseError() from fault
        return found
