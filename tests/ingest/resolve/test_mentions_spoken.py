"""Documents name things in other words than code does: spoken names, titles, commands, the ends of names."""

from tests.ingest.resolve.documents import documented

FILES = {
    "docker-compose.yml": "services:\n  customers-service:\n    image: a/b\n  orderworker:\n    image: a/c\n",
    "pay/src/main/resources/application.yml": "pay:\n  azure:\n    deployment-name: x\nPAY_KEY: 1\n",
    "pay/pom.xml": "<project><artifactId>pay</artifactId></project>",
    "refund/pom.xml": "<project><artifactId>refund</artifactId></project>",
    "shop/dcim/models/ports.py": "class ConsolePort: pass\nclass ContentType: pass\n",
    "shop/api/ports.py": "class ConsolePort: pass\n",
    "requirements.txt": "Django==5\n",
    "mvnw": "#!/bin/sh\n",
    "LICENSE": "MIT\n",
    "docker/Dockerfile": "FROM scratch\n",
    "one/db/schema.sql": "select 1;\n",
    "two/db/schema.sql": "select 1;\n",
}


def found(text: str, path: str = "docs/a.md") -> dict[str, tuple[str, float]]:
    return documented({**FILES, path: text})


def test_a_name_that_is_written_out_leads_to_what_runs_under_it() -> None:
    """As one word or with hyphens; a longer name is another one, and so are words in lower case."""
    assert found("# The Customers Service\nand **Customers Service**; an Order Worker\n") == {
        "job:docker-compose.yml#customers-service": ("inferred", 0.8),
        "job:docker-compose.yml#orderworker": ("inferred", 0.8),
    }
    assert found("Orders, Customers and Visits Services\n") == found("Customers Service\n")
    assert found("`customers-services`\n") == found("Customers Service\n")
    assert found("The Old Customers Service, a customers service.\n") == {}


def test_a_page_with_the_name_of_a_class_is_its_manual() -> None:
    """File and title say it, and the folder says which package; elsewhere the title is a title."""
    assert found("# Console Ports\n", "docs/models/dcim/consoleport.md") == {
        "python:shop.dcim.models.ports.ConsolePort": ("inferred", 0.8)
    }
    assert found("# Console Ports\n", "docs/models/dcim/ports.md") == {}
    assert found("# Console Ports\n", "docs/ports/consoleport.md") == {}


def test_a_block_sets_variables_and_runs_scripts() -> None:
    """What it only compares or reads is not set; a script runs from any folder."""
    text = "```bash\nexport PAY_KEY=1\n../mvnw verify\n```\n"
    assert found(text, "a.md") == {
        "config:pay:PAY_KEY": ("exact", 1.0),
        "file:mvnw": ("exact", 1.0),
    }
    assert found("```python\nif PAY_KEY == 1: go(PAY_KEY)\n```\n") == {}


def test_a_file_without_a_known_ending_is_one_but_a_licence_is_no_subject() -> None:
    """Also a bare file behind a folder in running text."""
    assert found("see [run](../mvnw), [terms](../LICENSE) and (this)[docker/Dockerfile]\n") == {
        "file:mvnw": ("exact", 1.0),
        "file:docker/Dockerfile": ("exact", 1.0),
    }


def test_the_end_of_a_path_that_two_files_have_means_either() -> None:
    """Braces stand for several."""
    assert found('`"db/{schema,none}.sql"`\n') == {
        "file:one/db/schema.sql": ("candidate", 0.5),
        "file:two/db/schema.sql": ("candidate", 0.5),
    }


def test_a_manifest_is_that_of_the_module_whose_settings_are_named() -> None:
    """Without them it may be any module's; what others are to add goes into theirs."""
    assert found("Set `PAY_KEY`, see `pom.xml`.\n") == {
        "config:pay:PAY_KEY": ("exact", 1.0),
        "file:pay/pom.xml": ("inferred", 0.8),
    }
    assert found("see `pom.xml`\n") == {}
    assert found("Add this to `pom.xml`.\n", "pay/README.md") == {}
    assert found("See `pom.xml`.\n", "pay/README.md") == {"file:pay/pom.xml": ("inferred", 0.8)}


def test_the_end_of_a_key_leads_to_it_where_the_line_says_what_it_is() -> None:
    """A word with a hyphen may be anything else."""
    assert found("the `deployment-name` property\n") == {
        "config:pay:pay.azure.deployment-name": ("inferred", 0.7)
    }
    assert found("the `deployment-name` of it\n") == {}


def test_a_class_of_a_library_is_not_the_own_one_of_that_name() -> None:
    """The possessive says whose it is."""
    assert found("as Django's `ContentType` does\n") == {}
    assert found("as Shop's `ContentType` does\n") == {
        "python:shop.dcim.models.ports.ContentType": ("inferred", 0.8)
    }
