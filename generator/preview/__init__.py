"""A live gallery of a game: save a file, see the new cards.

Comes in: saved files. Goes out: watch (something was saved) -> galleries (what of it concerns a
gallery, composed) -> records -> server (page, pictures by face key, changes as they happen).
"""
