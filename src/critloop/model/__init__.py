"""Frozen data: what a run, a report, a finding and an event are. Imports nothing else of critloop."""
