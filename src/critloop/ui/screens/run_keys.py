"""The run screen's keys that bring a tab or a pane to the front."""

from critloop.ui.screens.run_questions import RunQuestions


class RunKeys(RunQuestions):
    """One method an action."""

    def do_theme(self) -> None:
        """Choose a theme."""
        self.app.search_themes()

    def do_tab_findings(self) -> None:
        """The Findings tab."""
        self.show_tab("findings")

    def do_tab_document(self) -> None:
        """The Document tab."""
        self.show_tab("document")

    def do_tab_diff(self) -> None:
        """The Diff tab."""
        self.show_tab("diff")

    def do_tab_report(self) -> None:
        """The Report tab."""
        self.show_tab("report")

    def do_tab_timeline(self) -> None:
        """The Timeline tab."""
        self.show_tab("timeline")

    def do_tab_prompt(self) -> None:
        """The Prompt tab."""
        self.show_tab("prompt")

    def do_tab_units(self) -> None:
        """The Units tab."""
        self.show_tab("units")

    def do_tab_basis(self) -> None:
        """The Basis tab."""
        self.show_tab("basis")

    def do_tab_maker(self) -> None:
        """The maker's pane."""
        self._pane("maker")

    def do_tab_critic(self) -> None:
        """The critic's pane."""
        self._pane("critic")

    def _pane(self, name: str) -> None:
        if self.has_class("-wide"):
            self.remove_class("-zoomed")
            self.query_one(f"#{name}-live").focus()
        else:
            self.show_tab(name)
