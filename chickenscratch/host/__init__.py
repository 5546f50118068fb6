"""Many tables for many people: one process owns them all, and everybody else only looks in.

The *host* is a daemon on a Unix socket (:mod:`chickenscratch.host.daemon`). It holds every game,
every hidden hand and the players' names; views connect to it and speak one JSON message a line
(:mod:`chickenscratch.host.protocol`, with what is talked about in
:mod:`chickenscratch.host.shapes`). A view never gets more than the seat it shows may know.

For a screen, all of this is :class:`chickenscratch.host.client.HostClient`::

    client = await HostClient.connect(socket)      # who I am: client.you, whose host: client.host
    async for lobby in client.lobbies():           # the lobby now, and after every change
        ...
    table = await client.enter(table_id)           # to sit, or to watch: a RemoteTable
    async for state in table.states():             # seats, ready check, clocks, votes, watchers
        ...
    table.link                                     # a table.link.TableLink once the game is dealt

Whoever speaks is known by the kernel's word: ``~name`` for an account on this machine. A front end
that the host trusts, such as the SSH door, may speak for ``key:SHA256:…`` instead.

A table is its record, so nothing is lost when the daemon dies; clients connect again by themselves
and find every seat as it was.
"""
