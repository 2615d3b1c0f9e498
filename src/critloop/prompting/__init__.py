"""Prompts from templates, and what is wrong with the templates that a project brings along."""

from critloop.prompting.rendering import TemplatePrompts
from critloop.prompting.templates import Template, read_template

__all__ = ["Template", "TemplatePrompts", "read_template"]
