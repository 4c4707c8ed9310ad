"""A repository of made-up secrets: each holds CANARY, in the forms in which secrets lie in real ones.

A file for each format, and commit messages. What is harmless stands beside them and must stay: `KEPT`.
"""

import base64
import subprocess
from pathlib import Path

MARK = "CANARY"
_ENCODED = base64.b64encode(b"CANARY-k8s-secret-1").decode()

FILES: dict[str, str] = {
    ".env": "DB_PASSWORD=CANARY1-s3cr3t\nSTRIPE=sk_live_CANARY0123456789abcd\nPORT=8080\nexport SMTP_LOGIN='CANARY2 with blanks'\n",
    ".npmrc": "registry=https://npm.example.com/\n//npm.example.com/:_authToken=CANARY3-4f0a-11aa\n//npm.example.com/:_password=CANARY4aGVsbG8=\n",
    ".pypirc": "[distutils]\nindex-servers = pypi\n\n[pypi]\nusername = __token__\npassword = CANARY5plain\n",
    ".netrc": "machine git.example.com\n  login bot\n  password CANARY6plain\n",
    ".dockercfg": '{"https://registry.example.com": {"auth": "CANARY7Ym90OnB3", "email": "bot@example.com"}}\n',
    "config/app.properties": (
        "spring.datasource.url=jdbc:mysql://db:3306/shop?user=app&password=CANARY8pw\n"
        "spring.datasource.password=CANARY9pw\nmail.smtp.pw=CANARY10pw\n"
        "server.port=8080\nsign=CANARY11\\\n  CANARY12more\n# old password: CANARY13old1\n"
    ),
    "config/application.yml": (
        "spring:\n  datasource:\n    url: jdbc:postgresql://app:CANARY14pw@db/shop\n    password: CANARY15hunter\n"
        "  redis: {host: cache, port: 6379, auth: CANARY16}\nservices:\n  CANARY-free: true\n".replace(
            "CANARY-free", "free"
        )
        + "jwt:\n  key: |\n    -----BEGIN PRIVATE KEY-----\n    CANARY17AAAA\n    -----END PRIVATE KEY-----\n"
    ),
    "config/app.toml": '[database]\npassword = "CANARY18pw"\nports = [8001, 8002]\ndsn = "postgres://u:CANARY19@h/db"\n',
    "config/settings.json": '{"db": {"password": "CANARY20pw", "pool": 10}, "tokens": ["CANARY21tok", "CANARY22tok"]}\n',
    "config/old.ini": "[mail]\npassword = CANARY23pw\nhost = mail\n",
    "config/beans.xml": (
        '<beans xmlns="http://www.springframework.org/schema/beans">\n  <bean id="ds" class="com.acme.Ds">\n'
        '    <property name="username" value="app"/>\n    <property name="password" value="CANARY24pw"/>\n'
        '    <property name="key"><value>CANARY25pw</value></property>\n  </bean>\n'
        "  <!-- admin password: CANARY26pw1 -->\n</beans>\n"
    ),
    "pom.xml": (
        "<project><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version>\n"
        "<properties><db.password>CANARY27pw</db.password><java.version>21</java.version></properties></project>\n"
    ),
    "settings.xml": "<configuration><server><username>ci</username><password>CANARY28pw</password></server></configuration>\n",
    "Dockerfile": (
        "FROM eclipse-temurin:21\nENV DB_PASSWORD=CANARY29pw PORT=8080\nARG TOKEN=CANARY30tok\n"
        'RUN curl -u ci:CANARY31pw https://repo.example.com/x && mysql -uroot -pCANARY32pw shop\nCMD ["run", "--password", "CANARY33pw"]\n'
    ),
    "docker-compose.yml": (
        "services:\n  db:\n    image: mysql:8\n    command: mysqld --password=CANARY34pw\n    environment:\n"
        "      MYSQL_ROOT_PASSWORD: CANARY35pw\n      - x\n".replace("      - x\n", "")
        + "  web:\n    image: web\n    environment:\n      - API_KEY=CANARY36key\n      - PORT=80\n"
    ),
    "k8s/secret.yaml": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\n  annotations:\n    note: CANARY37note\n"
        f"data:\n  password: {_ENCODED}\n  CREDS: Q0FOQVJZMzg=\nstringData:\n  plain: CANARY39plain\n---\n"
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\nspec:\n  template:\n    spec:\n      containers:\n"
        '        - name: shop\n          image: shop:1\n          args: ["--db-password", "CANARY40pw", "--token=CANARY41tok"]\n'
        '          env:\n            - {name: DB_PASSWORD, value: CANARY42pw}\n            - {name: PORT, value: "80"}\n'
    ),
    "infra/main.tf": 'variable "db_password" {\n  default = "CANARY43pw"\n}\nresource "x" "y" {\n  password = "CANARY44pw"\n  port = 5432\n}\n',
    ".gitlab-ci.yml": (
        'deploy:\n  variables:\n    DEPLOY_TOKEN: CANARY45tok\n  script:\n    - curl -H "PRIVATE-TOKEN: CANARY46tok1" https://git.example.com/api\n'
        "    - docker login -u ci -p CANARY47pw registry.example.com\n    - export PGPASSWORD=CANARY48pw && psql\n"
    ),
    ".github/workflows/ci.yml": (
        "on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    env: {NPM_TOKEN: CANARY49tok}\n    steps:\n"
        "      - run: sshpass -p CANARY50pw ssh deploy@host\n      - run: http -a ci:CANARY51pw https://x.example.com\n"
    ),
    "src/main/java/shop/Access.java": (
        "package shop;\n\n/** Reads. Login with password: CANARY52pw1 */\nclass Access {\n"
        '  static final String TOKEN = "glpat-CANARY53aaaaaaaaaa";\n  String url = "postgres://app:CANARY54pw@db.local/shop";\n'
        '  private String password = "CANARY55";\n  private char[] pwd = "CANARY56".toCharArray(); // password CANARY57x9\n'
        '  void open() {\n    connect("app", "CANARY58hunter2"); // user, password\n'
        '    new Password("CANARY59");\n    DriverManager.getConnection("jdbc:mysql://db/shop", "app", "CANARY60pw");\n'
        '    new UsernamePasswordCredentials("app", "CANARY61pw");\n    builder.basicAuth("app", "CANARY62pw").build();\n'
        '    headers.set("Authorization", "Bearer CANARY63token");\n    headers.setBearerAuth("CANARY64tok1");\n'
        '    Algorithm.HMAC256("CANARY65key");\n    System.setProperty("javax.net.ssl.keyStorePassword", "CANARY66pw");\n'
        '    if (password.equals("CANARY67pw1")) return;\n    template.send("orders.paid");\n'
        "    String sql = \"CREATE USER app IDENTIFIED BY 'CANARY68pw'\";\n"
        '    String key = "-----BEGIN RSA PRIVATE KEY-----\\nCANARY69aaaa\\n-----END RSA PRIVATE KEY-----";\n  }\n'
        '  @Value("${db.password:CANARY70pw}") String injected;\n}\n'
    ),
    "src/shop/access.py": (
        '"""Opens the shop. The password is `CANARY71pw1`."""\n\nimport os\n\nPASSWORD = "CANARY72"\n'
        'API_KEY = os.environ.get("API_KEY", "CANARY73key1")\nconfig = {"secret_key": "CANARY74", "port": 5432}\n\n\n'
        'def open_shop():\n    client = connect(user="app", password="CANARY75")\n    requests.get(URL, auth=("app", "CANARY76pw"))\n'
        '    login("app", "CANARY77pw")\n    token: str = "CANARY78"\n    os.environ["DB_PASSWORD"] = "CANARY79"\n'
        '    key = b"CANARY80kkkkkk"  # secret key\n    return psycopg.connect("host=db user=app password=CANARY81pw")\n'
    ),
    "web/src/api.ts": (
        'export const apiKey = "CANARY82key";\nconst password: string = `CANARY83pw`;\n'
        'export function call() {\n  return fetch("https://x.example.com", { headers: { Authorization: `Bearer CANARY84token` } });\n}\n'
        'axios.get("/x", { auth: { username: "app", password: "CANARY85" } });\nconst conf = { clientSecret: "CANARY86" };\n'
    ),
    "cmd/main.go": (
        'package main\n\nconst dbPassword = "CANARY87"\n\nfunc main() {\n\topen("postgres", "user=app password=CANARY88pw dbname=shop")\n'
        '\treq.SetBasicAuth("app", "CANARY89pw")\n\tos.Setenv("API_SECRET", "CANARY90")\n\tkey := []byte("CANARY91secretkey") // jwt secret\n}\n'
    ),
    "db/migration/V1__users.sql": (
        "CREATE TABLE users (id int, name varchar(20), password varchar(60) DEFAULT 'CANARY92pw', token text);\n"
        "INSERT INTO users (id, name, password) VALUES (1, 'admin', 'CANARY93pw'), (2, 'bot', 'CANARY94pw');\n"
        "INSERT INTO users VALUES (3, 'x', 'CANARY95pw', 'CANARY96tok');\nUPDATE users SET password = 'CANARY97pw' WHERE id = 1;\n"
        "CREATE USER app IDENTIFIED BY 'CANARY98pw';\nALTER ROLE app WITH PASSWORD 'CANARY99pw';\nGRANT ALL ON shop.* TO app IDENTIFIED BY 'CANARY100pw';\n"
    ),
    "docs/runbook.md": (
        '# Access\n\nUse `curl -H "Authorization: Bearer CANARY101.eyJhbGciOiJub25lIn0.x"` or `curl -u admin:CANARY102pw https://x`.\n\n'
        "Default is `changeme`. Password: CANARY103pw\n\n| user | password |\n|---|---|\n| admin | CANARY104pw1 |\n\n"
        "```sh\nexport TOKEN=CANARY105tok1\nmysql -u root -pCANARY106pw\npsql postgres://app:CANARY107@db/shop\n```\n\n"
        "The admin password is CANARY108pw1, do not share it.\n\nPublic key: ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB me@host\n"
    ),
    "docs/guide.rst": "Access\n======\n\nPassword: CANARY109pw\n\n.. code:: sh\n\n   export DB_PASSWORD=CANARY110pw\n",
    "docs/guide.adoc": "= Access\n\nThe token: CANARY111tok1\n\n----\npassword=CANARY112pw\n----\n",
    "notebooks/shop.ipynb": (
        '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Access\\n", "Password: CANARY113pw\\n"]},\n'
        ' {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["password = \\"CANARY114\\"\\n", "def opened():\\n", "    return connect(\\"app\\", token=\\"CANARY115tok\\")\\n"],\n'
        '  "outputs": [{"output_type": "stream", "name": "stdout", "text": ["token CANARY116\\n"]}]}],\n'
        ' "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}\n'
    ),
    "scripts/deploy.sh": (
        '#!/bin/sh\nPASSWORD=CANARY117\nexport API_TOKEN="CANARY118"\ndeploy() {\n  curl -u ci:CANARY119pw https://x\n'
        "  mysql -uroot -pCANARY120pw shop\n  sshpass -p CANARY121 ssh x\n  vault write secret/db password=CANARY122\n  tool --password CANARY123 --secret 'CANARY124'\n}\n"
    ),
    "Makefile": "DB_PASSWORD = CANARY125\n\ndeploy:\n\tcurl -H 'X-Api-Key: CANARY126key1' https://x\n",
    "Jenkinsfile": "pipeline { stages { stage('x') { steps { sh 'docker login -u ci -p CANARY127pw' } } } }\n",
    "api/openapi.yaml": (
        "openapi: 3.0.0\ninfo: {title: Shop, version: '1', description: 'Try with api_key: CANARY128key1'}\npaths:\n  /orders:\n    get:\n"
        "      operationId: list\n      description: 'curl -u app:CANARY129pw https://x'\n      responses: {'200': {description: ok}}\n"
    ),
    "keys/id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nCANARY130AAAAB3NzaC1yc2EAAAADAQABAAAB\n-----END OPENSSH PRIVATE KEY-----\n",
    ".kg.yaml": "service: shop\nglossary: [docs/terms.csv]\n",
    "docs/terms.csv": "term,meaning\nrefund,money back; the token: CANARY131tok1\n",
}
"""Path -> text."""

