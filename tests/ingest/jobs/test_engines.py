"""Jobs of clusters and engines: compose, Kubernetes, Argo, BPMN, Spring's XML."""

from tests.ingest.jobs.found import jobs, runs, told

APP = {"app/worker.py": "x = 1\n", "web/Dockerfile": "FROM x\n"}
CLOSING = """
    package w;
    @Service class Orders implements JavaDelegate { public void execute() {} public void close(Long id) {} }
"""


def test_services_of_compose() -> None:
    """A Dockerfile that is built, and a command, which has the paths of its container."""
    compose = """
        services:
          web:
            build: {context: ../web}
            depends_on: {db: {condition: x}}
            command: python -m app.worker
          db:
            image: postgres:16
    """
    files = {**APP, "deploy/docker-compose.yml": compose}
    assert runs(files) == [
        "deploy/docker-compose.yml#web runs app.worker @6 (inferred 0.9)",
        "deploy/docker-compose.yml#web runs web/Dockerfile @4",
    ]
    assert told(jobs(files)["db"]) == {"image": "postgres:16", "system": "compose"}


def test_workloads_of_kubernetes() -> None:
    """With images, schedules, and what their containers run."""
    manifest = """
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: close}
        spec:
          schedule: "0 4 * * *"
          jobTemplate:
            spec:
              template:
                spec:
                  containers:
                    - image: shop:1
                      command: [sh, -c]
                      args:
                        - |
                          set -e
                          python -m app.worker
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: close}
    """
    files = {**APP, "k8s/close.yaml": manifest}
    assert runs(files) == ["k8s/close.yaml#CronJob/close runs app.worker @17 (inferred 0.9)"]
    assert told(jobs(files)["CronJob/close"]) == {
        "image": "shop:1",
        "schedule": "0 4 * * *",
        "system": "kubernetes",
    }


def test_templates_of_argo_run_each_other() -> None:
    """The workflow its entry, steps and graphs what they name."""
    workflow = """
        apiVersion: argoproj.io/v1alpha1
        kind: CronWorkflow
        metadata: {name: nightly}
        spec:
          schedule: "0 1 * * *"
          workflowSpec:
            entrypoint: main
            templates:
              - name: main
                steps:
                  - - {name: a, template: load}
              - name: load
                container: {image: x, command: [python, -m, app.worker]}
    """
    files = {**APP, "argo/nightly.yaml": workflow}
    assert runs(files) == [
        "argo/nightly.yaml#load runs app.worker @14 (inferred 0.9)",
        "argo/nightly.yaml#main runs argo/nightly.yaml#load @12",
        "argo/nightly.yaml#nightly runs argo/nightly.yaml#main @2",
    ]
    assert told(jobs(files)["nightly"])["schedule"] == "0 1 * * *"


def test_tasks_of_a_process_run_classes_and_beans() -> None:
    """A delegate by class is exact, a bean by its name is inferred."""
    process = """<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="c">
        <process id="refund">
        <serviceTask id="pay" camunda:class="w.Orders"/>
        <serviceTask id="close" camunda:expression="${orders.close(id)}"/>
        <serviceTask id="other" camunda:delegateExpression="${unknown}"/>
        </process></definitions>"""
    files = {"src/main/java/w/Orders.java": CLOSING, "flow/refund.bpmn": process}
    assert [each for each in runs(files) if "Orders" in each] == [
        "flow/refund.bpmn#refund/close runs src/main/java:w.Orders#close(Long) @4 (inferred 0.9)",
        "flow/refund.bpmn#refund/pay runs src/main/java:w.Orders#execute() @3",
    ]


def test_methods_that_a_scheduler_calls() -> None:
    """@Scheduled with its cron, a setting too; XXL-JOB by name; Spring's XML by bean."""
    code = """
        package w;
        @Component class Nightly {
            @Scheduled(cron = "${nightly.cron:0 0 1 * * ?}") void close() {}
            @Scheduled(fixedDelay = 5000) void poll() {}
            @XxlJob("sync") void sync() {}
        }"""
    xml = '<beans>\n<task:scheduled-tasks><task:scheduled ref="nightly" method="poll" cron="1"/></task:scheduled-tasks></beans>'
    files = {"src/main/java/w/Nightly.java": code, "src/main/resources/jobs.xml": xml}
    here = "src/main/java/w/Nightly.java"
    assert runs(files) == [
        f"{here}#sync runs src/main/java:w.Nightly#sync() @6",
        f"{here}#w.Nightly#close() runs src/main/java:w.Nightly#close() @4",
        f"{here}#w.Nightly#poll() runs src/main/java:w.Nightly#poll() @5",
        "src/main/resources/jobs.xml#nightly.poll runs src/main/java:w.Nightly#poll() @2 (inferred 0.9)",
    ]
    found = jobs(files)
    assert told(found["close"]) == {"schedule": "cron 0 0 1 * * ?", "system": "spring"}
    assert told(found["poll"])["schedule"] == "fixedDelay 5000"


def test_entries_of_celerys_beat_run_tasks() -> None:
    """By the task's name, written in pieces or not; the schedule is kept as it is written."""
    settings = """
        CELERY_BEAT_SCHEDULE = {
            "nightly": {
                "task": ("shop.tasks"
                         ".close"),
                "schedule": crontab(hour=3),
            },
            "other": {"task": "not.here", "schedule": 60},
        }
        OTHER = {"x": {"task": "shop.tasks.close"}}
    """
    tasks = "from celery import shared_task\n\n@shared_task\ndef close(): pass\n"
    files = {"shop/settings.py": settings, "shop/tasks.py": tasks}
    assert runs(files) == ["shop/settings.py#nightly runs shop.tasks.close @4"]
    assert told(jobs(files)["nightly"]) == {"schedule": "crontab(hour=3)", "system": "celery-beat"}
    assert "x" not in jobs(files)


def test_tasks_of_airflow_run_functions() -> None:
    """Operators and decorators; the graph has the schedule."""
    code = """
        from airflow import DAG
        from airflow.decorators import task
        from airflow.operators.python import PythonOperator

        def load(): pass

        @task
        def clean(): pass

        with DAG("nightly", schedule="@daily") as dag:
            PythonOperator(task_id="load_all", python_callable=load)
    """
    files = {"dags/nightly.py": code}
    assert runs(files) == [
        "dags/nightly.py#clean runs dags.nightly.clean @8",
        "dags/nightly.py#load_all runs dags.nightly.load @12",
    ]
    assert told(jobs(files)["nightly"]) == {"schedule": "@daily", "system": "airflow"}


def test_jobs_that_are_added_to_a_scheduler() -> None:
    """APScheduler by call and by decorator."""
    code = """
        def tick(): pass

        @scheduler.scheduled_job("cron", hour=3)
        def nightly(): pass

        def start(scheduler):
            scheduler.add_job(tick, "interval", seconds=5)
    """
    files = {"app.py": code}
    assert runs(files) == ["app.py#app.nightly runs app.nightly @4", "app.py#app.tick runs app.tick @8"]
    assert told(jobs(files)["tick"])["schedule"] == "interval seconds=5"
