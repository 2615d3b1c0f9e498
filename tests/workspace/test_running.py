import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.running import OUTPUT_BYTES, CommandLine
from tests.support.waiting import until


def python(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"  # dead; only its parent has not asked yet


def test_output_of_both_kinds_is_kept_in_order_with_how_it_ended(tmp_path: Path) -> None:
    code = "import os, sys; os.write(1, b'one\\n'); os.write(2, b'two\\n'); os.write(1, b'three\\n'); sys.exit(3)"
    ran = CommandLine().run(python(code), tmp_path)
    assert (ran.exit, ran.output, ran.passed, ran.tree) == (3, "one\ntwo\nthree\n", False, "")
    assert ran.seconds > 0


def test_it_runs_in_the_folder_without_input_terminal_or_shell(tmp_path: Path) -> None:
    code = "import os, sys; print(repr(sys.stdin.read()), os.isatty(1), sys.argv[1:], os.getsid(0) == os.getpid())"
    ran = CommandLine().run(f"{python(code)} '$HOME' | cat > out", tmp_path)
    assert ran.output == "'' False ['$HOME', '|', 'cat', '>', 'out'] True\n"
    assert not (tmp_path / "out").exists()
    assert CommandLine().run(python("import os; print(os.getcwd())"), tmp_path).output == f"{tmp_path}\n"


def test_a_command_of_the_folder_is_found_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "check.sh").write_text("#!/bin/sh\necho ran\n")
    (tmp_path / "check.sh").chmod(0o755)
    assert CommandLine().run("./check.sh", tmp_path).output == "ran\n"


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("no-such-command --all", 127, "no-such-command: command not found"),
        ("'unclosed", 127, "can't be read as a command"),
        ("  ", 127, "empty"),
        ("./plain.txt", 126, "can't be started"),
        ("./plain.txt/x", 127, "not found"),
    ],
)
def test_what_can_not_be_started_says_so(tmp_path: Path, command: str, code: int, said: str) -> None:
    (tmp_path / "plain.txt").write_text("no program")
    ran = CommandLine().run(command, tmp_path)
    assert (ran.exit, ran.passed) == (code, False)
    assert said in ran.output


def test_a_folder_that_is_gone_is_no_failed_test(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceProblem, match="no folder"):
        CommandLine().run("true", tmp_path / "gone")


def test_long_output_keeps_its_end_and_says_how_much_was_cut(tmp_path: Path) -> None:
    code = f"import sys; sys.stdout.write('x' * ({OUTPUT_BYTES} * 3) + 'the end')"
    ran = CommandLine().run(python(code), tmp_path)
    first, _, rest = ran.output.partition("\n")
    assert first == f"[the first {OUTPUT_BYTES * 2 + 7:,} bytes are left out]"
    assert len(rest) == OUTPUT_BYTES
    assert rest.endswith("the end")


def test_output_that_is_no_text_is_shown_as_well_as_it_can_be(tmp_path: Path) -> None:
    assert CommandLine().run(python("import os; os.write(1, b'a\\xffb')"), tmp_path).output == "a�b"


def test_a_signal_counts_as_shells_count_it(tmp_path: Path) -> None:
    assert CommandLine().run(python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"), tmp_path).exit == 139


def test_one_that_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    ran = CommandLine(seconds=1).run("sh -c 'sleep 3600 & echo $!; exec sleep 3600'", tmp_path)
    assert (ran.exit, ran.passed) == (None, False)
    pid, _, rest = ran.output.partition("\n")
    assert "longer than 1 seconds" in rest
    until(lambda: is_gone(int(pid)))


def test_what_it_leaves_running_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)']).pid)"
    )
    ran = CommandLine().run(python(code), tmp_path)
    assert ran.exit == 0
    until(lambda: is_gone(int(ran.output)))


def test_a_running_command_can_be_stopped(tmp_path: Path) -> None:
    line, ended = CommandLine(), threading.Event()

    def run() -> None:
        line.run(python("import pathlib, time; pathlib.Path('began').touch(); time.sleep(3600)"), tmp_path)
        ended.set()

    threading.Thread(target=run, daemon=True).start()
    until((tmp_path / "began").exists)
    line.stop()
    assert ended.wait(20)


def test_it_ends_with_the_process_that_began_it_however_that_ended(tmp_path: Path) -> None:
    command = "sh -c 'sleep 3600 & echo $! > fresh; mv fresh child; wait'"
    code = f"""
from pathlib import Path
from critloop.workspace.running import CommandLine
CommandLine().run({command!r}, Path({str(tmp_path)!r}))
"""
    process = subprocess.Popen([sys.executable, "-c", code])
    until((tmp_path / "child").exists)
    process.kill()
    process.wait()
    child = int((tmp_path / "child").read_text())
    until(lambda: is_gone(child))


SECRETS = {
    "ANTHROPIC_API_KEY": "x",
    "AWS_SECRET_ACCESS_KEY": "x",
    "GITHUB_TOKEN": "x",
    "NPM_AUTH": "x",
    "DB_PASSWORD": "x",
    "PGPASSWORD": "x",
    "myApiKey": "x",
    "SSH_AUTH_SOCK": "/run/agent",
    "DATABASE_URL": "postgres://ada:lovelace@db/pay",
    "OPENAI_KEY2": "x",
    "GH_TOKEN1": "x",
    "APIKEY1": "x",
    "DB_PASS2": "x",
    "SECRETKEYBASE": "x",
    "MYPWD": "x",
    "STRIPE_SK": "x",
    "PRIVATE_PEM": "x",
    "PIN": "x",
    "WEBHOOK": "https://hooks.example.com/services/x",
    "NODE_AUTH_TOKEN": "x",
    "PYTHON_INDEX": "https://ada:lovelace@index.example.com/",
    "HTTPS_PROXY": "http://ada:lovelace@proxy:8080",
    "all_proxy": "http://ada@proxy:8080",
    "GIT_DIR": "/elsewhere/.git",
    "GIT_INDEX_FILE": "/elsewhere/index",
}
KEPT = {
    "PATH": os.environ["PATH"],
    "HOME": "/home/ada",
    "LANG": "C.UTF-8",
    "VIRTUAL_ENV": "/venv",
    "PYTHONPATH": "src",
    "LC_TIME": "C",
    "TMPDIR": "/run/ada",
    "NODE_ENV": "test",
    "JAVA_HOME": "/java",
    "GOPATH": "/go",
    "SSL_CERT_FILE": "/certificates.pem",
    "HTTP_PROXY": "http://proxy:8080",
    "no_proxy": "localhost",
}


def test_a_command_gets_no_secrets_and_nothing_that_leads_git_astray(tmp_path: Path) -> None:
    line = CommandLine(environment=SECRETS | KEPT)
    code = "import os; print(*(f'{name}={value}' for name, value in sorted(os.environ.items())), sep='\\n')"
    given = dict(row.split("=", 1) for row in line.run(python(code), tmp_path).output.splitlines())
    assert not given.keys() & SECRETS.keys()
    assert {name: given[name] for name in KEPT} == KEPT
    assert (given["TERM"], given["PWD"]) == ("dumb", str(tmp_path))
