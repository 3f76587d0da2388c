"""What the package promises to whoever installs it: light to import, layered one way, typed, complete."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "trickcore"

HEAVY = {"numpy", "json", "dataclasses", "inspect", "typer", "rich", "random", "hashlib", "datetime", "pathlib", "ast"}

# Each layer may import from itself (modules of one group only) and from those before it.
PYTHON_LAYERS = [
    ["errors"],
    ["_core"],
    ["numbers"],
    ["exchange", "bridge_table"],
    ["auction", "scoring", "advice", "lanes"],
    ["game"],
    ["games"],
    ["facts"],
    ["partner"],
    ["observation"],
    ["match"],
    ["record"],
    ["worlds"],
    ["solve"],
    ["bots"],
    ["questions"],
    ["double_dummy"],
    ["par"],
    ["dealing"],
    ["simulation"],
    [""],
    ["render"],
    ["notation"],
    ["cli"],
    ["__main__"],
]
# Methods that open onto a layer above import it when they are called: `Game.match`, `Match.to_json` and the like.
DOORS = {"game": {"games", "observation", "match", "record"}, "match": {"record"}}
RUST_LAYERS = ["random", "cards", "rules", "state", "solver", "worlds"]


def python_files():
    return sorted(path for path in PACKAGE.rglob("*.py"))


def module_of(path):
    """Parts of a file's module name after ``trickcore``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports_of(path):
    """Modules of trickcore that a file imports, as parts after ``trickcore``; ``()`` is the package itself."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, *rest = name.split(".")
            if first == "trickcore":
                yield tuple(rest)


def layer(parts):
    top = parts[0] if parts else ""
    return next((rank for rank, group in enumerate(PYTHON_LAYERS) if top in group), PYTHON_LAYERS.index([""]))


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_python_module_imports_upstream_of_itself(path):
    own = module_of(path)
    for imported in imports_of(path):
        if imported[:1] != own[:1] and not DOORS.get("".join(own[:1]), set()) & set(imported[:1]):
            assert layer(imported) < layer(own), f"{'.'.join(own)} imports trickcore.{'.'.join(imported)}"


def test_every_python_module_has_a_layer():
    known = {name for group in PYTHON_LAYERS for name in group}
    assert {(module_of(path) or ("",))[0] for path in python_files()} <= known


def rust_code(path):
    """A source file without its comments."""
    return re.sub(r"//.*", "", path.read_text())


@pytest.mark.parametrize("rank", range(len(RUST_LAYERS)), ids=RUST_LAYERS)
def test_no_rust_module_uses_upstream_of_itself(rank):
    source = ROOT / "rust" / "trickcore" / "src" / RUST_LAYERS[rank]
    files = [source.with_suffix(".rs")] if source.with_suffix(".rs").exists() else sorted(source.rglob("*.rs"))
    assert files
    later = "|".join(RUST_LAYERS[rank + 1 :])
    for path in files:
        code = rust_code(path)
        assert not (later and re.search(rf"crate::(?:{later})\b", code)), path
        assert not re.search(rf"\bcrate::\{{[^;]*\b(?:{later or '$'})\b", code), path


def test_the_core_crate_knows_no_python():
    manifest = tomllib.loads((ROOT / "rust/trickcore/Cargo.toml").read_text())
    assert not {"pyo3", "numpy"} & set(manifest.get("dependencies", {}))


def modules_after(statement):
    """Top-level modules that a fresh interpreter has loaded after a statement, beyond those it starts with."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    command = [sys.executable, "-S", "-c", code]
    loaded = subprocess.run(
        command, check=True, capture_output=True, text=True, env={"PYTHONPATH": str(PACKAGE.parent)}
    )
    return {module.partition(".")[0] for module in loaded.stdout.split()}


def test_import_loads_nothing_heavy():
    assert sorted(modules_after("import trickcore") & HEAVY) == []


def test_the_version_is_the_same_everywhere():
    import trickcore

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
    assert trickcore.__version__ == project["version"] == workspace["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_package_is_marked_as_typed_and_ships_its_schema():
    assert (PACKAGE / "py.typed").exists()
    for schema in PACKAGE.rglob("*.json"):
        json.loads(schema.read_text())


def test_every_public_name_exists_and_is_documented():
    import trickcore

    for name in trickcore.__all__:
        assert getattr(trickcore, name).__doc__, name


def test_every_game_has_a_rules_page():
    import trickcore

    for name in trickcore.games():
        assert (ROOT / "docs" / "rules" / f"{name}.md").exists()
