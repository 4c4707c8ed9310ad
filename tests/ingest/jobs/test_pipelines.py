"""Jobs of GitLab, GitHub and Jenkins."""

from tests.ingest.jobs.found import jobs, parsed, runs, told

SCRIPTS = {
    "scripts/run.sh": "echo hi\n",
    "scripts/lib.sh": "",
    "tools/gen.py": "x = 1\n",
    "app/worker.py": "x = 1\n",
}


def test_gitlab_jobs_run_their_scripts() -> None:
    """What is extended counts where a job has no script of its own; includes are what the file runs."""
    pipeline = """
        include:
          - local: /ci/more.yml
        stages: [test]
        .base:
          before_script:
            - scripts/lib.sh
          script:
            - python -m app.worker
        test:
          extends: .base
          stage: test
          needs: [lint, {job: build}]
          image: python:3.12
        deploy:
          script: |
            cd scripts
            ./run.sh --now
    """
    files = {**SCRIPTS, ".gitlab-ci.yml": pipeline, "ci/more.yml": "x:\n  script: [make]\n"}
    assert runs(files) == [
        ".gitlab-ci.yml runs ci/more.yml @3",
        ".gitlab-ci.yml#.base runs app.worker @9",
        ".gitlab-ci.yml#.base runs scripts/lib.sh @7",
        ".gitlab-ci.yml#deploy runs scripts/run.sh @18",
        ".gitlab-ci.yml#test runs app.worker @10",
        ".gitlab-ci.yml#test runs scripts/lib.sh @10",
    ]
    test = jobs(files)["test"]
    assert told(test) == {
        "extends": (".base",), "image": "python:3.12", "needs": ("lint", "build"), "stage": "test",
        "system": "gitlab-ci",
    }  # fmt: skip


def test_github_jobs_run_where_they_say() -> None:
    """Folders of steps and of the workflow, workflows and actions of the repository, and the schedule."""
    workflow = """
        on:
          schedule:
            - cron: "0 3 * * *"
        defaults:
          run:
            working-directory: tools
        jobs:
          gen:
            needs: first
            steps:
              - uses: actions/checkout@v4
              - run: python gen.py
              - working-directory: scripts
                run: |
                  echo "run.sh is next; ./run.sh"
                  ./run.sh
              - uses: ./.github/actions/own
              - working-directory: ./.hidden/
                run: make check
          call:
            uses: ./.github/workflows/other.yml
    """
    files = {
        **SCRIPTS, ".github/workflows/a.yml": workflow, ".github/actions/own/action.yml": "runs: {}\n",
        ".github/workflows/other.yml": "jobs: {}\n", ".hidden/Makefile": "check:\n\techo\n",
    }  # fmt: skip
    assert runs(files) == [
        ".github/workflows/a.yml#call runs .github/workflows/other.yml @22",
        ".github/workflows/a.yml#gen runs .github/actions/own/action.yml @18",
        ".github/workflows/a.yml#gen runs .hidden/Makefile#check @20",
        ".github/workflows/a.yml#gen runs scripts/run.sh @17",
        ".github/workflows/a.yml#gen runs tools.gen @13",
    ]
    assert told(jobs(files)["gen"]) == {"needs": ("first",), "schedule": "0 3 * * *", "system": "github"}


def test_jenkins_stages_run_what_they_give_to_a_shell() -> None:
    """Plain stages, without evaluating Groovy; a comment is none."""
    pipeline = '''
        pipeline { stages {
          stage('Build') { steps { sh './scripts/run.sh "a } b"' } }

          // stage('Old') { steps { sh 'scripts/lib.sh' } }
          stage("Deploy") { steps { dir('tools') { sh """
            python3 gen.py
          """ } } }
        } }
    '''
    files = {**SCRIPTS, "Jenkinsfile": pipeline}
    assert runs(files) == ["Jenkinsfile#Build runs scripts/run.sh @3", "Jenkinsfile#Deploy runs tools.gen @7"]
    assert set(jobs(files)) == {"Build", "Deploy"}


def test_a_job_keeps_no_secret() -> None:
    """What a script assigns to a word that speaks of a secret is masked."""
    pipeline = "deploy:\n  script:\n    - export DB_PASSWORD=hunter2isthebest\n"
    (facts,) = parsed({".gitlab-ci.yml": pipeline})
    assert "hunter2" not in facts.artifacts[0].text
