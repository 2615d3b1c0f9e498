"""Dashboards without movement."""

import os

os.environ["TEXTUAL_ANIMATIONS"] = "none"
