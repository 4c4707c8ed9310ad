"""What a container puts in: the declared type, and the beans behind it.

The declared type and other edges are written in the text; beans are asked for by `injected`.
"""

from textwrap import dedent

from kg.schema.vocabulary import EdgeType
from tests.ingest.java.checking import resolved

BOTH = """
    package acme;
    import org.springframework.stereotype.*;
    interface Repo { void save(); }
    @Service class Fast implements Repo { public void save() {} }
    @Service("backup") class Slow implements Repo { public void save() {} }
"""


def injected(text: str, of: str = "acme.Svc") -> dict[str, tuple[str, float]]:
    """What is put into a class, with how and how sure; files are joined as in `check`."""
    files, resolution = resolved(dedent(text))
    names = {artifact.uid: artifact.qualified_name for facts in files for artifact in facts.artifacts}
    return {
        names[edge.target].removeprefix("acme."): (edge.how.value, edge.confidence)
        for edge in resolution.edges
        if edge.type is EdgeType.INJECTS and names[edge.source] == of
    }


SURE = ("inferred", 0.9)
HALF = ("candidate", 0.5)


def test_the_only_bean_of_an_interface_is_injected() -> None:
    """By field, by constructor, by Lombok's constructor; a class that is no bean is not put in."""
    for body in ("@Autowired Repo repo;", "Svc(Repo repo) {}", "@Inject void use(Repo repo) {}"):
        text = f"""
            package acme;
            interface Repo {{}}
            abstract class Half implements Repo {{}}
            class Plain implements Repo {{}}
            @Repository class Sql extends Half {{}}
            @Service class Svc {{ {body} }}
        """
        assert injected(text) == {"Repo": SURE, "Sql": SURE}, body


def test_several_beans_are_candidates() -> None:
    """Each with the probability of a fair choice, the call stays one of the interface's method."""
    text = BOTH + "@Service class Svc { @Autowired Repo any; void run() { any.save(); } }"
    assert injected(text) == {"Repo": SURE, "Fast": HALF, "Slow": HALF}
    _, resolution = resolved(dedent(text))
    calls = [edge for edge in resolution.edges if edge.type is EdgeType.CALLS]
    assert [(edge.target.rpartition(".")[2], edge.how) for edge in calls] == [("Repo#save()", "exact")]


def test_a_qualifier_names_the_bean() -> None:
    """By its own name or as the container makes it; of a field, a parameter, and a field of Lombok's constructor."""
    for body in (
        '@Autowired @Qualifier("backup") Repo any;',
        'Svc(@Qualifier("backup") Repo any) {}',
        '@Resource(name = "backup") Repo any;',
        "@Autowired Repo backup;",
    ):
        assert injected(BOTH + f"@Service class Svc {{ {body} }}") == {"Repo": SURE, "Slow": SURE}, body
    lombok = 'import lombok.*; @Service @RequiredArgsConstructor class Svc { @Qualifier("fast") private final Repo r; }'
    assert injected(BOTH.replace("interface", lombok + " interface", 1)) == {"Repo": SURE, "Fast": SURE}


def test_a_qualifier_on_the_bean_is_a_name_too() -> None:
    """A name that no bean has leads to none."""
    beans = """
        package acme;
        interface Repo {}
        @Service @Qualifier("quick") class Fast implements Repo {}
        @Service class Slow implements Repo {}
        @Service class Svc { @Autowired @Qualifier("%s") Repo r; }
    """
    assert injected(beans % "quick") == {"Repo": SURE, "Fast": SURE}
    assert injected(beans % "lost") == {"Repo": SURE}


def test_the_primary_bean_wins() -> None:
    """Over the name of the field too."""
    text = """
        package acme;
        interface Repo {}
        @Service @Primary class Fast implements Repo {}
        @Service class Slow implements Repo {}
        @Service class Svc { @Autowired Repo slow; }
    """
    assert injected(text) == {"Repo": SURE, "Fast": SURE}


