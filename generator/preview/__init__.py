"""A live gallery of a game: save a file, see the new cards.

watch (which files were saved) -> order (which pieces first) -> studio (compose, publish)
-> gallery (what is shown) -> server (page, pictures by face key, changes as they happen).
"""
