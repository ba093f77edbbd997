import { expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aHomeRegion, atOnce, ownStock, tally } from "../support/factories/checkout.ts";
import { booksOf } from "../support/factories/order-money.ts";
import { anOrderOfBoots, type GuestOrder } from "../support/factories/orders.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Servers, startServers } from "../support/servers/servers.ts";
import { type LedgerService, startLedgerService } from "../support/services/ledger-service.ts";

const AT_ONCE = 20;
const STOCK = 100;

let service: LedgerService;
let servers: Servers;
let admins: Client[];
let regionId: string;
const it = withSetup(
  async () => {
    service = await startLedgerService();
    servers = await startServers(2, service.environment);
    admins = [await servers.adminAt(0), await servers.adminAt(1)];
    regionId = await aHomeRegion(servers.admin, { payment_providers: ["ledger"] });
  },
  async () => {
    await servers.close();
    await service.stop();
  },
);

const bootsOrder = () => anOrderOfBoots(servers, servers.visitor(0), { regionId, stock: STOCK });

/** The same request so many times, at one process and the other. */
const fromAll = (path: string, body?: unknown) =>
  atOnce(AT_ONCE, (index) => admins[index % admins.length]!.post(path, body));

const askedFor = ({ entry }: GuestOrder, kind: string) =>
  service.ledger.asked.filter((move) => move.entry === entry && move.kind === kind);

const eventsOf = async (name: string, { id }: GuestOrder) => {
  const [row] = await servers.db.run<{ count: number }>({
    text: "select count(*) as count from tradewind.event where name = $1 and entity_id = $2",
    values: [name, id],
  });
  return row!.count;
};

it(`${AT_ONCE} captures of one order at two processes take its money once`, async () => {
  const order = await bootsOrder();
  const answers = await fromAll(`/admin/orders/${order.id}/capture`);
  expect(tally(answers)).toEqual({ 200: AT_ONCE });
  for (const { body } of answers) expect(body.order.payment_status).toBe("captured");
  expect(askedFor(order, "capture")).toHaveLength(1);
  expect(await booksOf(servers.db, order.id)).toMatchObject({ status: "captured", captured: 2200 });
  expect(await eventsOf("order.payment_captured", order)).toBe(1);
});

it(`${AT_ONCE} full refunds of one order at two processes give its money back once`, async () => {
  const order = await bootsOrder();
  await admins[0]!.post(`/admin/orders/${order.id}/capture`);
  const answers = await fromAll(`/admin/orders/${order.id}/refund`, { amount: 2200, reason: "other" });
  expect(tally(answers)).toEqual({ 200: 1, "400 not_allowed": AT_ONCE - 1 });
  expect(askedFor(order, "refund")).toHaveLength(1);
  expect(await booksOf(servers.db, order.id)).toEqual({
    status: "refunded",
    captured: 2200,
    refunded: 2200,
    refunds: [2200],
  });
  expect(await eventsOf("order.refund_created", order)).toBe(1);
});

it(`${AT_ONCE} cancellations of one order at two processes let it go once, and its goods are back once`, async () => {
  const order = await bootsOrder();
  const answers = await fromAll(`/admin/orders/${order.id}/cancel`);
  expect(tally(answers)).toEqual({ 200: AT_ONCE });
  expect(askedFor(order, "cancel")).toHaveLength(1);
  expect(await ownStock(servers, order.boots)).toBe(STOCK);
  expect(await eventsOf("order.canceled", order)).toBe(1);
});

it("captures, refunds and cancellations that meet leave books that agree with the payment service", async () => {
  await atOnce(6, async () => {
    const order = await bootsOrder();
    const path = (action: string) => `/admin/orders/${order.id}/${action}`;
    const answers = await atOnce(12, (index) => {
      const admin = admins[index % 2]!;
      if (index % 3 === 0) return admin.post(path("capture"));
      if (index % 3 === 1) return admin.post(path("refund"), { amount: 900, reason: "other" });
      return index === 11
        ? admin.post(path("cancel"))
        : admin.post(path("refund"), { amount: 300, reason: "other" });
    });
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const moved = (kind: string) =>
      service.ledger
        .movedOf(order.entry)
        .filter((move) => move.kind === kind)
        .reduce((sum, { amount }) => sum + amount, 0);
    const books = await booksOf(servers.db, order.id);
    expect(books.captured).toBe(moved("capture"));
    expect(books.refunded).toBe(moved("refund"));
    expect(books.refunds.reduce((sum, amount) => sum + amount, 0)).toBe(books.refunded);
    expect(books.refunded).toBeLessThanOrEqual(books.captured);
    if (books.status === "canceled") expect(books.refunded).toBe(books.captured);
  });
});
