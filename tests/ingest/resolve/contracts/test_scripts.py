"""Contracts of TypeScript and JavaScript: Express, Koa, Fastify, Nest, Next.js; fetch, axios, Angular."""

from tests.ingest.resolve.contracts.found import contracts


def test_routers_of_express_are_used_across_files() -> None:
    """By import, by `require`, several in one call; a handler is a function, or the code around it."""
    files = {
        "src/app.js": """
            const express = require("express");
            const orders = require("./orders");
            const { users } = require("./users");
            const app = express();
            app.use("/api", auth, orders);
            app.use("/api/users", users);
            app.get("/health", (req, res) => res.send("ok"));
            app.get("env");
            module.exports = app;
        """,
        "src/orders.js": """
            const router = require("express").Router();
            const handlers = require("./handlers");
            router.get("/orders/:id", check, handlers.one);
            router.route("/orders").get(handlers.all).post((req, res) => {});
            module.exports = router;
        """,
        "src/handlers.js": "exports.one = (req, res) => {};\nexports.all = function (req, res) {};\n",
        "src/users.js": """
            const { Router } = require("express");
            const users = Router();
            users.delete("/:id", gone);
            module.exports = { users };
        """,
    }
    assert contracts(files) == [
        "src/app.js serves GET /health",
        "src/handlers.js#all serves GET /api/orders",
        "src/handlers.js#one serves GET /api/orders/{id}",
        "src/orders.js serves POST /api/orders",
        "src/users.js serves DELETE /api/users/{id} (inferred 0.8)",
    ]


def test_koa_hono_and_fastify_have_prefixes() -> None:
    """`prefix` of a router, `basePath`, a plugin that is registered below one."""
    files = {
        "a.ts": """
            import Router from "@koa/router";
            const router = new Router({ prefix: "/koa" });
            router.get("/x", (ctx) => {});
        """,
        "b.ts": """
            import { Hono } from "hono";
            import { orders } from "./c";
            const app = new Hono().basePath("/v1");
            app.route("/orders", orders);
        """,
        "c.ts": """
            import { Hono } from "hono";
            export const orders = new Hono();
            orders.get("/:id", (c) => c.text(""));
        """,
        "d.ts": """
            import Fastify, { FastifyInstance } from "fastify";
            const server = Fastify();
            async function plugin(fastify: FastifyInstance) {
              fastify.put("/y", async () => {});
            }
            server.register(plugin, { prefix: "/v2" });
        """,
    }
    assert contracts(files) == [
        "a.ts serves GET /koa/x",
        "c.ts serves GET /v1/orders/{id}",
        "d.ts#plugin serves PUT /v2/y",
    ]


def test_controllers_of_nest_serve() -> None:
    """The path of a method is below that of its class and the global prefix; constants are followed."""
    files = {
        "package.json": "{}",
        "src/main.ts": 'const app = await NestFactory.create(M);\napp.setGlobalPrefix("api");\n',
        "src/paths.ts": 'export const ORDERS = "orders";\n',
        "src/orders.ts": """
            import { Controller, Get, Post, All } from "@nestjs/common";
            import { ORDERS } from "./paths";
            @Controller(ORDERS)
            export class Orders {
              @Get() all() {}
              @Get([":id", "one/:id"]) one() {}
              @Post("pay") pay() {}
            }
            @Controller({ path: "health", version: "1" })
            export class Health { @All() any() {} }
        """,
    }
    assert contracts(files) == [
        "src/orders.ts#Health.any serves ANY /api/health",
        "src/orders.ts#Orders.all serves GET /api/orders",
        "src/orders.ts#Orders.one serves GET /api/orders/one/{id}",
        "src/orders.ts#Orders.one serves GET /api/orders/{id}",
        "src/orders.ts#Orders.pay serves POST /api/orders/pay",
    ]


def test_the_place_of_a_file_is_a_route_of_next() -> None:
    """Folders in brackets are variables, those in parentheses nothing."""
    files = {
        "web/app/(shop)/orders/[id]/route.ts": "export async function GET() {}\nexport const helper = 1;\n",
        "web/src/pages/api/users/[...path].ts": "export default function handler(req, res) {}\n",
        "web/src/pages/orders.tsx": "export default function Orders() {}\n",
    }
    assert contracts(files) == [
        "web/app/(shop)/orders/[id]/route.ts#GET serves GET /orders/{id} (inferred 0.95)",
        "web/src/pages/api/users/[...path].ts#handler serves ANY /api/users/{path} (inferred 0.95)",
    ]


def test_tests_serve_and_request_nothing() -> None:
    """What a test sets up is no contract of the service."""
    text = 'import express from "express";\nconst app = express();\napp.get("/x", f);\nfetch("/y");\n'
    assert contracts({"src/app.test.ts": text}) == []


