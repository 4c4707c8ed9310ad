"""Java and Kotlin call each other: the same nodes, whichever language asks."""

from tests.ingest.kotlin.checking import check


def test_java_calls_kotlin() -> None:
    """The file's class, extensions, INSTANCE, Companion, @JvmStatic, properties, constructors, @JvmName."""
    check(
        """
        package acme
        fun String.mask(): String = this
        @JvmName("shown") fun show() {}
        object Audit { fun log(s: String) {}
          @JvmStatic fun quick() {} }
        class Card(val no: String) {
          val half: Int get() = 1
          var rate: Int = 0
            set(value) { field = value }
          companion object { fun of(no: String, n: Int = 1) = Card(no)
          //- CALLS acme.Card#<init>(String)
            @JvmStatic fun fast(): Card = of("")
            //- CALLS acme.Card.Companion#of(String,Int)
          }
          suspend fun wait() {}
        }
        //# src/main/java/acme/J.java
        package acme;
        class J extends Base {
        //- EXTENDS acme.Base
          @Override public void run() {
          //- OVERRIDES acme.Base#run()
            AKt.mask("x");
            //- CALLS acme.mask(String.)
            AKt.shown();
            //- CALLS acme.show()
            Audit.INSTANCE.log("x");
            //- CALLS acme.Audit#log(String)
            Audit.quick();
            //- CALLS acme.Audit#quick()
            Card card = new Card("1");
            //- CALLS acme.Card#<init>(String)
            card.getHalf();
            //- CALLS acme.Card#<get-half>()
            card.setRate(card.getRate());
            //- CALLS acme.Card#<set-rate>()
            Card.Companion.of("1", 2);
            //- CALLS acme.Card.Companion#of(String,Int)
            Card.fast().getNo();
            //- CALLS acme.Card.Companion#fast()
            help(1);
            //- CALLS acme.Base#help(Int)
          }
        }
        //# src/main/kotlin/acme/Base.kt
        package acme
        open class Base { open fun run() {}
          fun help(n: Int) {} }
        """
    )


def test_kotlin_calls_java() -> None:
    """Methods, static ones, getters as properties, constructors, functional interfaces, inheritance."""
    check(
        """
        package acme
        class K : JBase() {
        //- EXTENDS acme.JBase
          override fun run() { super.run()
          //- OVERRIDES acme.JBase#run()
          //- CALLS acme.JBase#run()
            val order = Order("a")
            //- CALLS acme.Order#<init>(String)
            order.name.length
            //- CALLS acme.Order#getName()
            order.name = Order.next()
            //- CALLS acme.Order#setName(String)
            //- CALLS acme.Order#next()
            order.lines().map { it.total() }
            //- CALLS acme.Order#lines()
            //- CALLS acme.Line#total()
            on { it.total() }
            //- CALLS acme.JBase#on(Listener)
            //- CALLS acme.Line#total()
          }
        }
        //# src/main/java/acme/Order.java
        package acme;
        import java.util.List;
        public class Order {
          public Order(String name) {}
          public String getName() { return ""; }
          public void setName(String name) {}
          public static String next() { return ""; }
          public List<Line> lines() { return null; }
        }
        //# src/main/java/acme/Line.java
        package acme;
        public class Line { public int total() { return 1; } }
        //# src/main/java/acme/JBase.java
        package acme;
        public class JBase { public void run() {} public void on(Listener l) {} }
        //# src/main/java/acme/Listener.java
        package acme;
        public interface Listener { void heard(Line line); }
        """
    )
