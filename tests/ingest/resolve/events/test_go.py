"""Brokers from Go."""

from tests.ingest.resolve.events.found import topics


def test_clients_of_brokers() -> None:
    """By import, name and number of arguments; a struct's field may be anything, so it is inferred."""
    nats = """
        package pay
        import "github.com/nats-io/nats.go"
        const Paid = "order.paid"
        type S struct { nc *nats.Conn }
        func (s *S) Pay() { s.nc.Publish(Paid, nil); s.log.Publish("no") }
        func Listen(nc *nats.Conn) { nc.QueueSubscribe("order.*", "q", on); nc.Subscribe("b", on) }
    """
    kafka = """
        package bus
        import (
            "github.com/IBM/sarama"
            "github.com/segmentio/kafka-go"
        )
        func Send(p sarama.SyncProducer, w *kafka.Writer) {
            p.SendMessage(&sarama.ProducerMessage{Topic: "a", Value: nil})
            m := kafka.Message{Topic: "b"}
            w.WriteMessages(ctx, m)
            w.WriteMessages(ctx, kafka.Message{Value: nil})
        }
        func Read(c sarama.Consumer) { c.ConsumePartition("in", 0, 0) }
    """
    rabbit = """
        package q
        import amqp "github.com/rabbitmq/amqp091-go"
        func Send(ch *amqp.Channel, key string) {
            ch.PublishWithContext(ctx, "ex", "k", false, false, amqp.Publishing{})
            ch.Publish("", "queue", false, false, amqp.Publishing{})
            ch.Publish("ex", key, false, false, amqp.Publishing{})
        }
        func Read(ch *amqp.Channel) { ch.Consume("queue", "", true, false, false, false, nil) }
    """
    other = 'package o\nfunc F(b Bus) { b.Publish("x", 1) }\n'
    files = {"pay/a.go": nats, "bus/b.go": kafka, "q/c.go": rabbit, "o/d.go": other, "pay/a_test.go": nats}
    assert topics(files) == [
        "bus.Read consumes kafka in",
        "bus.Send publishes kafka a",
        "bus.Send publishes kafka b",
        "pay.Listen consumes nats b",
        "pay.Listen consumes nats order.{}",
        "pay.S.Pay publishes nats order.paid (inferred 0.9)",
        "q.Read consumes rabbitmq queue",
        "q.Send publishes rabbitmq ex/k",
        "q.Send publishes rabbitmq ex/{} (inferred 0.9)",
        "q.Send publishes rabbitmq queue",
    ]
