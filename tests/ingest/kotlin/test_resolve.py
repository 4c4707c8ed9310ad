"""What Kotlin calls Kotlin: edges written under the lines that make them."""

from tests.ingest.kotlin.checking import check, open_sites


def test_members_are_found_through_declared_and_inferred_types() -> None:
    """A property's type, a constructor's, a call's and an expression body's."""
    check(
        """
        package acme
        class Repo {
          fun find(id: Int): Order = Order(id)
          //- CALLS acme.Order#<init>(Int)
          fun all() = listOf(find(1))
          //- CALLS acme.Repo#find(Int)
        }
        class Order(val id: Int) { fun pay() {} }
        class Service(private val repo: Repo) {
          private val other = Repo()
          fun run() {
            repo.find(1).pay()
            //- CALLS acme.Repo#find(Int)
            //- CALLS acme.Order#pay()
            other.find(2)
            //- CALLS acme.Repo#find(Int)
            repo.all().first().pay()
            //- CALLS acme.Repo#all()
            //- CALLS acme.Order#pay()
            val order = repo?.find(3) ?: return
            //- CALLS acme.Repo#find(Int)
            order.pay()
            //- CALLS acme.Order#pay()
          }
        }
        """
    )


def test_scope_functions_say_what_this_and_it_are() -> None:
    """let, also, run, apply, with, use, takeIf: from the signatures of the standard library."""
    check(
        """
        package acme
        class Repo { fun save(): Int = 1
          fun close() {} }
        fun run(repo: Repo?) {
          repo?.let { it.save() }
          //- CALLS acme.Repo#save()
          repo?.also { r -> r.save() }?.close()
          //- CALLS acme.Repo#save()
          //- CALLS acme.Repo#close()
          repo!!.apply { save() }.run { close() }
          //- CALLS acme.Repo#save()
          //- CALLS acme.Repo#close()
          with(repo) { this.save() }
          //- CALLS acme.Repo#save()
          repo.takeIf { it.save() > 0 }?.close()
          //- CALLS acme.Repo#save()
          //- CALLS acme.Repo#close()
        }
        """
    )


def test_chains_over_collections_keep_their_element() -> None:
    """map, filter, groupBy, associate, fold, destructured entries, sequences."""
    check(
        """
        package acme
        data class Line(val item: Item, val count: Int)
        class Item { fun price(): Int = 1 }
        class Cart(val lines: List<Line>) {
          fun total() = lines.filter { it.count > 0 }.map { it.item }.sumOf { it.price() }
          //- CALLS acme.Item#price()
          fun byItem() {
            lines.groupBy { it.item }.forEach { (item, group) -> item.price() + group.first().item.price() }
            //- CALLS acme.Item#price()
            for ((i, line) in lines.withIndex()) line.item.price()
            //- CALLS acme.Item#price()
            lines.asSequence().mapNotNull { it.item }.firstOrNull()?.price()
            //- CALLS acme.Item#price()
            for (line in lines) { val (item, n) = line
              item.price() }
            //- CALLS acme.Item#price()
            lines.fold(Item()) { acc, line -> acc.price(); line.item }.price()
            //- CALLS acme.Item#price()
            mapOf("a" to Item())["a"]?.price()
            //- CALLS acme.Item#price()
          }
        }
        """
    )


def test_objects_companions_and_enum_entries_are_values() -> None:
    """By the name of the class, without it inside, and through imports."""
    check(
        """
        package acme
        import acme.Audit.log
        object Audit { fun log(s: String) {} }
        enum class Op(val sign: String) {
          PLUS("+") { override fun apply() = 1 };
          //- CALLS acme.Op#<init>(String)
          //- EXTENDS acme.Op
          //- OVERRIDES acme.Op#apply()
          abstract fun apply(): Int
        }
        class Card private constructor(val no: String) {
          companion object Factory {
            fun of(no: String) = Card(no)
            //- CALLS acme.Card#<init>(String)
          }
          fun again() = of(no)
          //- CALLS acme.Card.Factory#of(String)
        }
        fun run() {
          Audit.log("x")
          //- CALLS acme.Audit#log(String)
          log("y")
          //- CALLS acme.Audit#log(String)
          Card.of("1").again()
          //- CALLS acme.Card.Factory#of(String)
          //- CALLS acme.Card#again()
          Card.Factory.of("2")
          //- CALLS acme.Card.Factory#of(String)
          Op.PLUS.apply()
          //- CALLS acme.Op#apply()
          Op.values().forEach { it.apply() }
          //- CALLS acme.Op#apply()
        }
        """
    )


