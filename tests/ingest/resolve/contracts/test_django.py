"""Routes of Django and its REST framework: tables that include each other, views, routers."""

from tests.ingest.resolve.contracts.found import contracts

ROOT = """
    from django.urls import include, path, re_path
    from shop.views import index
    urlpatterns = [
        path("", index),
        path("orders/", include("orders.urls")),
        path("api/", include(("orders.api.urls", "orders"), namespace="api")),
        re_path(r"^old/(?P<year>[0-9]{4})/(?:(?P<format>[a-z]+)/)?$", index),
    ]
"""


def test_tables_include_each_other_across_files() -> None:
    """A module is named from the folder that Django runs in; views are functions or methods of classes."""
    files = {
        "site/shop/urls.py": ROOT,
        "site/shop/views.py": """
            from django.views.decorators.http import require_GET
            @require_GET
            def index(request): ...
        """,
        "site/orders/urls.py": """
            from django.contrib.auth.decorators import login_required
            from django.urls import include, path
            from django.views.decorators.cache import cache_page
            from . import views
            item = [path("", views.OrderView.as_view()), path("pay/", login_required(views.pay))]
            urlpatterns = [path("<int:pk>/", include(item))]
            urlpatterns += [path("all/", cache_page(60)(views.OrderList.as_view()))]
        """,
        "site/orders/views/__init__.py": "from .orders import *\n",
        "site/orders/views/orders.py": """
            from django.views.generic import ListView, View
            class Base(View):
                def post(self, request): ...
            class OrderView(Base):
                def get(self, request): ...
            class OrderList(ListView):
                model = Order
            def pay(request): ...
        """,
    }
    assert contracts(files) == [
        "site.orders.views.orders.Base.post serves POST /orders/{pk}",
        "site.orders.views.orders.OrderList serves GET /orders/all",
        "site.orders.views.orders.OrderView serves POST /orders/{pk}",
        "site.orders.views.orders.OrderView.get serves GET /orders/{pk}",
        "site.orders.views.orders.pay serves ANY /orders/{pk}/pay",
        "site.shop.views.index serves GET /",
        "site.shop.views.index serves GET /old/{year}/{}",
    ]


def test_a_router_serves_what_a_view_set_has() -> None:
    """Its own methods and those a mixin brings, its actions, below the table that includes it."""
    files = {
        "shop/urls.py": ROOT,
        "shop/views.py": "def index(request): ...\n",
        "orders/api/urls.py": """
            from rest_framework.routers import DefaultRouter
            from .views import Orders
            router = DefaultRouter()
            router.register("orders", Orders, basename="order")
            urlpatterns = router.urls
        """,
        "orders/api/views.py": """
            from rest_framework import mixins
            from rest_framework.decorators import action
            from rest_framework.viewsets import GenericViewSet
            class Orders(mixins.ListModelMixin, GenericViewSet):
                def retrieve(self, request, pk): ...
                @action(detail=True, methods=["post"], url_path="take-back")
                def refund(self, request, pk): ...
                @action(detail=False)
                def recent(self, request): ...
        """,
    }
    assert [line for line in contracts(files) if "/api" in line] == [
        "orders.api.views.Orders serves GET /api/orders",
        "orders.api.views.Orders.recent serves GET /api/orders/recent",
        "orders.api.views.Orders.refund serves POST /api/orders/{pk}/take-back",
        "orders.api.views.Orders.retrieve serves GET /api/orders/{pk}",
    ]


def test_a_view_of_a_library_is_served_by_its_table() -> None:
    """The route is there; who answers is outside, so the edge is deduced."""
    text = """
        from django.contrib.auth.views import LoginView
        from django.urls import path
        urlpatterns = [path("login/", LoginView.as_view())]
    """
    assert contracts({"urls.py": text}) == [
        "urls serves GET /login (inferred 0.8)",
        "urls serves POST /login (inferred 0.8)",
    ]


def test_path_of_anything_else_is_no_route() -> None:
    """Only what is imported from Django counts."""
    assert contracts({"urls.py": 'def f(): ...\nurlpatterns = [path("x/", f)]\n'}) == []
