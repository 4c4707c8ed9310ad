"""Lombok: what it generates types chains, is open as generated, and never bound to somebody else's.

Each text has a class `T` with a method of its own at the end of a chain: where that is tied, everything
in front of it was typed.
"""

from tests.ingest.java.checking import check, open_sites

HEAD = """
        package acme;
        import lombok.*;
        import lombok.experimental.*;
        class T { T hit() { return this; } static T make() { return null; } }
        class Other { T getT() { return null; } void setT(T t) {} T t() { return null; } T build() { return null; } }
"""


def generated(text: str) -> list[str]:
    """What stays open as generated; every other call must be as written in the text."""
    return [site.split(" ", 3)[3] for site in open_sites(check(HEAD + text)) if " generated " in site]


def test_getters_and_setters_of_classes_and_fields() -> None:
    """@Data and @Value give both or one; an access level of none and a static field give nothing."""
    assert generated(
        """
        @Data class A { T t; @Getter(AccessLevel.NONE) T secret; static T shared; }
        @Value class B { T t; }
        class C { @Getter @Setter T t; boolean isOpen; @Getter static T shared; }
        class Run {
            void m(A a, B b, C c) {
                a.getT().hit();
                //- CALLS acme.T#hit()
                b.getT().hit();
                //- CALLS acme.T#hit()
                c.getT().hit();
                //- CALLS acme.T#hit()
                C.getShared().hit();
                //- CALLS acme.T#hit()
                a.setT(null);
                b.setT(null);
                a.getSecret();
                A.getShared();
            }
        }
        """
    ) == ["acme.A#getT", "acme.B#getT", "acme.C#getT", "acme.C#getShared", "acme.A#setT"]


def test_booleans_have_is_and_lose_theirs() -> None:
    """Of the primitive only; `isOpen` is the property `open`."""
    assert generated(
        """
        @Data class A { boolean isOpen; boolean shut; Boolean maybe; }
        class Run {
            void m(A a) { a.isOpen(); a.setOpen(true); a.isShut(); a.getMaybe(); a.getShut(); }
        }
        """
    ) == ["acme.A#isOpen", "acme.A#setOpen", "acme.A#isShut", "acme.A#getMaybe"]


def test_accessors_may_be_fluent_chained_and_without_prefix() -> None:
    """A chained setter gives the object; a field's own annotation wins over its class's."""
    assert generated(
        """
        @Data @Accessors(fluent = true) class A { T t; }
        @Data @Accessors(chain = true) class B { T t; }
        @Data @Accessors(prefix = {"f", "m_"}) class C { T fT; T m_other; T plain; }
        class Run {
            void m(A a, B b, C c) {
                a.t(null).t().hit();
                //- CALLS acme.T#hit()
                b.setT(null).getT().hit();
                //- CALLS acme.T#hit()
                c.getT().hit();
                //- CALLS acme.T#hit()
                c.getOther().hit();
                //- CALLS acme.T#hit()
                c.getPlain();
            }
        }
        """
    ) == ["acme.A#t", "acme.A#t", "acme.B#setT", "acme.B#getT", "acme.C#getT", "acme.C#getOther"]


def test_what_is_written_by_hand_wins() -> None:
    """By its name, whatever it takes; Spring's @Value on a field is not Lombok's."""
    assert generated(
        """
        import org.springframework.beans.factory.annotation.Value;
        @Data class A {
            T t; T u;
            T getT(int i) { return t; }
            T gett() { return t; }
        }
        class B { @Value("${a.b}") T t; }
        class Run { void m(A a, B b) { a.getT(); a.getU(); b.getT(); } }
        """
    ) == ["acme.A#getU"]


def test_constructors_take_what_is_required_or_all() -> None:
    """Overloads are told apart; a static name is a method of the class; @Value makes fields final."""
    assert generated(
        """
        @NoArgsConstructor @AllArgsConstructor class A { T t; static T s; final T ready = null; }
        @RequiredArgsConstructor(staticName = "of") class B { final T t; @NonNull T u; T v; }
        @Value class C { T t; T ready = null; }
        @Data(staticConstructor = "with") class D { final T t; T u; T get() { return t; } }
        class Run {
            void m() {
                new A();
                new A(T.make());
                //- CALLS acme.T#make()
                B.of(T.make(), null).t.hit();
                //- CALLS acme.T#make()
                //- CALLS acme.T#hit()
                new C(T.make());
                //- CALLS acme.T#make()
                D.with(T.make()).get().hit();
                //- CALLS acme.T#make()
                //- CALLS acme.D#get()
                //- CALLS acme.T#hit()
            }
        }
        """
    ) == ["acme.A#<init>", "acme.A#<init>", "acme.B#of", "acme.C#<init>", "acme.D#with"]