def test_extensions_are_chosen_by_receiver() -> None:
    """Of a type, of everything, of a nullable, inside a class, with an implicit receiver; members win."""
    check(
        """
        package acme
        fun String.mask(): String = this
        fun Int.mask(): Int = this
        fun <T> T.traced(): T = this
        class Box { fun mask() {}
          fun String.inner() = mask()
          //- CALLS acme.mask(String.)
          fun run(s: String) {
            s.inner()
            //- CALLS acme.Box#inner(String.)
            mask()
            //- CALLS acme.Box#mask()
          }
        }
        fun Box.mask(): Int = 1
        fun run(b: Box) {
          "a".mask()
          //- CALLS acme.mask(String.)
          1.mask()
          //- CALLS acme.mask(Int.)
          b.traced().mask()
          //- CALLS acme.traced(T.)
          //- CALLS acme.Box#mask()
        }
        """
    )


def test_overloads_are_chosen_by_arguments() -> None:
    """By type, number, name, default values, varargs, and the shape of a lambda."""
    check(
        """
        package acme
        class P {
          fun f(x: Int) {}
          fun f(x: Long) {}
          fun f(x: String, y: Int = 1) {}
          fun f(vararg xs: Any) {}
          fun g(block: () -> Unit) {}
          fun g(block: (Int, Int) -> Unit) {}
          fun h(a: Int = 1, b: String = "") {}
        }
        fun run(p: P) {
          p.f(1)
          //- CALLS acme.P#f(Int)
          p.f(1L)
          //- CALLS acme.P#f(Long)
          p.f("a")
          //- CALLS acme.P#f(String,Int)
          p.f("a", "b", 'c')
          //- CALLS acme.P#f(Any)
          p.g { }
          //- CALLS acme.P#g(()->Unit)
          p.g { a, b -> }
          //- CALLS acme.P#g((Int,Int)->Unit)
          p.h(b = "x")
          //- CALLS acme.P#h(Int,String)
        }
        """
    )


def test_signs_are_calls_where_they_reach_source() -> None:
    """Operators, indexes, ranges, invoke, iteration, destructuring, delegates, in, compound assignment."""
    check(
        """
        package acme
        class V(val x: Int) : Iterable<Int> {
          operator fun plus(o: V) = V(x + o.x)
          //- CALLS acme.V#<init>(Int)
          operator fun get(i: Int) = x
          operator fun set(i: Int, v: Int) {}
          operator fun contains(i: Int) = true
          operator fun invoke(s: String) = s
          operator fun component1() = this
          operator fun compareTo(o: V) = 0
          operator fun plusAssign(i: Int) {}
          operator fun unaryMinus() = this
          operator fun getValue(a: Any?, b: Any?): V = this
          override operator fun iterator(): Iterator<Int> = TODO()
        }
        fun run(a: V, b: V) {
          (a + b)[0]
          //- CALLS acme.V#plus(V)
          //- CALLS acme.V#get(Int)
          a[1] = 2
          //- CALLS acme.V#set(Int,Int)
          if (1 in a && a < b) a("x")
          //- CALLS acme.V#contains(Int)
          //- CALLS acme.V#compareTo(V)
          //- CALLS acme.V#invoke(String)
          a += 1
          //- CALLS acme.V#plusAssign(Int)
          val (c) = -a
          //- CALLS acme.V#unaryMinus()
          //- CALLS acme.V#component1()
          for (i in c) { }
          //- CALLS acme.V#iterator()
          val d by a
          //- CALLS acme.V#getValue(Any?,Any?)
          d[0]
          //- CALLS acme.V#get(Int)
        }
        """
    )


def test_smart_casts_hold_where_the_condition_does() -> None:
    """is, &&, negated with a return, when by type, as, require."""
    check(
        """
        package acme
        open class A
        class B : A() { fun b() {} }
        //- EXTENDS acme.A
        class C : A() { fun c() {} }
        //- EXTENDS acme.A
        fun run(a: A, x: Any) {
          if (a is B && a.b() == Unit) a.b()
          //- CALLS acme.B#b()
          when (x) { is B -> x.b()
            //- CALLS acme.B#b()
            is C -> x.c() }
            //- CALLS acme.C#c()
          (x as C).c()
          //- CALLS acme.C#c()
          if (x !is B) return
          x.b()
          //- CALLS acme.B#b()
        }
        fun other(x: Any) {
          require(x is C)
          x.c()
          //- CALLS acme.C#c()
        }
        """
    )


def test_inheritance_super_inner_and_labelled_this() -> None:
    """Members of superclasses and interfaces, super, the outer `this`, anonymous objects."""
    check(
        """
        package acme
        interface Rule { fun check(): Boolean
          fun twice() = check()
          //- CALLS acme.Rule#check()
        }
        abstract class Base(val n: Int) { open fun run() {}
          fun help() {} }
        class Impl : Base(1), Rule {
        //- CALLS acme.Base#<init>(Int)
        //- EXTENDS acme.Base
        //- IMPLEMENTS acme.Rule
          override fun run() { super.run()
          //- OVERRIDES acme.Base#run()
          //- CALLS acme.Base#run()
            help() }
            //- CALLS acme.Base#help()
          override fun check() = true
          //- OVERRIDES acme.Rule#check()
          inner class In { fun go() { this@Impl.help(); twice() } }
          //- CALLS acme.Base#help()
          //- CALLS acme.Rule#twice()
          fun made(): Rule = object : Rule {
          //- IMPLEMENTS acme.Rule
            override fun check(): Boolean { help(); return true } }
            //- OVERRIDES acme.Rule#check()
            //- CALLS acme.Base#help()
        }
        """
    )