def test_clients_request_below_their_base() -> None:
    """fetch, axios as a function, an instance of another file, Angular; whatever else has `get` is none."""
    files = {
        "src/http.ts": """
            import axios from "axios";
            export const api = axios.create({ baseURL: "http://orders/v1" });
            export default axios.create({ baseURL: process.env.PAY_URL });
        """,
        "src/use.ts": """
            import axios from "axios";
            import { environment } from "./environment";
            import pay, { api } from "./http";
            export function fetched(id: string) {
              const url = `/local/${id}?full=1`;
              fetch(url, { method: "PUT" });
              fetch("http://plain/x");
            }
            export const called = () => axios({ url: "/config", method: "delete" });
            export const made = () => { api.get("/orders"); pay.post("/payments", {}); };
            export const passed = (cache: Cache) => cache.get("/cache/key");
            class Service {
              constructor(private http: HttpClient) {}
              all() { return this.http.get<Item[]>(`${environment.url}/items`); }
            }
        """,
        "src/environment.ts": 'export const environment = { url: "http://back:80/api" };\n',
    }
    assert contracts(files) == [
        "src/use.ts#Service.all requests GET /api/items at back",
        "src/use.ts#called requests DELETE /config",
        "src/use.ts#fetched requests GET /x at plain",
        "src/use.ts#fetched requests PUT /local/{}",
        "src/use.ts#made requests GET /v1/orders at orders",
        "src/use.ts#made requests POST /payments (inferred 0.9)",
    ]


def test_a_page_asks_the_module_that_serves_the_path() -> None:
    """A relative URL goes to where the page is from; what that does not serve may be anybody's."""
    route = "export default function handler(req, res) {}\n"
    asks = 'export const load = () => { fetch("/api/token?fresh=1"); fetch("/api/orders/7"); };\n'
    files = {
        "shop/package.json": "{}",
        "shop/src/load.ts": asks,
        "shop/pages/api/token.ts": route,
        "office/package.json": "{}",
        "office/pages/api/token.ts": route,
        "office/pages/api/orders/[id].ts": route,
    }
    assert [found for found in contracts(files) if "requests" in found] == [
        "shop/src/load.ts#load requests GET /api/orders/7",
        "shop/src/load.ts#load requests GET /api/token at shop",
    ]


def test_jquery_requests() -> None:
    """By its short forms and by `ajax`, the URL in front or among the settings; `$` with a selector is none."""
    text = """
        function load(id) {
          $.get("/orders/" + id, show);
          jQuery.getJSON("/rates");
          $.ajax({ url: "/orders", type: "post", data: {} });
          $.ajax("/orders/" + id, { method: "DELETE" });
          $("/x").get("/none");
        }
    """
    assert contracts({"web/load.js": text}) == [
        "web/load.js#load requests DELETE /orders/{}",
        "web/load.js#load requests GET /orders/{}",
        "web/load.js#load requests GET /rates",
        "web/load.js#load requests POST /orders",
    ]


def test_the_key_of_swr_is_a_url() -> None:
    """Alone, as the first of a list, or where there is one at all; a key that is no path says nothing."""
    text = """
        import useSWR from "swr";
        const ORDERS = "/orders";
        export const useAll = (page) => useSWR([`${ORDERS}?page=${page}`, page], (url) => load(url));
        export const useOne = (id) => useSWR(id ? `${ORDERS}/${id}` : null, load);
        export const useTheme = () => useSWR("theme", read);
    """
    assert contracts({"web/use.ts": text}) == [
        "web/use.ts#useAll requests GET /orders (inferred 0.9)",
        "web/use.ts#useOne requests GET /orders/{} (inferred 0.9)",
    ]


def test_a_method_and_a_url_are_a_request_of_any_client() -> None:
    """An own `request`, or that of a generated client; without a method, or with what is no path, it is none."""
    text = """
        import request from "@/lib/request";
        import { request as __request } from "./core/request";
        export const pay = (order) => request({ url: `/orders/${order}/pay`, method: "post", data: order });
        export const all = () => __request(OpenAPI, { method: "GET", url: "/orders/" });
        export const one = (o) => (o.client ?? client).put<Order>({ url: "/orders/{id}", ...o });
        export const other = () => { request({ url: "/orders" }); request({ url: "orders", method: "jump" }); };
        export const none = (cache) => cache.get({ file: "/tmp/x" });
    """
    assert contracts({"web/use.ts": text}) == [
        "web/use.ts#all requests GET /orders (inferred 0.9)",
        "web/use.ts#one requests PUT /orders/{id} (inferred 0.9)",
        "web/use.ts#pay requests POST /orders/{}/pay (inferred 0.9)",
    ]
