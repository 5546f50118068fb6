"""The units by which systemd runs a host for a whole machine."""

from __future__ import annotations

import sys
from typing import Final

from chickenscratch.host.sockets import SOCKET, SYSTEM_FOLDER

NAME: Final = "chickenscratch"
_SERVICE: Final = """\
# /etc/systemd/system/{name}.service
[Unit]
Description=Chicken Scratch: tables for everybody on this machine
Requires={name}.socket
After={name}.socket

[Service]
ExecStart={python} -P -m chickenscratch host --service --state /var/lib/{name}
User={name}
DynamicUser=yes
StateDirectory={name}
StateDirectoryMode=0700
UMask=0077
Restart=on-failure
TimeoutStopSec=20
Nice=5
MemoryMax=1G
TasksMax=128
LimitNOFILE=8192
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome={home}
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectClock=yes
NoNewPrivileges=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=
"""
_SOCKET: Final = """\
# /etc/systemd/system/{name}.socket
[Unit]
Description=Where Chicken Scratch is joined

[Socket]
ListenStream={socket}
SocketMode=0666
DirectoryMode=0755
RemoveOnStop=yes

[Install]
WantedBy=sockets.target
"""


def units(python: str = sys.executable) -> str:
    """Both files, each with its place as a comment. They are for somebody to read and to put there:
    nothing here installs anything."""
    home = "read-only" if python.startswith(("/home/", "/root/")) else "yes"
    filled = {
        "name": NAME, "python": python, "socket": SYSTEM_FOLDER / SOCKET, "home": home,
    }  # fmt: skip
    return f"{_SOCKET.format(**filled)}\n{_SERVICE.format(**filled)}"
