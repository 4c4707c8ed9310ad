"""RabbitMQ: what is sent to an exchange reaches the queues that are bound to it."""

from tests.ingest.resolve.events.found import java

ENUM = """
    enum Q { PAY("pay.ex", "pay.q", "pay.k"), LATE("late.ex", "late.q", "late.k");
        final String exchange; final String name; final String key;
        Q(String exchange, String name, String key) { this.exchange = exchange; this.name = name; this.key = key; } }
"""
BEANS = """
    class Beans {
        @Bean DirectExchange payEx() { return ExchangeBuilder.directExchange(Q.PAY.getExchange()).durable(true).build(); }
        @Bean DirectExchange lateEx() { return new DirectExchange(Q.LATE.getExchange()); }
        @Bean Queue pay() { return new Queue(Q.PAY.getName()); }
        @Bean Queue late() { return QueueBuilder.durable(Q.LATE.getName())
            .withArgument("x-dead-letter-exchange", Q.PAY.getExchange())
            .withArgument("x-dead-letter-routing-key", Q.PAY.getKey()).build(); }
        @Bean Binding a(DirectExchange payEx, Queue pay) { return BindingBuilder.bind(pay).to(payEx).with(Q.PAY.getKey()); }
        @Bean Binding b() { return BindingBuilder.bind(late()).to(lateEx()).with(Q.LATE.getKey()); }
    }
"""


def test_a_sender_reaches_the_queues_bound_to_its_exchange() -> None:
    """Through a dead-letter exchange too, which is inferred; a listener is known by queue and by exchange."""
    body = """
        class S { AmqpTemplate rabbit;
            void now() { rabbit.convertAndSend(Q.PAY.getExchange(), Q.PAY.getKey(), 1L); }
            void later() { rabbit.convertAndSend(Q.LATE.getExchange(), Q.LATE.getKey(), 1L, new MessagePostProcessor() {}); } }
        @RabbitListener(queues = "pay.q") class L { @RabbitHandler void on(Long id) {} }"""
    assert java(ENUM + BEANS + body) == [
        "L#on(Long) consumes rabbitmq pay.ex/pay.k (inferred 0.9)",
        "L#on(Long) consumes rabbitmq pay.q",
        "S#later() publishes rabbitmq late.q",
        "S#later() publishes rabbitmq pay.q (inferred 0.9)",
        "S#now() publishes rabbitmq pay.q",
    ]


def test_without_bindings_the_exchange_and_key_are_the_name() -> None:
    """Another repository may bind them; without an exchange the key is the queue."""
    body = """
        class S { RabbitTemplate rabbit;
            void a(Object m, String k) { rabbit.convertAndSend("ex", "key", m); rabbit.convertAndSend("queue", m); }
            void b(Object m, String k) { rabbit.convertAndSend("fan", "", m); rabbit.convertAndSend("ex", k, m); } }"""
    assert java(body) == [
        "S#a(Object,String) publishes rabbitmq ex/key",
        "S#a(Object,String) publishes rabbitmq queue",
        "S#b(Object,String) publishes rabbitmq ex/{} (inferred 0.8)",
        "S#b(Object,String) publishes rabbitmq fan",
    ]


def test_bindings_of_a_listener() -> None:
    """Queue, exchange and keys in the annotation; words of a topic exchange fit."""
    body = """
        class L {
            @RabbitListener(bindings = @QueueBinding(value = @Queue("mail"), exchange = @Exchange(name = "ex", type = "topic"),
                key = "order.*")) void on(String m) {}
            @RabbitListener(bindings = @QueueBinding(value = @Queue, exchange = @Exchange("all"))) void any(String m) {}
            @RabbitListener(queuesToDeclare = @Queue("q")) void own(String m) {} }
        class S { RabbitTemplate rabbit;
            void fits() { rabbit.convertAndSend("ex", "order.paid", 1); }
            void not() { rabbit.convertAndSend("ex", "order.paid.late", 1); } }"""
    assert java(body) == [
        "L#any(String) consumes rabbitmq all (inferred 0.9)",
        "L#on(String) consumes rabbitmq ex/order.{} (inferred 0.9)",
        "L#on(String) consumes rabbitmq mail",
        "L#own(String) consumes rabbitmq q",
        "S#fits() publishes rabbitmq mail",
        "S#not() publishes rabbitmq ex/order.paid.late",
    ]
