"""Indexes that real indexers write of small projects; an indexer that is not here is passed over."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ingest.repository import run_git
from tests.ingest.scip.laying import calls, open_sites


def indexed(folder: Path, files: dict[str, str], *command: str) -> bytes:
    """The index that a command writes to `index.scip`."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not on the PATH")
    if subprocess.run([command[0], "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{command[0]} is on the PATH and does not run")  # rustup's, without the component
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    run_git(folder, "init", "--quiet")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    return (folder / "index.scip").read_bytes()


def only(files: dict[str, str], suffix: str) -> dict[str, str]:
    return {name: text for name, text in files.items() if name.endswith(suffix)}


def test_scip_python(tmp_path: Path) -> None:
    """A loop variable without a type: dynamic for us, known to the indexer; columns are UTF-16."""
    files = {
        "shop/__init__.py": "",
        "shop/pay.py": "import json\n\nclass Order:\n    def __init__(self, n: int): self.n = n\n"
        "    def total(self): return 1\n\ndef run(orders: list[Order]):\n    json.dumps(1)\n"
        '    "🚀"; Order(1).total()\n    for n, order in enumerate(orders):\n        order.total()\n',
    }
    data = indexed(tmp_path, files, "scip-python", "index", ".", "--project-name=shop", "--project-version=1")
    assert calls(files, data) == {
        "shop.pay.run -> shop.pay.Order.__init__ exact 2",
        "shop.pay.run -> shop.pay.Order.total exact 2,4",
    }
    assert "shop.pay.run: 1:9 external json.dumps from python-stdlib" in open_sites(files, data)


def test_scip_typescript(tmp_path: Path) -> None:
    """Default export, alias, constructor, a parameter's member; the standard library is external."""
    files = {
        "tsconfig.json": '{"compilerOptions":{"target":"es2020","strict":true},"include":["src"]}',
        "package.json": '{"name":"shop","version":"1.0.0"}',
        "src/pay.ts": "export class Order {\n  constructor(private n: number) {}\n  fee() { return this.n; }\n}\n"
        "export const make = (n: number) => new Order(n);\n"
        "export default function charge(o: Order) { return o.fee(); }\n",
        "src/run.ts": 'import charge, { make as build, Order } from "./pay";\n'
        'export function run(items: Order[]) {\n  "🚀"; charge(build(1));\n  return JSON.stringify(1);\n}\n',
    }
    sources = only(files, ".ts")
    data = indexed(tmp_path, files, "scip-typescript", "index", "--output", "index.scip")
    assert calls(sources, data) == {
        "src/pay.ts#make -> src/pay.ts#Order.constructor exact 0",
        "src/pay.ts#charge -> src/pay.ts#Order.fee exact 0",
        "src/run.ts#run -> src/pay.ts#charge exact 1",
        "src/run.ts#run -> src/pay.ts#make exact 1",
    }
    assert "external lib.lib.es5.d.ts.JSON.stringify from typescript" in " ".join(open_sites(sources, data))


def test_rust_analyzer(tmp_path: Path) -> None:
    """Candidates become exact: the receiver's type, a trait's method, a module's function."""
    files = {
        "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
        "src/lib.rs": "pub mod fees;\npub struct Order;\nimpl Order {\n    pub fn new() -> Order { Order }\n"
        "    pub fn total(&self) -> i64 { 1 }\n}\npub struct Line;\nimpl Line {\n"
        "    pub fn total(&self) -> i64 { fees::fee() }\n}\n"
        "pub fn run() {\n    let one = Order::new();\n    /* 🚀 */ one.total();\n}\n",
        "src/fees.rs": "pub fn fee() -> i64 { 1 }\n",
    }
    sources = only(files, ".rs")
    data = indexed(tmp_path, files, "rust-analyzer", "scip", ".")
    assert calls(sources, data) == {
        "Line::total -> fee exact 0",
        "run -> Order::new exact 1",
        "run -> Order::total exact 2",
    }


def test_scip_go(tmp_path: Path) -> None:
    """A method through an interface goes to the interface's method; a package's function to it."""
    files = {
        "go.mod": "module shop\n\ngo 1.21\n",
        "pay.go": "package shop\n\ntype Priced interface{ Price() int }\n\ntype Order struct{}\n\n"
        "func (o *Order) Price() int { return fee() }\n\nfunc fee() int { return 1 }\n\n"
        "func Run(p Priced) int { return p.Price() }\n",
    }
    sources = only(files, ".go")
    data = indexed(
        tmp_path, files, "scip-go", "index", "--quiet", "--module-path=shop", "--module-version=v1"
    )
    assert {line for line in calls(sources, data) if " exact " in line} == {
        "shop.Order.Price -> shop.fee exact 0",
        "shop.Run -> shop.Priced.Price exact 0",
    }
