"""Tasks, signals and brokers of Python."""

from tests.ingest.resolve.events.found import around, topics

CELERY = {"shop/conf.py": "from celery import Celery\napp = Celery('shop')\n"}
TASKS = """
    from celery import shared_task
    from invoke import task
    from shop.conf import app

    @shared_task(name="orders.close")
    def close(): pass

    @app.task
    def pay(n): pass

    @task
    def build(c): pass
"""


def test_tasks_of_celery() -> None:
    """By name, or by function through what re-exports it; signatures count; other tasks are not Celery's."""
    sender = """
        from shop.tasks import pay
        from shop import tasks as t
        from shop.conf import app
        from api import build

        def send(queue):
            pay.delay(1)
            t.close.si().apply_async()
            app.send_task("other.task", args=[1])
            build.delay()
            queue.delay(1)
    """
    files = {
        **CELERY, "shop/tasks/__init__.py": "from shop.tasks.all import close, pay\n",
        "shop/tasks/all.py": TASKS, "api/__init__.py": "from shop.tasks.all import build\n", "api/send.py": sender,
    }  # fmt: skip
    assert topics(files) == [
        "api.send.send publishes celery orders.close",
        "api.send.send publishes celery other.task",
        "api.send.send publishes celery shop.tasks.all.pay",
        "shop.tasks.all.close consumes celery orders.close",
        "shop.tasks.all.pay consumes celery shop.tasks.all.pay",
    ]


def test_functions_that_rq_is_given() -> None:
    """By name and as a path in a text, which may leave out the root; a queue of something else is none."""
    files = {
        "src/app/mail.py": "def send(to): pass\n\ndef later(to): pass\n",
        "src/app/view.py": """
            import django_rq
            from src.app.mail import later

            class Case:
                def dummy(self): pass
                def test(self):
                    django_rq.get_queue("low").enqueue(self.dummy)

            def view(request, events):
                queue = django_rq.get_queue("low")
                queue.enqueue("app.mail.send", to=1)
                django_rq.enqueue(later, 2)
                events.enqueue(later)
        """,
    }
    assert topics(files) == [
        "src.app.mail.later consumes rq src.app.mail.later",
        "src.app.mail.send consumes rq src.app.mail.send",
        "src.app.view.Case.dummy consumes rq src.app.view.Case.dummy",
        "src.app.view.Case.test publishes rq src.app.view.Case.dummy",
        "src.app.view.view publishes rq src.app.mail.later",
        "src.app.view.view publishes rq src.app.mail.send",
    ]


def test_functions_that_pass_on_what_rq_is_given() -> None:
    """Who calls them publishes, by name or place; `cls.handle` is that of the class that is called. What may be
    called at once is less sure; a file with mocks queues nothing through others."""
    files = {
        "app/core/models/__init__.py": "from .jobs import *\n",
        "app/core/models/jobs.py": """
            from functools import partial
            import django_rq

            class Job:
                @classmethod
                def enqueue(cls, func, at=None):
                    queue = django_rq.get_queue("low")
                    if at:
                        return queue.enqueue_at(at, func)
                    on_commit(partial(queue.enqueue, func, 1))
        """,
        "app/core/runner.py": """
            from core.models import Job

            class Runner:
                @classmethod
                def handle(cls): pass

                @classmethod
                def enqueue(cls, *args):
                    return Job.enqueue(cls.handle, *args)

                @classmethod
                def again(cls):
                    return cls.enqueue()
        """,
        "app/core/jobs.py": """
            from core.runner import Runner

            class Nightly(Runner):
                @classmethod
                def enqueue(cls, *args):
                    return super().enqueue(*args)

            class Hourly(Runner): pass

            class Other:
                @classmethod
                def enqueue(cls): pass
        """,
        "app/view.py": """
            from django.utils.module_loading import import_string
            from core.jobs import Nightly, Other
            from core.models import Job

            def mail(): pass

            def view(job):
                Nightly.enqueue(1)
                Other.enqueue()
                job.enqueue(mail)

            def later():
                import_string("core.jobs.Hourly").enqueue()

            def own():
                Job.enqueue(func=mail)
        """,
        "app/direct.py": """
            import rq
            def run(): pass
            def enqueue(func, now):
                if now:
                    return func()
                rq.Queue().enqueue(func)
            def go():
                enqueue(run)
        """,
        "app/test_view.py": """
            from unittest.mock import patch
            from core.jobs import Nightly
            def test():
                with patch("core.models.Job.enqueue"):
                    Nightly.enqueue()
        """,
    }
    assert topics(files) == [
        "app.core.runner.Runner.handle consumes rq app.core.jobs.Hourly.handle (inferred 0.9)",
        "app.core.runner.Runner.handle consumes rq app.core.jobs.Nightly.handle (inferred 0.9)",
        "app.direct.go publishes rq app.direct.run (inferred 0.8)",
        "app.direct.run consumes rq app.direct.run (inferred 0.8)",
        "app.view.later publishes rq app.core.jobs.Hourly.handle (inferred 0.9)",
        "app.view.mail consumes rq app.view.mail (inferred 0.9)",
        "app.view.own publishes rq app.view.mail (inferred 0.9)",
        "app.view.view publishes rq app.core.jobs.Nightly.handle (inferred 0.9)",
    ]


