"""The units by which systemd runs a host for a whole machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from chickenscratch.host.sockets import SOCKET, SYSTEM_FOLDER

NAME: Final = "chickenscratch"
_FENCE: Final = """\
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
"""What neither service may do."""
_SERVICE: Final = """\
# /etc/systemd/system/{name}.service
[Unit]
Description=Chicken Scratch: tables for everybody on this machine
Requires={name}.socket
After={name}.socket

[Service]
ExecStart={python} -P -m chickenscratch host --service --state /var/lib/{name}{trust}
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
{fence}"""
_HINT: Final = """\
# Without an administrator, a host of your own that lives on after you have logged out:
#     loginctl enable-linger && systemd-run --user --unit {name} {python} -P -m chickenscratch host

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
_SSH: Final = """\
# /etc/systemd/system/{name}-ssh.service
[Unit]
Description=Chicken Scratch: the way in by SSH
After=network.target {name}.socket
Wants={name}.socket

[Service]
ExecStart={python} -P -m chickenscratch host --service --state /var/lib/{name}-ssh --ssh-only{ssh}
User={name}-ssh
DynamicUser=yes
StateDirectory={name}-ssh
StateDirectoryMode=0700
UMask=0077
Restart=on-failure
TimeoutStopSec=20
Nice=5
MemoryMax=2G
TasksMax=512
LimitNOFILE=8192
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
{fence}
[Install]
WantedBy=multi-user.target
"""
"""The network is here and the hands are there: what listens to strangers is not what knows them,
and has another account."""


def units(python: str = sys.executable, ssh: Sequence[str] = ()) -> str:
    """The files, each with its place as a comment; with the addresses in `ssh` also that of the SSH
    server. They are for somebody to read and to put there: nothing here installs anything."""
    home = "read-only" if python.startswith(("/home/", "/root/")) else "yes"
    filled = {
        "name": NAME, "python": python, "socket": SYSTEM_FOLDER / SOCKET, "home": home,
    }  # fmt: skip
    trust = f" --trust {NAME}-ssh" if ssh else ""
    fence = _FENCE.format(**filled)
    service = _SERVICE.format(**filled, trust=trust, fence=fence)
    both = f"{_HINT.format(**filled)}{_SOCKET.format(**filled)}\n{service}"
    if not ssh:
        return both
    addresses = "".join(f" --ssh {address}" for address in ssh)
    return f"{both}\n{_SSH.format(**filled, ssh=addresses, fence=fence)}"
