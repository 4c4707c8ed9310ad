"""Where a name comes from: imports, re-exports, barrels, aliases, packages of a monorepo, CommonJS."""

from tests.ingest.typescript.edges import check, open_sites

PAY = "export function pay() {}\nexport default function main() {}\nexport const fee = () => 1;\n"


def test_named_default_and_namespace_imports() -> None:
    """Each form of import reaches what it names; a new name is only a name."""
    check(
        {
            "pay.ts": PAY,
            "app.ts": """
                import start, { pay as charge, fee } from "./pay";
                import * as all from "./pay.js";
                start();       // -> pay.ts#main
                charge();      // -> pay.ts#pay
                all.fee();     // -> pay.ts#fee
                all.default(); // -> pay.ts#main
                """,
        }
    )


def test_re_exports_and_barrels_are_looked_through() -> None:
    """`export *`, `export { a as b } from`, `export * as ns` and a folder's index lead to the declaration."""
    check(
        {
            "lib/pay.ts": PAY,
            "lib/deep/index.ts": 'export * from "../pay";\nexport { pay as charge } from "../pay";\n',
            "lib/index.ts": 'export * from "./deep";\nexport * as pays from "./pay";\nimport { fee } from "./pay";\nexport { fee as price };\n',
            "app.ts": """
                import { pay, charge, pays, price } from "./lib";
                pay();      // -> lib/pay.ts#pay
                charge();   // -> lib/pay.ts#pay
                pays.fee(); // -> lib/pay.ts#fee
                price();    // -> lib/pay.ts#fee
                """,
        }
    )


def test_a_circle_of_re_exports_ends() -> None:
    """Two barrels that export each other still give what either has."""
    check(
        {
            "a.ts": 'export * from "./b";\nexport function one() {}\n',
            "b.ts": 'export * from "./a";\nexport function two() {}\n',
            "app.ts": """
                import { one, two } from "./b";
                one(); // -> a.ts#one
                two(); // -> b.ts#two
                """,
        }
    )


def test_default_exports_without_a_name() -> None:
    """An arrow, a class or an object can be what a module gives by default."""
    check(
        {
            "arrow.ts": "export default () => 1;\n",
            "class.ts": "export default class { go() {} }\n",
            "object.ts": "export default { go() {}, run: () => 2 };\n",
            "named.ts": "class Store { go() {} }\nexport default Store;\n",
            "app.ts": """
                import arrow from "./arrow";
                import Class from "./class";
                import object from "./object";
                import Store from "./named";
                arrow();          // -> arrow.ts#default
                new Class().go(); // -> class.ts#default.go
                object.go();      // -> object.ts#default.go
                object.run();     // -> object.ts#default.run
                function use(store: Store) {
                  store.go();     // -> named.ts#Store.go
                }
                """,
        }
    )


def test_path_aliases_of_a_project() -> None:
    """`paths` and `baseUrl`, also those a configuration extends; comments in it are allowed."""
    check(
        {
            "tsconfig.base.json": '{ "compilerOptions": { "baseUrl": ".", /* ours */ "paths": { "@app/*": ["src/*"], }, } }',
            "web/tsconfig.json": '{ "extends": "../tsconfig.base.json" }',
            "src/pay.ts": PAY,
            "web/app.ts": """
                import { pay } from "@app/pay";
                import { fee } from "src/pay";
                pay(); // -> src/pay.ts#pay
                fee(); // -> src/pay.ts#fee
                """,
        }
    )


def test_packages_of_the_same_repository() -> None:
    """A workspace's package is its source, even where its manifest names what is built from it."""
    check(
        {
            "packages/pay/package.json": '{ "name": "@acme/pay", "exports": { ".": { "types": "./dist/index.d.ts" }, "./fees": "./dist/fees.js" } }',
            "packages/pay/src/index.ts": PAY,
            "packages/pay/src/fees.ts": "export const late = () => 1;\n",
            "packages/old/package.json": '{ "name": "old", "main": "lib/main.js" }',
            "packages/old/lib/main.js": "exports.go = function () {};\n",
            "packages/web/app.ts": """
                import { pay } from "@acme/pay";
                import { late } from "@acme/pay/fees";
                import { go } from "old";
                pay();  // -> packages/pay/src/index.ts#pay
                late(); // -> packages/pay/src/fees.ts#late
                go();   // -> packages/old/lib/main.js#go
                """,
        }
    )


def test_common_js() -> None:
    """`module.exports`, `exports.x`, `require`, whole or taken apart."""
    check(
        {
            "pay.js": "exports.pay = function () {};\nmodule.exports.fee = () => 1;\n",
            "one.js": "module.exports = function one() {};\n",
            "object.js": "const { pay } = require('./pay');\nmodule.exports = { pay, go() {}, Store: class { run() {} } };\n",
            "app.js": """
                const { pay } = require("./pay");
                const all = require("./pay"), one = require("./one");
                const object = require("./object");
                pay();                    // -> pay.js#pay
                all.fee();                // -> pay.js#fee
                one();                    // -> one.js#exports
                object.go();              // -> object.js#exports.go
                object.pay();             // -> pay.js#pay
                new object.Store().run(); // -> object.js#exports.Store.run
                require("./one")();       // -> one.js#exports
                """,
        }
    )


def test_dynamic_imports() -> None:
    """What `import()` promises is the module."""
    check(
        {
            "pay.ts": PAY,
            "app.ts": """
                async function go() {
                  const { pay } = await import("./pay");
                  pay(); // -> pay.ts#pay
                  import("./pay").then((m) => m.fee()); // -> pay.ts#fee
                }
                """,
        }
    )


def test_calls_into_packages_name_them() -> None:
    """What is not here is external, with the package and the name; built-ins are too."""
    assert open_sites(
        """
        import axios, { get } from "axios";
        import * as R from "@acme/far/deep";
        get(); axios.post(); R.map();
        [1].map(String);
        fetch("/");
        unknown.far();
        """
    ) == [
        "app.ts: 2:0 external axios#get",
        "app.ts: 2:13 external axios#default.post",
        "app.ts: 2:23 external @acme/far#map",
        "app.ts: 3:4 external Array.map",
        "app.ts: 4:0 external global#fetch",
        "app.ts: 5:8 external global#unknown.far",
    ]


def test_ambient_modules_and_global_interfaces() -> None:
    """`declare module "x"` says what a package gives; `declare global` adds to what everybody sees."""
    check(
        {
            "types.d.ts": """
                declare module "far" { export function go(): Far; interface Far { run(): void } }
                declare module "whole" { function whole(): void; export = whole; }
                """,
            "window.ts": "export {};\ndeclare global { interface Window { api: Api } interface Array<T> { last(): T } }\ninterface Api { ping(): void }\n",
            "app.ts": """
                import { go } from "far";
                import whole from "whole";
                go().run();         // -> types.d.ts#go, types.d.ts#Far.run
                whole();            // -> types.d.ts#whole
                window.api.ping();  // -> window.ts#Api.ping
                [go()].last().run(); // -> types.d.ts#go, window.ts#Array.last, types.d.ts#Far.run
                """,
        }
    )
