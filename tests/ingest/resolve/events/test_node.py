"""Brokers from TypeScript."""

from tests.ingest.resolve.events.found import topics


def test_clients_of_brokers() -> None:
    """KafkaJS by what its producer and consumer are made by, amqplib by import; other things are none."""
    code = """
        import { Kafka } from "kafkajs";
        import amqp from "amqplib";
        const PAID = "order.paid";
        const kafka = new Kafka({});
        const producer = kafka.producer();
        const consumer = kafka.consumer({ groupId: "g" });
        export async function run(ch, mail, key) {
          await producer.send({ topic: PAID, messages: [] });
          await consumer.subscribe({ topics: ["a", "b"] });
          ch.sendToQueue("queue", Buffer.from("x"));
          ch.publish("ex", "key", Buffer.from("x"));
          ch.consume("queue", () => {});
          mail.send({ topic: "nobody" });
        }
    """
    assert topics({"src/bus.ts": code}) == [
        "src/bus.ts#run consumes kafka a",
        "src/bus.ts#run consumes kafka b",
        "src/bus.ts#run consumes rabbitmq queue",
        "src/bus.ts#run publishes kafka order.paid",
        "src/bus.ts#run publishes rabbitmq ex/key",
        "src/bus.ts#run publishes rabbitmq queue",
    ]


def test_patterns_and_events_of_nest() -> None:
    """Handlers by decorator, clients by type."""
    code = """
        import { ClientProxy, EventPattern } from "@nestjs/microservices";
        import { EventEmitter2, OnEvent } from "@nestjs/event-emitter";
        export class Users {
          constructor(private client: ClientProxy, private events: EventEmitter2, private socket: Socket) {}
          @EventPattern("user.created") created(x) { this.events.emit("own.done", x); this.socket.emit("nobody"); }
          @OnEvent("own.done") done() { this.client.emit("mail.send", {}); }
        }
    """
    assert topics({"src/users.ts": code}) == [
        "src/users.ts#Users.created consumes nest user.created",
        "src/users.ts#Users.created publishes nest-events own.done",
        "src/users.ts#Users.done consumes nest-events own.done",
        "src/users.ts#Users.done publishes nest mail.send",
    ]
