"""Who says the name: the caller of a method that sends to what it is given."""

from tests.ingest.resolve.events.found import java, topics

HELPER = """
    class Bus { KafkaTemplate kafka;
        void tell(String topic, Object event) { kafka.send(topic, event); }
        void send(String topic, Object event) { tell("audit", event); kafka.send(topic, event); }
        void fixed(Object event) { kafka.send("fixed", event); }
        void changed(String topic, Object event) { topic = topic + "x"; kafka.send(topic, event); }
        void both() { changed("a", 1); fixed("b"); } }
"""


def test_the_caller_publishes() -> None:
    """In the class itself and by its type elsewhere; what the method says itself is its own."""
    body = """
        class Shop { Bus bus; Other other;
            void pay() { bus.send("paid", 1); }
            void not() { other.send("no", 1); bus.send(unknown(), 1); } }"""
    assert java(HELPER + body) == [
        "Bus#fixed(Object) publishes kafka fixed",
        "Bus#send(String,Object) publishes kafka audit (inferred 0.9)",
        "Shop#pay() publishes kafka paid (inferred 0.9)",
    ]


def test_through_an_interface_that_one_class_implements() -> None:
    """Of several classes none is chosen; a class below has the method, too."""
    body = """
        interface Sender { void send(String topic, Object event); }
        class One implements Sender { KafkaTemplate kafka;
            public void send(String topic, Object event) { kafka.send(topic, event); } }
        class Below extends One { void late() { send("late", 1); } }
        class Shop { Sender sender; Below below;
            void pay() { sender.send("paid", 1); }
            void other() { below.send("other", 1); } }"""
    assert java(body) == [
        "Below#late() publishes kafka late (inferred 0.9)",
        "Shop#other() publishes kafka other (inferred 0.9)",
    ]
    assert "Shop#pay() publishes kafka paid (inferred 0.9)" in java(
        body.replace("class Below extends One", "class Below")
    )


def test_keys_of_properties_reach_their_queues() -> None:
    """An exchange of a record of properties, and a routing key that a private method is given."""
    body = """
        @ConfigurationProperties(prefix = "orders") record Names(String exchange, String created) {}
        class Beans { Names names;
            @Bean DirectExchange exchange() { return new DirectExchange(names.exchange()); }
            @Bean Queue created() { return QueueBuilder.durable(names.created()).build(); }
            @Bean Binding b() { return BindingBuilder.bind(created()).to(exchange()).with(names.created()); } }
        class S { RabbitTemplate rabbit; Names names;
            void created(Object event) { route(names.created(), event); }
            private void route(String key, Object payload) { rabbit.convertAndSend(names.exchange(), key, payload); } }"""
    settings = "orders.exchange=shop\norders.created=new-orders\n"
    assert java(body, src__main__resources__application_properties=settings) == [
        "S#created(Object) publishes rabbitmq new-orders (inferred 0.9)",
        "S#route(String,Object) publishes rabbitmq shop/{} (inferred 0.8)",
    ]


def test_templates_of_kotlin() -> None:
    """By the type of a property, of the constructor or of the body; what a function is given, its callers say."""
    code = """
        package w
        object Topics { const val PAID = "order.paid" }
        class Bus(private val kafka: KafkaTemplate<String, Any>, val mail: Mailer) {
            fun send(topic: String, event: Any) { this.kafka.send(topic, event) }
            fun pay(event: Any) { kafka.send(Topics.PAID, event); mail.send("no", event) }
            fun route(event: Any) = rabbit.convertAndSend("ex", "key", event)
            lateinit var rabbit: RabbitTemplate
        }
        class Shop(val bus: Bus) { fun close() { bus.send("closed", 1) } }
    """
    assert topics({"src/main/kotlin/w/Bus.kt": code}) == [
        "Bus#pay(Any) publishes kafka order.paid",
        "Bus#route(Any) publishes rabbitmq ex/key",
        "Shop#close() publishes kafka closed (inferred 0.9)",
    ]
