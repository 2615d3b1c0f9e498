"""Real plans and specs, put back where their names say they lay: CRITLOOP_CASES, or ``../shared/cases``."""

import os
import shutil
from pathlib import Path

import pytest

from critloop.context.pairs import spec_beside

CASES = Path(os.environ.get("CRITLOOP_CASES", Path(__file__).parents[3] / "shared" / "cases"))

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no documents in {CASES}; set CRITLOOP_CASES")


def rebuilt(root: Path) -> list[tuple[Path, str]]:
    """The repositories below ``root``, and every plan as (repository, path in it)."""
    plans = []
    for file in sorted([*(CASES / "specs").iterdir(), *(CASES / "plans").iterdir()]):
        name, *parts = file.name.split("__")
        target = root / name / Path(*parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        if file.parent.name == "plans":
            plans.append((root / name, "/".join(parts)))
    return plans


def test_names_alone_never_lead_to_another_spec_than_the_plan_names(tmp_path: Path) -> None:
    plans = rebuilt(tmp_path)
    said = {(root, plan): spec_beside(root, plan)[0] for root, plan in plans}
    for root, plan in plans:
        (root / plan).write_text("# Nothing is said\n")
    by_name = {(root, plan): spec_beside(root, plan)[0] for root, plan in plans}
    assert any(by_name.values())
    assert {key: spec for key, spec in by_name.items() if spec and spec != said[key]} == {}
