"""Services: declared in `.kg.yaml` and catalogues, with who owns them and what is theirs."""

from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.services.owners import Owned, ownership
from kg.ingest.resolve.services.resolve import resolve_services
from kg.ingest.resolve.world import Around, World
from kg.schema.facts import Facts
from kg.schema.vocabulary import EdgeType, Kind

CATALOG = """
    apiVersion: backstage.io/v1alpha1
    kind: Component
    metadata:
      name: orders
      description: Takes orders.
      links:
        - url: https://git.example/shop/-/blob/main/docs/orders.md#refunds
          title: Runbook
        - url: https://pager.example/orders
          title: On call
    spec:
      type: service
      lifecycle: production
      owner: group:default/payments
      system: shop
      dependsOn: [component:default/ledger, resource:default/orders-db]
      providesApis: [orders-api]
    ---
    apiVersion: backstage.io/v1alpha1
    kind: API
    metadata: {name: orders-api}
"""
LEDGER = """
    apiVersion: backstage.io/v1alpha1
    kind: Component
    metadata: {name: ledger}
    spec: {owner: books, consumesApis: [orders-api]}
"""


def read(files: dict[str, str]) -> list[Facts]:
    return [parse_file("shop", path, "b", dedent(text).strip().encode()) for path, text in files.items()]


def resolved(files: dict[str, str]) -> Around:
    return resolve_services(World("shop", read(files), ()))


def owned(files: dict[str, str], path: str) -> Owned:
    return ownership(read(files)).of(path)


def test_a_component_of_a_catalogue_is_a_service() -> None:
    """Backstage's references lose their kind and namespace; runbook and duty roster are its links."""
    around = resolved({"orders/catalog-info.yaml": CATALOG})
    (service,) = around.artifacts
    assert (service.kind, service.uid, service.doc_comment) == (
        Kind.SERVICE,
        "shop:service:orders",
        "Takes orders.",
    )
    assert dict(service.details) == {
        "owner": "payments",
        "on_call": "https://pager.example/orders",
        "runbook": "https://git.example/shop/-/blob/main/docs/orders.md#refunds",
        "lifecycle": "production",
        "system": "shop",
        "depends_on": ("ledger",),
        "provides": ("orders-api",),
    }
    assert [(e.type, e.source, e.start_line) for e in around.edges] == [
        (EdgeType.DEFINES, "shop:file:orders/catalog-info.yaml", 1)
    ]


def test_services_depend_on_each_other_by_name_and_by_api() -> None:
    """`dependsOn` names a component, `consumesApis` an API that another one provides."""
    around = resolved({"orders/catalog-info.yaml": CATALOG, "ledger/catalog-info.yaml": LEDGER})
    assert [(e.source, e.target) for e in around.edges if e.type is EdgeType.DEPENDS_ON] == [
        ("shop:service:ledger", "shop:service:orders"),
        ("shop:service:orders", "shop:service:ledger"),
    ]


def test_a_runbook_of_the_repository_documents_its_service() -> None:
    """Also by its address in the forge; the section that it names, else the first."""
    files = {"orders/catalog-info.yaml": CATALOG, "docs/orders.md": "# Orders\n\nx\n\n## Refunds\n\ny\n"}
    found = [(e.source, e.target) for e in resolved(files).edges if e.type is EdgeType.DOCUMENTS]
    assert found == [("shop:doc:docs/orders.md#Orders/Refunds", "shop:service:orders")]
    elsewhere = {**files, "orders/catalog-info.yaml": CATALOG.replace("example/shop/", "example/other/")}
    assert [e for e in resolved(elsewhere).edges if e.type is EdgeType.DOCUMENTS] == []


def test_kg_yaml_counts_before_the_catalogue() -> None:
    """What it leaves out, the catalogue says."""
    files = {
        ".kg.yaml": "service: {name: orders, owner: '@shop/money'}",
        "orders/catalog-info.yaml": CATALOG,
    }
    (service,) = resolved(files).artifacts
    told = dict(service.details)
    assert (service.path, told["owner"], told["system"]) == (".kg.yaml", "@shop/money", "shop")
    assert owned(files, "orders/Pay.java").service == "orders"
    assert owned(files, "ledger/Book.java").service == ""