def test_what_runs_under_a_profile_may_be_the_one() -> None:
    """Which profile runs is not in the source: neither it nor the bean beside it is sure."""
    text = """
        package acme;
        interface Repo {}
        @Service @Profile("prod") class Sql implements Repo {}
        @Service @Profile("!prod") class Memory implements Repo {}
        @Service class Svc { @Autowired Repo sql; }
    """
    assert injected(text) == {"Repo": SURE, "Sql": HALF, "Memory": HALF}
    assert injected(text.replace('@Profile("!prod") class', "@Primary class")) == {
        "Repo": SURE, "Sql": HALF, "Memory": HALF,
    }  # fmt: skip


def test_methods_make_beans() -> None:
    """@Bean: of the class that is created, by the method's name or the one it is given; its parameters
    are injected too."""
    text = """
        package acme;
        interface Repo {}
        class Sql implements Repo { Sql(Clock clock) {} }
        class Memory implements Repo {}
        interface Clock {}
        @Component class UtcClock implements Clock {}
        @Configuration class Config {
            @Bean Repo sql(Clock clock) { return new Sql(clock); }
            @Bean("fallback") Repo memory() { return new Memory(); }
        }
        @Service class Svc { @Autowired Repo %s; }
    """
    assert injected(text % "sql") == {"Repo": SURE, "Sql": SURE}
    assert injected(text % "fallback") == {"Repo": SURE, "Memory": SURE}
    assert injected(text % "any") == {"Repo": SURE, "Sql": HALF, "Memory": HALF}
    assert injected(text % "any", "acme.Config") == {"Clock": SURE, "UtcClock": SURE}


def test_collections_take_every_bean() -> None:
    """Lists, sets, arrays, and maps by name; a provider takes one."""
    for of in ("List<Repo>", "Set<Repo>", "Repo[]", "Map<String, Repo>"):
        assert injected(BOTH + f"@Service class Svc {{ @Autowired {of} all; }}") == {
            "Repo": SURE, "Fast": SURE, "Slow": SURE,
        }  # fmt: skip
    assert injected(BOTH + "@Service class Svc { @Autowired ObjectProvider<Repo> any; }") == {
        "Repo": SURE, "Fast": HALF, "Slow": HALF,
    }  # fmt: skip


def test_type_arguments_tell_beans_apart() -> None:
    """A handler of orders is no handler of refunds."""
    text = """
        package acme;
        class Order {} class Refund {}
        interface Handler<T> {}
        @Service class Orders implements Handler<Order> {}
        @Service class Refunds implements Handler<Refund> {}
        @Service class Svc { @Autowired Handler<Refund> handler; }
    """
    assert injected(text) == {"Handler": SURE, "Refunds": SURE}


def test_beans_of_tests_are_for_tests() -> None:
    """And a mock is no bean of the source."""
    text = """
        //# src/main/java/acme/Repo.java
        package acme;
        public interface Repo {}
        //# src/main/java/acme/Sql.java
        package acme;
        @Repository class Sql implements Repo {}
        //# src/main/java/acme/Svc.java
        package acme;
        @Service class Svc { @Autowired Repo repo; }
        //# src/test/java/acme/Fake.java
        package acme;
        @Service class Fake implements Repo {}
        //# src/test/java/acme/SvcTest.java
        package acme;
        class SvcTest { @Autowired Repo repo; }
        //# src/test/java/acme/MockTest.java
        package acme;
        class MockTest { @MockBean Repo repo; }
    """
    assert injected(text) == {"Repo": SURE, "Sql": SURE}
    assert injected(text, "acme.SvcTest") == {"Repo": SURE, "Sql": HALF, "Fake": HALF}
    assert injected(text, "acme.MockTest") == {"Repo": SURE}


def test_an_annotation_of_the_source_may_make_beans() -> None:
    """It carries a stereotype itself."""
    text = """
        package acme;
        @Component @interface UseCase {}
        interface Port {}
        @UseCase class Refunds implements Port {}
        @UseCase class Svc { Svc(Port port) {} }
    """
    assert injected(text) == {"Port": SURE, "Refunds": SURE}


def test_beans_of_other_peoples_interfaces_are_found() -> None:
    """The interface stands in no source, the bean does."""
    text = """
        package acme;
        import org.springframework.security.crypto.password.PasswordEncoder;
        @Component class Plain implements PasswordEncoder {}
        @Service class Svc { @Autowired PasswordEncoder encoder; }
    """
    assert injected(text) == {"Plain": SURE}
