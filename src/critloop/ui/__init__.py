"""The dashboard: a reader of run states. Nothing else imports textual or rich."""
