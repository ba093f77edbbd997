import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { Visitor } from "./visitors.ts";

let shop: StartedShop;
let visitor: Visitor;
beforeEach(async () => {
  shop = await startShop();
  visitor = new Visitor(0, shop.baseUrl);
});
afterEach(async () => {
  visitor.leave();
  await shop.close();
});

it("a process that is about to end reports it first, and closes connections only when it accepts no more", async () => {
  // That of the administrator who has logged in.
  shop.app.server.closeIdleConnections();
  await visitor.get("/health");
  const drained = shop.app.drain({ notice: 0.5, grace: 60 });
  const ready = await visitor.get("/ready");
  expect(ready).toMatchObject({ status: 503, body: { server: "draining", database: "ok" } });
  expect(ready.headers.connection).toBe("keep-alive");
  while (shop.app.server.listening) await new Promise((resolve) => setTimeout(resolve, 10));
  const last = await visitor.get("/store/regions");
  expect([last.status, last.headers.connection]).toEqual([200, "close"]);
  // No connection is left, so the process does not wait.
  await drained;
  await expect(visitor.get("/health")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("connections that wait to be accepted when the process stops listening are answered", async () => {
  const port = Number(new URL(shop.baseUrl).port);
  const waiting = Array.from({ length: 50 }, () => connect(port, "127.0.0.1"));
  const drained = shop.app.drain({ notice: 0, grace: 60 });
  const answers = waiting.map(async (socket) => {
    socket.write("GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    const [answer] = await once(socket, "data");
    return String(answer).split("\r\n")[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  shop.app.server.closeIdleConnections();
  await drained;
});

it("a connection without requests does not block the end of the process", async () => {
  const silent = connect(Number(new URL(shop.baseUrl).port), "127.0.0.1");
  await once(silent, "connect");
  await visitor.get("/health");
  silent.on("error", () => {});
  await Promise.all([shop.app.close(), once(silent, "close")]);
});
