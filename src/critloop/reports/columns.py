"""White space at the start of a line, counted in columns (tab stops at 4)."""


def indent_of(text: str) -> int:
    """Columns of white space at the start, tab stops at 4."""
    column = 0
    for char in text:
        if char == " ":
            column += 1
        elif char == "\t":
            column += 4 - column % 4
        else:
            break
    return column


def dedent(text: str, columns: int) -> str:
    """The text without so many columns of leading white space, or as many as there are."""
    taken = position = 0
    while taken < columns and position < len(text) and text[position] in " \t":
        taken += 1 if text[position] == " " else 4 - taken % 4
        position += 1
    return " " * (taken - columns) + text[position:]