SUBJECT = "Rotate: password=CANARY132pw1 is no more"
BODY = "It was token CANARY133tok1.\n\nAuthorization: Bearer CANARY134tok1"

KEPT = (
    "changeme",
    "server.port",
    "MYSQL_ROOT_PASSWORD",
    "spring.datasource.password",
    "orders.paid",
    "ssh-rsa AAAAB3Nza",
)
"""Keys, dummies, public keys and names that are no secrets."""

_WHO = ("-c", "user.name=canary", "-c", "user.email=canary@example.com", "-c", "commit.gpgsign=false")


def planted(folder: Path, files: dict[str, str] = FILES, subject: str = SUBJECT, body: str = BODY) -> Path:
    """The repository, with two commits."""
    repository = folder / "vault"
    for path, text in files.items():
        file = repository / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    git(repository, "init", "--quiet", "--initial-branch=main")
    commit(repository, "Everything")
    (repository / "VERSION").write_text("2\n", encoding="utf-8")
    commit(repository, subject, body)
    return repository


def commit(repository: Path, *messages: str) -> None:
    git(repository, "add", "--all", "--force")
    git(repository, *_WHO, "commit", "--quiet", *(word for m in messages for word in ("-m", m)))


def git(repository: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(repository), *arguments], check=True, capture_output=True, timeout=120)


def numbers(text: str) -> list[str]:
    """Which canaries a text holds, by the text around; never more than their names."""
    import re

    return sorted(set(re.findall(r"CANARY\d*", text)))