def test_lambdas_with_receivers_build() -> None:
    """A builder of the repository: `this` is what its parameter says; local functions, references."""
    check(
        """
        package acme
        class Html { fun body(block: Body.() -> Unit) { Body().block() } }
        class Body { fun p(s: String) {} }
        typealias Build = Html.() -> Unit
        fun html(build: Build): Html = Html().apply(build)
        fun up(s: String): String = s
        fun run() {
          html { body { p("x") } }
          //- CALLS acme.html(Build)
          //- CALLS acme.Html#body(Body.()->Unit)
          //- CALLS acme.Body#p(String)
          fun local(n: Int) = up("n")
          //- CALLS acme.up(String)
          local(1)
          //- CALLS acme.run()$local(Int)
          listOf("a").map(::up).forEach(Body()::p)
          //- CALLS acme.up(String)
          //- CALLS acme.Body#p(String)
        }
        """
    )


def test_signs_texts_and_named_arrays_reach_their_operands() -> None:
    """`!a.b` is not `(!a).b`; `$name` reads; a sign at the start of a line is a call; `xs = array`."""
    check(
        """
        package acme
        class Q { val open get() = true
          operator fun String.unaryPlus() {}
          operator fun invoke(block: Q.() -> Unit) = block()
          fun all(vararg xs: Q) {} }
        val name get() = "n"
        fun run(q: Q) {
          if (!q.open) return
          //- CALLS acme.Q#<get-open>()
          println("is $name")
          //- CALLS acme.<get-name>()
          q {
          //- CALLS acme.Q#invoke(Q.()->Unit)
            val x = name
            //- CALLS acme.<get-name>()
            +x
            //- CALLS acme.Q#unaryPlus(String.)
          }
          q.all(xs = arrayOf(q))
          //- CALLS acme.Q#all(Q)
        }
        """
    )


def test_accessors_with_bodies_are_called() -> None:
    """Reading calls the getter, writing the setter; a plain property calls nothing."""
    check(
        """
        package acme
        class P { val plain = 1
          val half get() = plain
          var rate: Int = 0
            set(value) { field = value }
        }
        val String.short: String get() = this
        fun run(p: P) {
          p.plain + p.half
          //- CALLS acme.P#<get-half>()
          p.rate = p.rate + 1
          //- CALLS acme.P#<set-rate>()
          "a".short
          //- CALLS acme.<get-short>(String.)
        }
        """
    )


def test_imports_aliases_and_packages_decide() -> None:
    """The same name in two packages; what is not imported is not called."""
    check(
        """
        package acme
        import other.mask as hide
        import far.*
        fun run() {
          hide()
          //- CALLS other.mask()
          reach()
          //- CALLS far.reach()
          far.reach()
          //- CALLS far.reach()
          lost()
        }
        //# src/main/kotlin/other/M.kt
        package other
        fun mask() {}
        fun lost() {}
        //# src/main/kotlin/far/F.kt
        package far
        fun reach() {}
        """
    )


def test_what_is_open_says_why() -> None:
    """External, generated, dynamic."""
    resolution = check(
        """
        package acme
        import lib.Client
        data class D(val x: Int)
        fun run(c: Client, d: D, f: () -> Unit) {
          c.send()
          d.copy()
          f()
          println()
        }
        """
    )
    assert open_sites(resolution) == [
        "acme.run(Client,D,()->Unit): 1:4 external lib.Client#send",
        "acme.run(Client,D,()->Unit): 2:4 generated acme.D#copy",
        "acme.run(Client,D,()->Unit): 3:2 dynamic invoke",
        "acme.run(Client,D,()->Unit): 4:2 external println",
    ]


def test_a_private_constructor_leaves_the_call_to_the_companion() -> None:
    """Inside the class the same name is the constructor; a class may be a function, too."""
    check(
        """
        package acme
        class Money private constructor(val n: Int) {
          companion object { operator fun invoke(n: Int) = Money(n) }
          //- CALLS acme.Money#<init>(Int)
        }
        fun interface Filter : (String) -> Money
        fun run(f: Filter) {
          Money(1)
          //- CALLS acme.Money.Companion#invoke(Int)
          f("x").show()
          //- CALLS acme.show(Money.)
          Filter { Money(it.length) }
          //- CALLS acme.Money.Companion#invoke(Int)
        }
        fun Money.show() {}
        """
    )
