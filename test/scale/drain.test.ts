import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/app.ts";
import { Visitor } from "../support/visitors.ts";

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

it("a process that is about to end says so first, and ends connections only when it takes no more", async () => {
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
  // Nobody is left, so nothing is waited for.
  await drained;
  await expect(visitor.get("/health")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("a connection on which nothing was ever asked keeps nobody from ending", async () => {
  const silent = connect(Number(new URL(shop.baseUrl).port), "127.0.0.1");
  await once(silent, "connect");
  await visitor.get("/health");
  silent.on("error", () => {});
  await Promise.all([shop.app.close(), once(silent, "close")]);
});