def test_builders_set_fields_and_build() -> None:
    """By other names where the annotation says so; again from an object where it is wanted."""
    assert generated(
        """
        @Builder(toBuilder = true) class A { T t; @Builder.Default int n = 1; T hit() { return t; } }
        @Builder(builderMethodName = "start", buildMethodName = "end", setterPrefix = "with", builderClassName = "Maker")
        class B { T t; T hit() { return t; } }
        class Run {
            void m(A a, B.Maker maker) {
                A.builder().t(null).n(2).build().hit();
                //- CALLS acme.A#hit()
                a.toBuilder().t(null).build().hit();
                //- CALLS acme.A#hit()
                B.start().withT(null).end().hit();
                //- CALLS acme.B#hit()
                maker.end().hit();
                //- CALLS acme.B#hit()
            }
        }
        """
    ) == [
        "acme.A#builder", "acme.A.ABuilder#t", "acme.A.ABuilder#n", "acme.A.ABuilder#build",
        "acme.A#toBuilder", "acme.A.ABuilder#t", "acme.A.ABuilder#build",
        "acme.B#start", "acme.B.Maker#withT", "acme.B.Maker#end", "acme.B.Maker#end",
    ]  # fmt: skip


def test_builders_add_to_collections_one_by_one() -> None:
    """@Singular: an element, all of them, or none; the word may be given."""
    assert generated(
        """
        import java.util.*;
        @Builder class A {
            @Singular List<T> parties; @Singular("one") Map<String, T> all;
            T hit() { return null; }
        }
        class Run {
            void m() {
                A.builder().party(T.make()).parties(null).clearParties().one("a", T.make()).all(null).build().hit();
                //- CALLS acme.T#make()
                //- CALLS acme.A#hit()
            }
        }
        """
    ) == [
        "acme.A#builder", "acme.A.ABuilder#party", "acme.A.ABuilder#parties", "acme.A.ABuilder#clearParties",
        "acme.A.ABuilder#one", "acme.A.ABuilder#all", "acme.A.ABuilder#build",
    ]  # fmt: skip


def test_builders_of_methods_and_constructors() -> None:
    """What they take is what the builder sets; the class is named after what is made."""
    generated(
        """
        class A {
            A(int n) {}
            @Builder(builderMethodName = "cheap") static T low(int price, T t) { return t; }
            @Builder A(T t) { this(1); }
            //- CALLS acme.A#<init>(int)
            A hit() { return this; }
        }
        class Run {
            void m(A.TBuilder b) {
                A.cheap().price(1).t(null).build().hit();
                //- CALLS acme.T#hit()
                b.build().hit();
                //- CALLS acme.T#hit()
                A.builder().t(null).build().hit();
                //- CALLS acme.A#hit()
            }
        }
        """
    )


def test_builders_of_subclasses_have_the_fields_above() -> None:
    """@SuperBuilder; each setter gives the builder of the class that was asked."""
    generated(
        """
        @SuperBuilder class A { T t; }
        @SuperBuilder class B extends A { T u; B hit() { return this; } }
        //- EXTENDS acme.A
        class Run {
            void m() {
                B.builder().t(null).u(null).build().hit();
                //- CALLS acme.B#hit()
            }
        }
        """
    )


def test_a_builder_written_by_hand_is_completed() -> None:
    """Its own methods are called; the others are generated beside them."""
    generated(
        """
        @Builder class A {
            T t; int n;
            static class ABuilder {
                ABuilder t(T t) { return this; }
            }
            A hit() { return this; }
        }
        class Run {
            void m() {
                A.builder().t(null).n(1).build().hit();
                //- CALLS acme.A.ABuilder#t(T)
                //- CALLS acme.A#hit()
            }
        }
        """
    )


def test_with_gives_a_copy_and_val_is_inferred() -> None:
    """`withT(…)` has the type of the object; `val` is what is given to it."""
    assert generated(
        """
        @With class A { T t; A hit() { return this; } }
        class Run {
            void m(A a) {
                val copy = a.withT(T.make());
                //- CALLS acme.T#make()
                copy.hit();
                //- CALLS acme.A#hit()
            }
        }
        """
    ) == ["acme.A#withT"]


def test_equals_of_data_is_generated() -> None:
    """And not a call of Object's."""
    assert generated(
        """
        @Data class A {}
        class B {}
        class Run { void m(A a, B b) { a.equals(b); a.hashCode(); b.equals(a); } }
        """
    ) == ["acme.A#equals", "acme.A#hashCode"]


def test_loggers_are_fields() -> None:
    """Of the class that the annotation names; inner classes see them."""
    sites = open_sites(
        check(
            """
            package acme;
            import lombok.extern.java.Log;
            import lombok.extern.log4j.Log4j2;
            @Log class A { void m() { log.info("a"); } class Inner { void m() { log.fine("b"); } } }
            @Log4j2 class B { void m() { log.info("b"); } }
            """
        )
    )
    assert [site.partition(" external ")[2] for site in sites] == [
        "java.util.logging.Logger#info", "java.util.logging.Logger#fine", "org.apache.logging.log4j.Logger#info",
    ]  # fmt: skip


def test_without_lombok_the_same_words_mean_nothing() -> None:
    """@Data of somebody else generates no getter."""
    sites = open_sites(
        check(
            """
            package acme;
            @Data class A { String t; void m() { this.getT(); } }
            """
        )
    )
    assert [site.split(" ")[2] for site in sites] == ["dynamic"]
