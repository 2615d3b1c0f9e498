"""The command palette: every action of the screen in front."""

from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

if TYPE_CHECKING:
    from critloop.ui.actions import Action
    from critloop.ui.screens.acting import ActingScreen


class ActionCommands(Provider):
    """Finds actions by their description or label; one that can't be done now says why instead."""

    async def discover(self) -> Hits:
        """All actions, as the registry has them."""
        for action, words in self._entries():
            yield DiscoveryHit(words, self._run(action), text=action.description)

    async def search(self, query: str) -> Hits:
        """Actions that match what is typed."""
        matcher = self.matcher(query)
        for action, words in self._entries():
            if (score := matcher.match(f"{action.id.replace('_', ' ')} {action.label} {action.description}")) > 0:
                yield Hit(score, words, self._run(action), text=action.description)

    def _entries(self) -> Iterator[tuple["Action", Content]]:
        screen = self.screen
        if not hasattr(screen, "situation"):
            return
        acting = cast("ActingScreen[object]", screen)
        now = acting.situation()
        for action in acting.actions():
            if not action.id.endswith("_too"):
                reason = action.disabled(now)
                key = f"  {action.shown_key}" if action.key else ""
                tail = (f"  ({reason})", "$warning") if reason else ("", "")
                yield action, Content.assemble((action.description, "dim" if reason else ""), (key, "$primary"), tail)

    def _run(self, action: "Action") -> Callable[[], Coroutine[object, object, None]]:
        screen = cast("ActingScreen[object]", self.screen)
        return lambda: screen.action_perform(action.id)
