"""Run a command where this machine alone can be reached: with `lo` up in a network of its own.

    unshare --net python with_loopback.py COMMAND…

A new network has a loopback device that is down, and a cluster of processes talks through it.
"""

import fcntl
import os
import socket
import struct
import sys

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
    held = fcntl.ioctl(asked, SIOCGIFFLAGS, struct.pack("16sH14x", b"lo", 0))
    flags = struct.unpack("16sH14x", held)[1]
    fcntl.ioctl(asked, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | IFF_UP))
os.execvp(sys.argv[1], sys.argv[1:])
