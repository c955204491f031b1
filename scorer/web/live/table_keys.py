"""Who may do what with a table: keys that follow from each other, and short codes.

A table has a key to fill it in. The key to watch it follows from that one, and the table's public
id from the key to watch; nothing leads back. So a phone that holds a key proves by it alone which
table it is for, also to a server that was started again and remembers nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

# Consonants only, and none that is mistaken for another when it is read aloud or from afar.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 4


def new_key() -> str:
    return secrets.token_urlsafe(16)


def watch_key(edit: str) -> str:
    return _derived("watch", edit)


def table_id(watch: str) -> str:
    return _derived("table", watch)


def class_pass(class_key: str, table: str) -> str:
    """What a phone shows to bring its table back into the class."""
    return _derived(f"pass {table}", class_key)


def class_code(class_key: str, turn: int) -> str:
    """The code of a class; every turn gives another one."""
    digest = hashlib.sha256(f"code {turn} {class_key}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CODE_LENGTH])


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def as_code(text: str) -> str:
    """A code as somebody typed it."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


def is_same(one: str, other: str) -> bool:
    """Compares without telling by the time it takes how much was right."""
    return hmac.compare_digest(one.encode(), other.encode())


def _derived(what: str, key: str) -> str:
    return hashlib.sha256(f"{what} {key}".encode()).hexdigest()[:24]
