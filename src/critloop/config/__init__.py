"""Settings: one typed model, where its values come from, and what is said when one is wrong."""

from critloop.config.model import Settings
from critloop.config.tables import LimitSettings, LoopSettings, RoleSettings
from critloop.config.values import agent_ref, seconds

__all__ = ["LimitSettings", "LoopSettings", "RoleSettings", "Settings", "agent_ref", "seconds"]
