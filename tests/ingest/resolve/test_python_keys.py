"""Settings that Python code reads: the environment, libraries that read it, settings modules."""

from tests.ingest.resolve.test_keys import configs, reads


def read_keys(files: dict[str, str]) -> set[tuple[str, str]]:
    """Who reads which key."""
    return {(source, target) for source, target, _, _ in reads(files)}


DJANGO = "DEBUG = True\nFEE_LIMIT = 3\nSECRET_KEY = 'abc'\nHOSTS = ['a', 'b']\nROOT = here()\n"


def test_constants_of_a_settings_module_are_keys() -> None:
    """Of the project above its package; literals are kept as values of settings are, no secret is."""
    files = {
        "web/shop/settings/base.py": DJANGO,
        "web/shop/settings/prod.py": "from .base import *\nDEBUG = False\nA = 1\nif x:\n    FEE_LIMIT = 9\n",
        "web/shop/tests/settings.py": "from shop.settings import *\nDEBUG = False\nA = 2\nB = 3\n",
        "web/shop/models.py": "DEBUG = True\nA = 1\nB = 2\n",
    }
    assert configs(files) == {
        "web:A": ("prod=1", "test=2"),
        "web:B": ("test=3",),
        "web:DEBUG": ("default=True", "prod=False", "test=False"),
        "web:FEE_LIMIT": ("default=3", "prod=9"),
        "web:SECRET_KEY": ("default=<withheld:string>",),
        "web:HOSTS": ("default=a, b",),
        "web:ROOT": ("default=<withheld:expression>",),
    }


def test_django_settings_are_read_as_attributes() -> None:
    """By whatever name they are imported; by `getattr` too; what is no constant is none."""
    files = {
        "web/shop/settings.py": DJANGO + "RATE = getattr(configuration, 'RATE', 1)\n",
        "web/pay/fees.py": (
            "from django.conf import settings as conf\n"
            "def fee():\n    return conf.FEE_LIMIT.real + getattr(conf, 'GHOST', 1) + conf.configured\n"
            "class Debug:\n    on = conf.DEBUG\n"
        ),
    }
    assert read_keys(files) == {
        ("web.pay.fees.fee", "web:FEE_LIMIT"),
        ("web.pay.fees.fee", "web:GHOST"),
        ("web.pay.fees.Debug", "web:DEBUG"),
        ("web.shop.settings", "web:RATE"),
    }


def test_an_own_object_that_hands_on_gives_settings() -> None:
    """A class whose `__getattr__` asks the settings, and the function that makes one, wherever imported."""
    files = {
        "web/shop/settings.py": DJANGO,
        "web/own/config.py": (
            "from django.conf import settings\n"
            "class Config:\n    def __getattr__(self, name):\n        return getattr(settings, name)\n"
            "def get_config():\n    return Config()\n"
        ),
        "web/pay/a.py": (
            "from own.config import get_config\nfrom other import get_config as other_config\n"
            "def direct():\n    return get_config().FEE_LIMIT\n"
            "def held():\n    config = get_config()\n    def inner():\n        return config.DEBUG\n"
            "    return inner, other_config().ROOT\n"
        ),
    }
    assert read_keys(files) == {
        ("web.pay.a.direct", "web:FEE_LIMIT"),
        ("web.pay.a.held.<locals>.inner", "web:DEBUG"),
    }


def test_a_settings_module_may_be_imported_itself() -> None:
    """`from shop import settings`: its constants are keys; those of another module are not."""
    files = {
        "shop/settings.py": DJANGO,
        "shop/codes.py": "CONFIG_A = 1\n",
        "shop/a.py": "from shop import settings, codes as config\n\ndef f():\n    return settings.DEBUG, config.A\n",
    }
    assert read_keys(files) == {("shop.a.f", ".:DEBUG")}


def test_libraries_that_read_the_environment() -> None:
    """decouple, django-environ, environs, Flask and dynaconf."""
    files = {
        "a.py": (
            "import environ\nfrom decouple import config\nfrom flask import current_app\n"
            "from dynaconf import Dynaconf\n"
            "env = environ.Env(X=(bool, False))\nsettings = Dynaconf(envvar_prefix='A')\n"
            "def f():\n    return config('A', cast=int), env('B'), env.bool('C'), env.read_env('D')\n"
            "def g():\n    return current_app.config['E'], current_app.config.get('F'), settings.G\n"
        )
    }
    assert read_keys(files) == {
        *(("a.f", f".:{key}") for key in "ABC"),
        *(("a.g", f".:{key}") for key in "EFG"),
    }


def test_a_function_that_hands_on_its_parameter_reads_what_it_is_called_with() -> None:
    """Who calls it reads the key; the function itself reads none that is known."""
    files = {
        "a.py": (
            "import os\n"
            "def flag(name, default=False):\n    return os.environ.get(name) or default\n"
            "def number(default, name):\n    return os.environ[name]\n"
            "ON = flag('PAY_ON')\nSIZE = number(3, 'PAY_SIZE')\n"
        )
    }
    assert read_keys(files) == {("a", ".:PAY_ON"), ("a", ".:PAY_SIZE")}


def test_fields_of_a_settings_class_are_variables() -> None:
    """With the prefix, unless an alias stands in their place."""
    files = {
        "a.py": (
            "from pydantic import AliasChoices, Field\nfrom pydantic_settings import BaseSettings, SettingsConfigDict\n"
            "class S(BaseSettings):\n    model_config = SettingsConfigDict(env_prefix='pay_')\n"
            "    url: str\n    key: str = Field(alias='THE_KEY')\n"
            "    host: str = Field('x', validation_alias=AliasChoices('HOST_A', 'HOST_B'))\n"
        )
    }
    assert {key for _, key in read_keys(files)} == {".:PAY_URL", ".:THE_KEY", ".:HOST_A", ".:HOST_B"}
