import { expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, isSignedBy, openReceiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Doors that are opened: routes with the permission by default, with another, and with none. */
const DOORS = `
export default {
  name: "doors",
  events: { "doors.opened": { type: "object", required: ["id"], properties: { id: { type: "string" } } } },
  register({ routes, shop }: any) {
    const opened = new Set<string>();
    routes((app: any) => {
      app.get("/admin/doors", async () => ({ opened: [...opened] }));
      app.post("/admin/doors/:id", async ({ params }: any) => {
        await shop.transaction((tx: any) => tx.emit("doors.opened", { id: params.id }));
        opened.add(params.id);
        return {};
      });
      app.get("/admin/doors/mine", { config: { permission: null } }, async (request: any) => request.caller());
      app.delete("/admin/doors", { config: { permission: "orders:write" } }, async () => (opened.clear(), {}));
    });
  },
};
`;

const files = new PluginFiles({ "plugin.ts": DOORS });
const { it, shop } = withShop(
  () =>
    startShop({
      TRADEWIND_PLUGINS: files.at("plugin.ts"),
      TRADEWIND_JOBS: "1",
      TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    }),
  () => files.remove(),
);

const aMemberWho = async (...permissions: string[]) =>
  (await aMemberWith(shop, await aRole(shop, ...permissions))).client;

const read = (who: Client) => who.get("/admin/doors");
const open = (who: Client, id: string) => who.post(`/admin/doors/${id}`);
const close = (who: Client) => who.delete("/admin/doors");
const openedDoors = async () => (await read(shop.admin)).body.opened;

it("routes of plugins need plugins:read and plugins:write, what they name, or only a user", async () => {
  const [seller, reader, writer] = await Promise.all([
    aMemberWho("orders:read", "orders:write"),
    aMemberWho("plugins:read"),
    aMemberWho("plugins:read", "plugins:write"),
  ]);
  expect(await read(seller)).toMatchObject(lacking("plugins:read"));
  expect((await read(reader)).status).toBe(200);
  for (const [who, permission] of [
    [seller, "plugins:write"],
    [reader, "plugins:write"],
  ] as const)
    expect(await open(who, "front")).toMatchObject(lacking(permission));
  expect(await openedDoors()).toEqual([]);
  expect((await open(writer, "front")).status).toBe(200);

  expect(await close(writer)).toMatchObject(lacking("orders:write"));
  expect(await openedDoors()).toEqual(["front"]);
  expect((await close(seller)).status).toBe(200);
  expect(await openedDoors()).toEqual([]);

  for (const who of [seller, reader, writer]) {
    const { status, body } = await who.get("/admin/doors/mine");
    expect([status, body]).toMatchObject([200, { userId: expect.any(String), customerId: null }]);
  }
  const visitor = shop.visitor();
  for (const answer of [
    await read(visitor),
    await open(visitor, "back"),
    await close(visitor),
    await visitor.get("/admin/doors/mine"),
  ])
    expect(answer.status).toBe(401);
  expect(await openedDoors()).toEqual([]);
});

it("events of plugins reach webhooks, and in the log those who may read plugins", async () => {
  const receiver = await openReceiver();
  const { secret } = await aWebhook(shop.admin, { url: receiver.url, events: ["doors.*"] });
  await open(shop.admin, "cellar");
  await until(() => receiver.received.length > 0);
  const [message] = receiver.received;
  expect(message!.event).toMatchObject({ name: "doors.opened", data: { id: "cellar" } });
  expect(isSignedBy(secret, message!)).toBe(true);
  await receiver.close();

  const seen = async (...permissions: string[]) =>
    (await (await aMemberWho(...permissions)).get("/admin/events?name=doors.opened")).body;
  const may = await seen("events:read", "plugins:read");
  expect(may.events.map(({ data }: { data: object }) => data)).toContainEqual({ id: "cellar" });
  expect((await seen("events:read")).events).toEqual([]);
});
