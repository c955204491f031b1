"""Language data: plural rules, lists, number formats, texts for translators."""


class KeyedError(ValueError):
    """An error by the key of its message, raised below the modules that can show messages."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.key, self.params = key, params
