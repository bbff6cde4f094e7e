"""The two ways to be wrong, each with a code (for programs) and a sentence (for players)."""


class RulesError(Exception):
    """Base of both: `code` is a word of the game record format, `sentence` is for a player to read."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class InvalidAction(RulesError):
    """Not an action at all: a broken or hostile client."""


class IllegalAction(RulesError):
    """An action that the rules forbid now; nothing has changed."""


class InvalidSetup(RulesError):
    """A set-up or a document from which no game can be begun; code `bad_record`."""
