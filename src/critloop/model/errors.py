"""One hierarchy of errors. Each has what is wrong and what to do; ``cli`` turns them into lines."""


class CritloopError(Exception):
    """What went wrong, in one plain line, and the remedy, in another.

    Attributes:
        message: What is wrong, with the file and the line where there is one.
        remedy: What to do about it; empty where there is nothing to say.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        """Keep both lines."""
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class UsageProblem(CritloopError):
    """The command, a setting or an input is wrong; nothing was started (exit 2)."""


class StoreProblem(CritloopError):
    """The database can't be used: corrupt, of a newer version, read-only, or the disk is full (exit 1)."""


class StaleVersion(CritloopError):
    """Another process appended first. Read again and decide again."""


class LeaseHeld(CritloopError):
    """Another process is advancing this run. ``holder`` names it."""

    def __init__(self, run: str, holder: str) -> None:
        """Name the run and the process that holds it."""
        super().__init__(f"run {run} is being advanced by {holder}", "wait for it, or stop it first")
        self.run = run
        self.holder = holder


class LeaseLost(CritloopError):
    """The lease was taken over while this process held it; nothing more may be appended."""


class WorkspaceProblem(CritloopError):
    """The work copy or the user's repository can't be used as it is (exit 2 before a run, else a failure)."""


class UnknownFinding(CritloopError):
    """A maker answered for, or committed the fix of, a finding that it was not given."""


class AgentProblem(CritloopError):
    """An agent gave nothing usable.

    Attributes:
        text: What it had said until then; kept and shown.
        final: True where trying again can't help (an unknown model, a wrong key).
    """

    def __init__(self, message: str, remedy: str = "", *, text: str = "", final: bool = False) -> None:
        """Keep the text that was received before the failure."""
        super().__init__(message, remedy)
        self.text = text
        self.final = final
