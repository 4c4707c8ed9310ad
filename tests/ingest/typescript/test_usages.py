"""What one TypeScript file says of frameworks: decorators, calls with their arguments, named texts."""

from kg.schema.usages import CALL, JOIN, LIST, MAP, NAME, Usage, Value
from tests.ingest.typescript.snippets import read, short


def usage(text: str, name: str) -> Usage:
    """The only usage of a name."""
    (found,) = (each for each in read(text).usages if each.name == name)
    return found


def told(text: str) -> Value:
    """What the only argument of the only `publish` says."""
    return usage(text, "publish").arguments[0][1]


def constants(text: str) -> dict[str, Value]:
    return {constant.name: constant.value for constant in read(text).constants}


def test_a_decorator_is_told_on_what_it_decorates() -> None:
    """Of a class and of a method; its line is counted from the first decorator; it comes from a module."""
    text = """
        import { Controller, Get } from "@nestjs/common";
        @Injectable()
        @Controller("orders")
        export class Orders {
          @Roles("admin")
          @Get(":id")
          one(id: string) {}
        }
    """
    found = [(each.name, short(each.source), each.on, each.line) for each in read(text).usages]
    assert found == [
        ("Controller", "app.ts#Orders", "@nestjs/common", 1),
        ("Get", "app.ts#Orders.one", "@nestjs/common", 1),
    ]


def test_a_call_stands_on_what_its_variable_is_made_from() -> None:
    """Imports, `require`, calls, `new`, types of parameters and fields; the rest stays as written."""
    text = """
        import axios from "axios";
        import { Router } from "express";
        const express = require("express");
        const app = express();
        const router = Router();
        export const api = axios.create({ baseURL: "/api" });
        app.get("/a", one);
        router.put("/b", two);
        api.post("/c");
        class Pay {
          constructor(private http: HttpClient) {}
          go(plain: FastifyInstance) {
            this.http.delete("/d");
            plain.patch("/e", three);
            other.head("/f");
          }
        }
    """
    found = {each.name: (each.on, each.receiver, each.to) for each in read(text).usages}
    assert found == {
        "express": ("express", "", "app"),
        "Router": ("express", "", "router"),
        "create": ("axios", "", "api"),
        "get": ("express()", "app", ""),
        "put": ("express.Router()", "router", ""),
        "post": ("axios.create()", "api", ""),
        "delete": ("HttpClient", "this.http", ""),
        "patch": ("FastifyInstance", "plain", ""),
        "head": ("other", "", ""),
    }


def test_arguments_say_what_is_written() -> None:
    """Templates and sums with gaps, objects, lists, calls, settings; variables of functions are followed."""
    assert told("publish(`/a/${id}/b`);") == (JOIN, "/a/", (NAME, "id"), "/b")
    assert told('publish("/a/" + id + "/b");') == (JOIN, "/a/", (NAME, "id"), "/b")
    assert told("publish(BASE + PATH);") == (JOIN, (NAME, "BASE"), (NAME, "PATH"))
    assert told('publish({ topic: "t", keys: ["a", x.y] });') == (
        MAP,
        ("topic", "t"),
        ("keys", (LIST, "a", (NAME, "x.y"))),
    )
    assert told('publish(new Thing("a"));') == (CALL, "new Thing", (("", "a"),))
    assert told("publish(`${process.env.URL}/x`);") == "${URL}/x"
    assert told("function f(id: string) { const url = `/a/${id}`; publish(url); }") == (JOIN, "/a/", None)
    assert told(f'publish("{"long " * 30}");') == "long " * 30


def test_a_frequent_word_counts_only_where_it_may_be_a_path() -> None:
    """Reading a map is no request."""
    text = 'map.get("key"); set.delete(id); fields.get(name); client.get(url); any.get("/x");'
    assert [each.on for each in read(text).usages] == ["client", "any"]


def test_names_of_texts_are_constants_of_their_file() -> None:
    """Of the module, of objects in it, of enums and classes."""
    text = """
        export const BASE = "/api";
        const URLS = { users: "/users", deep: { one: `${BASE}/one` }, count: 3 };
        enum Topic { PAID = "order.paid", COUNT = 2 }
        class Pay { static readonly KEY = "pay"; path = BASE + "/pay"; }
        function quiet() { const unused = "x"; }
    """
    assert constants(text) == {
        "app.ts.BASE": "/api",
        "app.ts.URLS.users": "/users",
        "app.ts.URLS.deep.one": (JOIN, (NAME, "BASE"), "/one"),
        "app.ts.Topic.PAID": "order.paid",
        "app.ts.Pay.KEY": "pay",
        "app.ts.Pay.path": (JOIN, (NAME, "BASE"), "/pay"),
    }
