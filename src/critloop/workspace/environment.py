"""What of this process's environment a test command gets: enough to run, and no secrets."""

import re
from collections.abc import Mapping

from critloop.workspace.command import USER_CHOICES

SECRET_WORDS = {
    *("key", "keys", "apikey", "token", "tokens", "secret", "secrets", "password", "passwd", "pass", "passphrase"),
    *("pwd", "pw", "pat", "credential", "credentials", "creds", "auth", "cookie", "cookies", "bearer", "jwt", "dsn"),
}
SECRET_ENDINGS = ("key", "token", "secret", "password", "passwd", "credentials")
KEPT = {"PWD", "OLDPWD"}
# A user name and a password before a host.
SECRET_VALUE = re.compile(r"://[^/\s:@]*:[^/\s@]+@")
NO_TERMINAL = {"TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def environment_for_tests(whole: Mapping[str, str]) -> dict[str, str]:
    """The variables without those that look like secrets, and without those that redirect git."""
    return {name: value for name, value in whole.items() if _is_harmless(name, value)} | NO_TERMINAL


def _is_harmless(name: str, value: str) -> bool:
    if name.startswith("GIT_"):
        return name in USER_CHOICES
    return name in KEPT or not (_names_a_secret(name) or SECRET_VALUE.search(value))


def _names_a_secret(name: str) -> bool:
    words = re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())
    return any(word in SECRET_WORDS or word.endswith(SECRET_ENDINGS) for word in words)
