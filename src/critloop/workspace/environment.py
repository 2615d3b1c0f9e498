"""What of this process's environment a test command gets, and git in a work copy: enough to run, and no secrets."""

import re
from collections.abc import Mapping

# What a user may have set on purpose to choose their own configuration of git; all else under GIT_ redirects it.
USER_CHOICES = {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"}
ALLOWED = {
    *USER_CHOICES,
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "OLDPWD", "TMPDIR", "TMP", "TEMP", "LANG", "LANGUAGE", "TZ"),
    *("CI", "NO_COLOR", "FORCE_COLOR", "MAKEFLAGS", "SOURCE_DATE_EPOCH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("CC", "CXX", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH"),
    *("VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYENV_ROOT", "PYENV_VERSION", "TOX_ENV_DIR"),
    *("NVM_DIR", "NVM_BIN", "COREPACK_HOME", "PNPM_HOME", "BUN_INSTALL", "DENO_DIR"),
    *("JAVA_HOME", "JDK_HOME", "MAVEN_HOME", "M2_HOME", "GRADLE_HOME", "GRADLE_USER_HOME", "ANDROID_HOME"),
    *("GOPATH", "GOROOT", "GOFLAGS", "GOCACHE", "GOMODCACHE", "GOBIN", "CGO_ENABLED", "GOTOOLCHAIN"),
    *("CARGO_HOME", "CARGO_TARGET_DIR", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "RUST_BACKTRACE"),
    *("GEM_HOME", "GEM_PATH", "RBENV_ROOT", "RBENV_VERSION", "BUNDLE_PATH", "BUNDLE_GEMFILE"),
    *("DOTNET_ROOT", "MIX_ENV", "OPAMROOT", "OPAM_SWITCH_PREFIX", "PERL5LIB", "SYSTEMROOT", "COMSPEC", "PATHEXT"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"),
}
ALLOWED_BEGINNINGS = ("LC_", "PYTHON", "NODE_", "PYTEST_")
SECRET_WORDS = re.compile(r"key|token|secret|passw|pwd|auth|credential|cookie|jwt|dsn", re.IGNORECASE)
# A user's name before a host.
SECRET_VALUE = re.compile(r"://[^/\s]*@")
PROXIES = {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "NO_PROXY"}
NO_TERMINAL = {"TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def environment_for_tests(whole: Mapping[str, str]) -> dict[str, str]:
    """The variables that a test command gets."""
    return harmless(whole) | NO_TERMINAL


def harmless(whole: Mapping[str, str]) -> dict[str, str]:
    """The variables that are known to be needed by tools and to hold no secret; all others are left out."""
    return {name: value for name, value in whole.items() if _is_harmless(name, value)}


def _is_harmless(name: str, value: str) -> bool:
    if name in ALLOWED:
        return True
    if name.upper() in PROXIES:  # they are written either way
        return "@" not in value
    return name.startswith(ALLOWED_BEGINNINGS) and not (SECRET_WORDS.search(name) or SECRET_VALUE.search(value))
