"""The built wheel, installed elsewhere: it runs, and finds what it carries."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent


def ran(*command: object, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command that must not see this checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CRITLOOP", "PYTEST"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of scripts of a fresh environment that has the wheel, and nothing else of this checkout."""
    place = tmp_path_factory.mktemp("installed here")
    ran(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place, CHECKOUT, folder=place)
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / "bin" / "python"
    (wheel,) = place.glob("critloop-*.whl")
    ran(
        sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", wheel, folder=place
    )
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place / "venv"), "platbase": str(place / "venv")}))
    # The dependencies are borrowed; lines of a .pth file add folders, without what these add in turn.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def test_the_installed_command_is_the_wheels_own(installed: Path, tmp_path: Path) -> None:
    code = "import critloop; print(critloop.__file__)"
    where = ran(installed / "python", "-c", code, folder=tmp_path).stdout.strip()
    assert Path(where).is_relative_to(installed.parent)
    assert ran(installed / "critloop", "--version", folder=tmp_path).stdout.startswith("critloop ")


def test_a_run_from_the_wheel_finds_its_prompts(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "s.md").write_text("# Title\n\n| a | b |\n| - | - |\n| 1 |\n\n```\ncode\n")
    done = ran(installed / "critloop", "spec", "s.md", "--json", folder=tmp_path, CRITLOOP_DATA=str(tmp_path / "data"))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    prompts = {line["event"]["role"]: line["event"]["prompt"] for line in lines[:-1] if "prompt" in line["event"]}
    assert set(prompts) == {"critic", "maker"}
    assert all("s.md" in prompt for prompt in prompts.values())
    assert lines[-1]["outcome"] == "approved"


def test_the_wheel_carries_prompts_and_styles(installed: Path, tmp_path: Path) -> None:
    code = (
        "import pathlib, critloop; here = pathlib.Path(critloop.__file__).parent;"
        "print(*sorted({path.parent.name for kind in ('prompts', 'styles')"
        " for path in (here / kind).rglob('*.*')}))"
    )
    carried = ran(installed / "python", "-c", code, folder=tmp_path).stdout.split()
    assert {"spec", "styles"} <= set(carried)
