"""The orchestration core: fold, decide, drive. Knows no agent, no git, no database, no screen."""