def test_a_broken_catalogue_is_a_problem_and_no_service() -> None:
    """An ingest goes on, and says so."""
    (facts,) = read({"catalog-info.yaml": "kind: [Component"})
    assert facts.found == () and "not valid YAML" in facts.file.problems[0]
    (nameless,) = read({"catalog-info.yaml": CATALOG.replace("name: orders\n", "title: orders\n")})
    assert nameless.found == () and nameless.file.problems == ("1: a Component without a name",)


def test_a_path_belongs_to_the_most_specific_service() -> None:
    """A catalogue in a folder claims that folder, one at the root the rest."""
    files = {
        "catalog-info.yaml": LEDGER,
        "orders/catalog-info.yaml": CATALOG,
    }
    assert owned(files, "orders/src/Pay.java") == Owned("orders", "payments")
    assert owned(files, "web/app.ts") == Owned("ledger", "books")


def test_two_services_that_claim_the_same_folder_have_neither() -> None:
    """Which one a path belongs to would be a guess."""
    files = {"catalog-info.yaml": f"{dedent(LEDGER).strip()}\n---\n{dedent(CATALOG).strip()}"}
    assert owned(files, "web/app.ts") == Owned()


def test_of_code_owners_the_last_match_counts() -> None:
    """Also one that gives a path to nobody; the service's owner is asked where no rule matches."""
    files = {
        ".github/CODEOWNERS": "* @shop/all\n/pay/ @shop/pay @ann # money\n/pay/gen/\n*.md docs@shop.example\n",
        "CODEOWNERS": "* @nobody",
    }
    assert owned(files, "web/app.ts").owner_team == "@shop/all"
    assert owned(files, "pay/Pay.java").owner_team == "@shop/pay @ann"
    assert owned(files, "pay/gen/P.java").owner_team == ""
    assert owned(files, "pay/README.md").owner_team == "docs@shop.example"


def test_patterns_of_code_owners_are_not_quite_those_of_gitignore() -> None:
    """`docs/*` is what stands in the folder; a folder without a slash in front is one anywhere."""
    files = {"CODEOWNERS": "docs/* @d\napps/ @a\n/build/logs/** @l\n**/gen @g\nlib/x.py @x\n"}
    whose = {
        path: owned(files, path).owner_team
        for path in ("docs/a.md", "docs/x/a.md", "web/apps/a.ts", "build/logs/a/b", "p/gen/q", "app/lib/x.py")
    }
    assert whose == {
        "docs/a.md": "@d", "docs/x/a.md": "", "web/apps/a.ts": "@a", "build/logs/a/b": "@l", "p/gen/q": "@g",
        "app/lib/x.py": "",
    }  # fmt: skip


def test_each_section_of_gitlab_names_owners() -> None:
    """Sections add up, have owners for lines without any, and take single paths out."""
    text = """
        * @shop/all

        [Payments][2] @shop/pay
        pay/
        pay/docs/ @shop/docs
        !pay/vendor/

        ^[Security]
        *.key @shop/sec
    """
    files = {"CODEOWNERS": text}
    assert owned(files, "pay/Pay.java").owner_team == "@shop/all @shop/pay"
    assert owned(files, "pay/docs/a.key").owner_team == "@shop/all @shop/docs @shop/sec"
    assert owned(files, "pay/vendor/x.c").owner_team == "@shop/all"


def test_a_line_of_code_owners_that_says_nothing_is_a_problem() -> None:
    """The rest of the file counts."""
    (facts,) = read({"CODEOWNERS": "* shop-team\n/a @ok"})
    assert facts.file.problems == ("1: shop-team is no owner: `@name`, `@group/team` or an address",)
    assert owned({"CODEOWNERS": "* shop-team\n/a @ok"}, "a/b") == Owned("", "@ok")


def test_a_repository_without_either_has_no_owners() -> None:
    """And costs nothing to ask."""
    assert ownership(read({"a.py": "x = 1"})).digest == ""
