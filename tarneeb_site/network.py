"""Where the web process of ``manage.py up`` can be reached: this machine, or its network too."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass

import segno

LOOPBACK = "127.0.0.1"
#: An address that routers must drop (RFC 5737). Nothing is sent to it: asking the system how it
#: would get there tells our own address on the network.
ELSEWHERE = ("192.0.2.1", 9)


class NoNetwork(Exception):
    """This machine has no address that others could open."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The addresses to listen on, and those that people open, the best one first."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...]


def reach(port: int, *, lan: bool) -> Reach:
    """Return where to listen, and the addresses to print.

    :raises NoNetwork: if the local network is asked for and there is none.
    """
    own = (f"http://localhost:{port}", f"http://{LOOPBACK}:{port}")
    if not lan:
        return Reach((LOOPBACK,), own)
    address = lan_address()
    return Reach((LOOPBACK, address), (f"http://{address}:{port}", *own))


def lan_address() -> str:
    """Return this machine's address on the local network.

    :raises NoNetwork: if it has none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError as problem:
            raise NoNetwork(f"this machine has no network: {problem.strerror}") from problem
        address = str(probe.getsockname()[0])
    if address.startswith("127."):
        raise NoNetwork("this machine has no network besides itself")
    return address


def qr_code(text: str) -> str:
    """Return a QR code to hold a phone's camera to, made of the terminal's characters."""
    drawing = io.StringIO()
    segno.make(text).terminal(drawing, compact=True)
    return drawing.getvalue()
