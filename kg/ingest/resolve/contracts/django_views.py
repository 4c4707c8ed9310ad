"""What answers at a path of Django: the methods of a view, of a generic view, of a ViewSet's routes.

In: the name of a view as a table of urls writes it. Out: (HTTP method, path below, who serves). What a class
of Django or of its REST framework brings with it is a flat table here. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator

from kg.ingest.resolve.constants import scope_of
from kg.ingest.resolve.contracts.contract import ANY, VERBS
from kg.ingest.resolve.contracts.mounts import handler
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.python_classes import PythonClass
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION

Served = tuple[str, str, Uid]
"""Method, path below the view's own, source."""

_ROUTINE = ("HEAD", "OPTIONS", "TRACE")
_GENERIC = {
    **dict.fromkeys(("TemplateView", "ListView", "DetailView", "ArchiveIndexView", "YearArchiveView",
                     "MonthArchiveView", "DayArchiveView", "DateDetailView", "ListAPIView", "RetrieveAPIView",
                     "JavaScriptCatalog", "JSONCatalog", "SpectacularAPIView", "SpectacularSwaggerView",
                     "SpectacularRedocView"), ("GET",)),
    **dict.fromkeys(("FormView", "CreateView", "UpdateView", "DeleteView", "LoginView", "PasswordChangeView",
                     "PasswordResetView", "PasswordResetConfirmView"), ("GET", "POST")),
    **dict.fromkeys(("CreateAPIView", "GraphQLView", "ObtainAuthToken", "TokenObtainPairView",
                     "TokenRefreshView", "TokenVerifyView"), ("POST",)),
    "DestroyAPIView": ("DELETE",), "UpdateAPIView": ("PUT", "PATCH"), "ListCreateAPIView": ("GET", "POST"),
    "RetrieveUpdateAPIView": ("GET", "PUT", "PATCH"), "RetrieveDestroyAPIView": ("GET", "DELETE"),
    "RetrieveUpdateDestroyAPIView": ("GET", "PUT", "PATCH", "DELETE"),
}  # fmt: skip
_ITEM = "{pk}"
_ROUTES = {
    "list": ("GET", ""), "create": ("POST", ""), "retrieve": ("GET", _ITEM), "update": ("PUT", _ITEM),
    "partial_update": ("PATCH", _ITEM), "destroy": ("DELETE", _ITEM),
}  # fmt: skip
_BROUGHT = {
    "ModelViewSet": tuple(_ROUTES), "ReadOnlyModelViewSet": ("list", "retrieve"), "ListModelMixin": ("list",),
    "CreateModelMixin": ("create",), "RetrieveModelMixin": ("retrieve",), "DestroyModelMixin": ("destroy",),
    "UpdateModelMixin": ("update", "partial_update"),
}  # fmt: skip
_RESTRICTED = {"require_GET": ("GET",), "require_POST": ("POST",), "require_safe": ("GET", "HEAD")}


class DjangoViews:
    def __init__(self, world: World) -> None:
        self.world = world
        self.classes = world.python_classes
        self._actions: dict[str, list[Used]] = defaultdict(list)
        for used in world.usages("action"):
            if used[1].form == ANNOTATION:
                self._actions[scope_of(used[1].source).rpartition(".")[0]].append(used)
        self._restricted = {
            used[1].source: used for used in world.usages("api_view", "require_http_methods", *_RESTRICTED)
        }

    def function(self, name: str, facts: Facts, source: Uid) -> list[Served]:
        """A function, or an object that is called; the methods that its decorators let through."""
        found = handler(self.world, name, facts, source)
        return [(method, "", found) for method in self._let_through(found)] if found else []

    def _let_through(self, uid: Uid) -> tuple[str, ...]:
        if uid not in self._restricted:
            return (ANY,)
        facts, usage = self._restricted[uid]
        if usage.name in _RESTRICTED:
            return _RESTRICTED[usage.name]
        told = self.world.texts(nth(usage, 0), facts, usage)
        return tuple(each.upper() for each in told) or (("GET",) if usage.name == "api_view" else (ANY,))

    def view(self, name: str, facts: Facts, source: Uid) -> list[Served]:
        """`Orders.as_view()`: the methods that are named after those of HTTP, inherited ones too."""
        found = self.classes.find(name, facts, scope_of(source))
        if found is None:
            return [(method, "", source) for method in _GENERIC.get(name.rpartition(".")[2], (ANY,))]
        methods = self.classes.methods(found)
        served = {verb: methods[low] for low, verb in VERBS.items() if low in methods}
        for each in self.classes.lineage(found)[1]:
            for verb in _GENERIC.get(each.rpartition(".")[2], ()):
                served.setdefault(verb, found.uid)
        plain = {verb: uid for verb, uid in served.items() if verb not in _ROUTINE} or {ANY: found.uid}
        written = {found.uid, *dict(found.own_methods()).values()}
        inherited = [(verb, "", found.uid) for verb, uid in plain.items() if uid not in written]
        return [*[(verb, "", uid) for verb, uid in plain.items()], *inherited]

    def view_set(self, name: str, facts: Facts, source: Uid) -> list[Served]:
        """What a router serves of a ViewSet: its six routes as far as it has them, and its actions. Of an
        inherited route the class serves too: the method alone does not say what of."""
        found = self.classes.find(name, facts, scope_of(source))
        if found is None:
            return []
        methods = self.classes.methods(found)
        own, others = self.classes.lineage(found)
        brought = {route for each in others for route in _BROUGHT.get(each.rpartition(".")[2], ())}
        written = dict(found.own_methods())
        served: list[Served] = []
        for route, (verb, below) in _ROUTES.items():
            if route in methods:
                served.append((verb, below, methods[route]))
            if route in brought.union(methods) and route not in written:
                served.append((verb, below, found.uid))
        return [*served, *self._acted(own)]

    def _acted(self, own: list[PythonClass]) -> Iterator[Served]:
        """`@action(detail=True, methods=["post"], url_path="cancel")`."""
        seen: set[str] = set()
        for each in own:
            for facts, usage in self._actions.get(each.name, ()):
                name = scope_of(usage.source).rpartition(".")[2].partition("~")[0]
                if name in seen:
                    continue
                seen.add(name)
                item = _ITEM if argument(usage, "detail") == "True" else ""
                below = self.world.text(argument(usage, "url_path"), facts, usage) or name
                told = self.world.texts(argument(usage, "methods"), facts, usage) or ("get",)
                for method in told:
                    yield method.upper(), f"{item}/{below}", usage.source
