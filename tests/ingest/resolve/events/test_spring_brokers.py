"""Listeners and templates of Spring, whatever broker is behind them."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.resolve.events.found import around, java

SETTINGS = "topics:\n  paid: order.paid.v2\n"


def test_listeners_of_kafka() -> None:
    """Constants, settings, lists, SpEL that splits, partitions and patterns are all names."""
    body = """
        interface T { String BASE = "order."; String PAID = BASE + "paid"; }
        class L {
            @KafkaListener(topics = {T.PAID, "${topics.paid}"}) void a(String m) {}
            @KafkaListener(topics = "#{'${topics.many:a,b}'.split(',')}") void b(String m) {}
            @KafkaListener(topicPattern = "audit\\\\..*") void c(String m) {}
            @KafkaListener(topicPartitions = @TopicPartition(topic = "t", partitions = "0")) void d(String m) {}
            @KafkaListener(topics = "${topics.unknown}") void e(String m) {}
        }"""
    assert java(body, src__main__resources__application_yml=SETTINGS) == [
        "L#a(String) consumes kafka order.paid",
        "L#a(String) consumes kafka order.paid.v2",
        "L#b(String) consumes kafka a",
        "L#b(String) consumes kafka b",
        "L#c(String) consumes kafka audit.{}",
        "L#d(String) consumes kafka t",
        "L#e(String) consumes kafka ${topics.unknown} (inferred 0.8)",
    ]


def test_a_listener_class_consumes_in_its_handlers() -> None:
    """Methods that are handlers, no others; `onMessage` of RocketMQ."""
    body = """
        @KafkaListener(topics = "t") class L { @KafkaHandler void one(A a) {} void other(A a) {} }
        @RocketMQMessageListener(topic = "r") class R { void onMessage(A a) {} void onFailure(A a) {} }"""
    assert java(body) == ["L#one(A) consumes kafka t", "R#onMessage(A) consumes rocketmq r"]


def test_the_type_of_a_template_is_the_system() -> None:
    """A type of the repository's own with the same method sends nothing; a name alone is inferred."""
    body = """
        class B extends Base {
            KafkaTemplate<String, A> kafka; JmsTemplate jms; StringRedisTemplate redis; Mailer mailer;
            void a() { kafka.send("k", "v"); jms.convertAndSend("j", 1); redis.convertAndSend("r", "m"); }
            void b() { mailer.send("nobody", "v"); kafka.send(message); }
            void c(String id, boolean big) { kafka.send("order." + id, 1); kafka.send(big ? "x" : "y", 1); }
            void d() { kafkaTemplate.send("inherited", 1); }
        }"""
    assert java(body) == [
        "B#a() publishes jms j",
        "B#a() publishes kafka k",
        "B#a() publishes redis r",
        "B#c(String,boolean) publishes kafka order.{} (inferred 0.8)",
        "B#c(String,boolean) publishes kafka x (inferred 0.8)",
        "B#c(String,boolean) publishes kafka y (inferred 0.8)",
        "B#d() publishes kafka inherited (inferred 0.9)",
    ]


def test_an_answer_is_published() -> None:
    """@SendTo says where a listener's result goes; without a listener it is something else."""
    body = """
        class L {
            @KafkaListener(topics = "in") @SendTo("out") String a(String m) { return m; }
            @MessageMapping("x") @SendTo("/topic/y") String b(String m) { return m; }
        }"""
    assert java(body) == ["L#a(String) consumes kafka in", "L#a(String) publishes kafka out"]


def test_kafkas_own_clients() -> None:
    """Records, subscriptions by list and by pattern, and the two ends of a stream."""
    body = """
        class C {
            void a(Producer<String, String> p) { p.send(new ProducerRecord<>("made", "v")); }
            void b(KafkaConsumer<String, String> c) { c.subscribe(List.of("one", "two")); }
            void c(KafkaConsumer<String, String> c) { c.subscribe(Pattern.compile("log\\\\..+")); }
            void d(StreamsBuilder builder) { builder.stream("from").mapValues(v -> v).to("into"); }
            void e(Flow<String> f) { f.subscribe("nothing"); }
        }"""
    assert java(body) == [
        "C#a(Producer) publishes kafka made",
        "C#b(KafkaConsumer) consumes kafka one",
        "C#b(KafkaConsumer) consumes kafka two",
        "C#c(KafkaConsumer) consumes kafka log.{}",
        "C#d(StreamsBuilder) consumes kafka from",
        "C#d(StreamsBuilder) publishes kafka into",
    ]


def test_bindings_of_a_stream_lead_to_destinations() -> None:
    """By a bridge and by functional beans; the build says which broker it is."""
    body = """
        class S {
            static final String OUT = "paid-out-0";
            void send(StreamBridge bridge) { bridge.send(OUT, 1); bridge.send("free", 1); bridge.send("no-out-0", 1); }
            @Bean Consumer<Paid> paid() { return p -> {}; }
            @Bean Function<Paid, Told> tell() { return null; }
            @Bean Supplier<Clock> clock() { return null; }
            @Bean Clock other() { return null; }
        }"""
    settings = "".join(
        f"spring.cloud.stream.bindings.{name}.destination={topic}\n"
        for name, topic in (
            ("paid-out-0", "p.topic"),
            ("paid-in-0", "p.topic"),
            ("tell-in-0", "q"),
            ("tell-out-0", "s"),
        )
    )
    build = "dependencies { implementation 'org.springframework.cloud:spring-cloud-stream-binder-kafka:4' }"
    more = {"src__main__resources__application_properties": settings}
    found = java(body, **more)
    assert found == [
        "S#paid() consumes stream p.topic",
        "S#send(StreamBridge) publishes stream free (inferred 0.8)",
        "S#send(StreamBridge) publishes stream p.topic",
        "S#tell() consumes stream q",
        "S#tell() publishes stream s",
    ]
    assert java(body, build_gradle=build, **more) == [each.replace("s stream", "s kafka") for each in found]


def test_a_topic_stands_where_it_is_said_first() -> None:
    """DEFINES from the file with the line; sites on the edge; a node a side."""
    source = 'package w;\nclass B {\n  KafkaTemplate k;\n  void a() {\n    k.send("t", 1);\n  }\n}\n'
    made = around({"shop/src/main/java/w/B.java": source, "shop/pom.xml": "<project/>"})
    (topic,) = made.artifacts
    assert topic.uid == "r:topic:shop:publishes:kafka:t" and topic.origin == "topic:shop:publishes:kafka:t"
    defines, publishes = made.edges
    assert (defines.type, defines.start_line) == (EdgeType.DEFINES, 5)
    assert (publishes.type, publishes.sites) == (EdgeType.PUBLISHES, (1,))
