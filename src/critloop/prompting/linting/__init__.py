"""What people's own words to a role should not say, and what their own templates need."""

from critloop.prompting.linting.flags import Audience, Flag, FlagKind
from critloop.prompting.linting.overrides import lint_files, lint_project, lint_template
from critloop.prompting.linting.wording import lint_guidance, lint_text

__all__ = ["Audience", "Flag", "FlagKind", "lint_files", "lint_guidance", "lint_project", "lint_template", "lint_text"]