def test_no_worker_loads_a_hidden_folder() -> None:
    """What stands below it is an example or a tool's own."""
    task = "from celery import shared_task\n@shared_task\ndef run(): pass\n"
    assert topics({".rules/tasks.py": task, "app/tasks.py": task}) == [
        "app.tasks.run consumes celery app.tasks.run"
    ]


def test_signals_of_django() -> None:
    """Those of the repository, and Django's own where code sends them, too; receivers consume both."""
    files = {
        "app/signals.py": "from django.dispatch import Signal\npaid = Signal()\n",
        "app/pay.py": """
            from django.db.models.signals import post_save
            from app.signals import paid
            def pay(order, mail):
                paid.send(sender=order)
                post_save.send(sender=order)
                mail.send(order)
        """,
        "app/receivers.py": """
            from django.db.models.signals import post_save
            from django.dispatch import receiver
            from .signals import paid

            @receiver(post_save)
            def saved(sender, **kw): pass

            @receiver([paid])
            def told(sender, **kw): pass

            def linked(sender, **kw): pass

            def ready(db):
                def inner(sender, **kw): pass
                paid.connect(linked)
                paid.connect(inner, weak=False)
                db.connect(linked)
        """,
    }
    assert topics(files) == [
        "app.pay.pay publishes django app.signals.paid",
        "app.pay.pay publishes django django.db.models.signals.post_save",
        "app.receivers.linked consumes django app.signals.paid",
        "app.receivers.ready.<locals>.inner consumes django app.signals.paid",
        "app.receivers.saved consumes django django.db.models.signals.post_save",
        "app.receivers.told consumes django app.signals.paid",
    ]


def test_brokers_from_python() -> None:
    """Kafka, RabbitMQ, SQS and Redis, by constants too; other things with such methods are none."""
    code = """
        import boto3, pika, redis
        from kafka import KafkaConsumer, KafkaProducer
        PAID = "order.paid"

        def kafka(mailer):
            producer = KafkaProducer(bootstrap_servers="x")
            producer.send(PAID, b"1")
            mailer.send("nobody")
            consumer = KafkaConsumer("in", group_id="g")
            consumer.subscribe(["more", PAID])

        def rabbit(channel, key):
            channel.basic_publish(exchange="ex", routing_key="k", body=b"")
            channel.basic_publish("", "queue", b"")
            channel.basic_publish(exchange="ex", routing_key=key, body=b"")
            channel.basic_consume(queue="queue", on_message_callback=print)

        def sqs():
            boto3.client("sqs").send_message(QueueUrl="https://sqs.eu.amazonaws.com/1/mail", MessageBody="")

        def cache(bus):
            redis.Redis().publish("chan", "x")
            bus.publish("nobody", "x")
    """
    assert topics({"app.py": code}) == [
        "app.cache publishes redis chan",
        "app.kafka consumes kafka in",
        "app.kafka consumes kafka more",
        "app.kafka consumes kafka order.paid",
        "app.kafka publishes kafka order.paid",
        "app.rabbit consumes rabbitmq queue",
        "app.rabbit publishes rabbitmq ex/k",
        "app.rabbit publishes rabbitmq ex/{} (inferred 0.8)",
        "app.rabbit publishes rabbitmq queue",
        "app.sqs publishes sqs mail",
    ]


def test_handlers_of_fast_stream() -> None:
    """The import says which broker it is."""
    code = """
        from faststream.rabbit import RabbitBroker
        broker = RabbitBroker()

        @broker.subscriber("in")
        @broker.publisher("out")
        async def handle(message): return message
    """
    assert topics({"app.py": code}) == [
        "app.handle consumes rabbitmq in",
        "app.handle publishes rabbitmq out",
    ]


def test_topic_of_a_task_stands_where_the_first_way_to_send_is() -> None:
    """Of many files that send a task, the same one holds its Topic at every run."""
    sends = ("delay", "apply_async", "s", "si", "signature", "subtask")
    files = {
        "shop/tasks.py": """
            from celery import shared_task

            @shared_task
            def close(): pass
        """,
        **{
            f"shop/{9 - at}.py": f"from shop.tasks import close\n\ndef go():\n    close.{name}()\n"
            for at, name in enumerate(sends)
        },
    }
    sent = [each for each in around(files).artifacts if dict(each.details)["side"] == "publishes"]
    assert [each.path for each in sent] == ["shop/9.py"]
