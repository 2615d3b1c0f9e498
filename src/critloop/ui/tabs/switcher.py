"""The tabs of the run screen on top of each other, each made when it is first wanted."""

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from critloop.ui.session import RunSession
from critloop.ui.tabs.findings import FindingsTab
from critloop.ui.tabs.tab import Tab

if TYPE_CHECKING:
    from critloop.ui.tabs.diff import DiffTab
    from critloop.ui.tabs.document import DocumentTab
    from critloop.ui.tabs.units import UnitsTab


class Tabs(ContentSwitcher):
    """Brings tabs to the front by name.

    Attributes:
        findings: The tab that is there from the start.
    """

    def __init__(self, session: RunSession) -> None:
        super().__init__(id="tabs", initial="findings")
        self.session = session
        self.findings = FindingsTab("findings", session)
        self._made: dict[str, Tab] = {"findings": self.findings}

    def compose(self) -> ComposeResult:
        """The first tab."""
        yield self.findings

    @property
    def document(self) -> "DocumentTab":
        """The Document tab."""
        return cast("DocumentTab", self.tab("document"))

    @property
    def diff(self) -> "DiffTab":
        """The Diff tab."""
        return cast("DiffTab", self.tab("diff"))

    @property
    def units(self) -> "UnitsTab":
        """The Units tab."""
        return cast("UnitsTab", self.tab("units"))

    def tab(self, name: str) -> Tab:
        """A tab by its name."""
        if name not in self._made:
            made = self._made[name] = _kind(name)(name, self.session)
            made.display = False
            self.mount(made)
        return self._made[name]

    def bring(self, name: str) -> None:
        """Bring a tab to the front."""
        self.tab(name)
        self.current = name


def _kind(name: str) -> type[Tab]:
    """The class of a tab, imported only now: nobody should wait for what may never be looked at."""
    match name:
        case "document":
            from critloop.ui.tabs.document import DocumentTab  # noqa: PLC0415 - see above

            return DocumentTab
        case "diff":
            from critloop.ui.tabs.diff import DiffTab  # noqa: PLC0415 - see above

            return DiffTab
        case "report":
            from critloop.ui.tabs.report import ReportTab  # noqa: PLC0415 - see above

            return ReportTab
        case "timeline":
            from critloop.ui.tabs.timeline import TimelineTab  # noqa: PLC0415 - see above

            return TimelineTab
        case "units":
            from critloop.ui.tabs.units import UnitsTab  # noqa: PLC0415 - see above

            return UnitsTab
        case "basis":
            from critloop.ui.tabs.basis import BasisTab  # noqa: PLC0415 - see above

            return BasisTab
        case _:
            from critloop.ui.tabs.prompt import PromptTab  # noqa: PLC0415 - see above

            return PromptTab
