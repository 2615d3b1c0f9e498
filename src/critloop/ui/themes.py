"""The dashboard's own two themes: a quiet dark one and a paper-like light one."""

from textual.theme import Theme

DARK = Theme(
    name="critloop",
    primary="#7aa2c9",
    secondary="#9a8fc7",
    accent="#e0af68",
    foreground="#d5d8dd",
    background="#15181d",
    surface="#1a1e24",
    panel="#242a32",
    success="#86b58a",
    warning="#e0af68",
    error="#e07a70",
    dark=True,
    variables={
        "border": "#7aa2c9",
        "border-blurred": "#3a424d",
        "block-cursor-foreground": "#15181d",
        "block-cursor-background": "#7aa2c9",
        "input-selection-background": "#7aa2c9 35%",
        "scrollbar": "#3a424d",
        "scrollbar-hover": "#4d5866",
        "scrollbar-active": "#7aa2c9",
        "scrollbar-background": "#1a1e24",
        "scrollbar-corner-color": "#1a1e24",
    },
)
LIGHT = Theme(
    name="critloop-light",
    primary="#2f6690",
    secondary="#6a5a9c",
    accent="#9a6700",
    foreground="#24292f",
    background="#faf8f3",
    surface="#f3f0e8",
    panel="#e6e1d5",
    success="#2f7d43",
    warning="#9a6700",
    error="#b3362c",
    dark=False,
    variables={
        "border": "#2f6690",
        "border-blurred": "#c9c2b2",
        "block-cursor-foreground": "#faf8f3",
        "block-cursor-background": "#2f6690",
        "scrollbar": "#c9c2b2",
        "scrollbar-hover": "#aea58f",
        "scrollbar-active": "#2f6690",
        "scrollbar-background": "#f3f0e8",
        "scrollbar-corner-color": "#f3f0e8",
    },
)
THEMES = (DARK, LIGHT)
