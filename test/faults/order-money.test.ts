import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aHomeRegion, ownStock } from "../support/factories/checkout.ts";
import { booksOf, expireLeases } from "../support/factories/order-money.ts";
import { anOrderOfBoots, type GuestOrder } from "../support/factories/orders.ts";
import { withKillableServer } from "../support/fixtures/with-killable-server.ts";
import { adminOf } from "../support/servers/servers.ts";
import type { LedgerMove } from "../support/services/ledger-payment.ts";
import { type LedgerService, startLedgerService } from "../support/services/ledger-service.ts";
import { until } from "../support/time/until.ts";

const STOCK = 100;

let service: LedgerService;
let regionId: string;
const { it, db, server } = withKillableServer({
  environment: async () => {
    service = await startLedgerService();
    return service.environment;
  },
  setUp: async () => {
    regionId = await aHomeRegion(await admin(), { payment_providers: ["ledger"] });
  },
  cleanUp: () => service.stop(),
});
it.beforeEach(() => {
  service.ledger.beforeMoving = async () => {};
  service.ledger.afterMoving = async () => {};
});

const admin = async (): Promise<Client> => adminOf(await server.url());

const post = async ({ id }: GuestOrder, action: string, body?: unknown, key?: string) =>
  (await admin()).post(
    `/admin/orders/${id}/${action}`,
    body,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );

const bootsOrder = async () =>
  anOrderOfBoots({ admin: await admin() }, await server.visitor(), { regionId, stock: STOCK });

type Moment = "beforeMoving" | "afterMoving";

/** The power is cut while the payment service does as it was asked; what it has begun, it does. */
async function killedAt(moment: Moment, work: () => Promise<unknown>): Promise<LedgerMove> {
  const killed = new Promise<LedgerMove>((resolve, reject) => {
    service.ledger[moment] = async (move) => {
      service.ledger[moment] = async () => {};
      await server.killAndRevive().then(() => resolve(move), reject);
    };
  });
  await expect(work()).rejects.toThrow();
  return killed;
}

const moved = ({ entry }: GuestOrder, kind: string) =>
  service.ledger.movedOf(entry).filter((move) => move.kind === kind);

/** The job that comes every minute, now. */
async function runJob(): Promise<void> {
  await expireLeases(db);
  await db.run({ text: "select graphile_worker.add_job('payments-finish')", values: [] });
  for (;;) {
    const open = "select 1 from tradewind.payment_operation where state = 'begun'";
    if ((await db.run({ text: open, values: [] })).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each<Moment>(["beforeMoving", "afterMoving"])("a server that is killed, %s the money,", (moment) => {
  it("captures once, when the request is repeated", async () => {
    const order = await bootsOrder();
    await killedAt(moment, () => post(order, "capture"));
    await expireLeases(db);
    expect((await post(order, "capture")).body.order.payment_status).toBe("captured");
    expect(moved(order, "capture")).toHaveLength(1);
    expect(await booksOf(db, order.id)).toMatchObject({ status: "captured", captured: 2200 });
  });

  it("refunds once, when the same request comes again", async () => {
    const order = await bootsOrder();
    await post(order, "capture");
    const body = { amount: 700, reason: "other" };
    const key = `refund-${moment}`;
    await killedAt(moment, () => post(order, "refund", body, key));
    await expireLeases(db);
    await db.run({
      text: "update tradewind.idempotency set locked_until = now() - interval '1 second' where key = $1",
      values: [key],
    });
    expect((await post(order, "refund", body, key)).status).toBe(200);
    expect(moved(order, "refund")).toHaveLength(1);
    expect(await booksOf(db, order.id)).toMatchObject({ status: "partially_refunded", refunds: [700] });
  });

  it("refunds once, when the request is repeated without a key", async () => {
    const order = await bootsOrder();
    await post(order, "capture");
    const body = { amount: 700, reason: "other" };
    await killedAt(moment, () => post(order, "refund", body));
    // Once the job has finished the first, the second would be a refund of its own.
    await expireLeases(db, { isDue: false });
    expect((await post(order, "refund", body)).status).toBe(200);
    expect(moved(order, "refund")).toHaveLength(1);
    expect(await booksOf(db, order.id)).toMatchObject({ refunds: [700] });
  });

  it("finishes by itself after its restart: captured, refunded and canceled once", async () => {
    const [first, second, third] = [await bootsOrder(), await bootsOrder(), await bootsOrder()];
    await post(second, "capture");
    await killedAt(moment, () => post(first, "capture"));
    await killedAt(moment, () => post(second, "refund", { amount: 2200, reason: "other" }));
    await killedAt(moment, () => post(third, "cancel"));
    await runJob();
    expect(await booksOf(db, first.id)).toMatchObject({ status: "captured", captured: 2200 });
    expect(await booksOf(db, second.id)).toMatchObject({ status: "refunded", refunds: [2200] });
    expect(await booksOf(db, third.id)).toMatchObject({ status: "canceled", captured: 0 });
    expect(await ownStock({ db }, third.boots)).toBe(STOCK);
    expect(moved(first, "capture")).toHaveLength(1);
    expect(moved(second, "refund")).toHaveLength(1);
    expect(moved(third, "cancel")).toHaveLength(1);
  });

  it("finishes a return whose goods are here, once and wholly", async () => {
    const order = await bootsOrder();
    await post(order, "capture");
    const items = [{ item_id: order.lineId, quantity: 1 }];
    await killedAt(moment, () => post(order, "return", { items, receive_now: true, refund_now: true }));
    await runJob();
    // The job that finishes the return is due.
    await db.run({
      text: "update graphile_worker._private_jobs set run_at = now() where run_at > now()",
      values: [],
    });
    const returned = () =>
      db.run({
        text: `select back.status, line.returned_quantity from "return" back join line_item line on line.id = $2
          where back.order_id = $1`,
        values: [order.id, order.lineId],
      });
    await until(async () => (await returned())[0]?.["status"] === "received");
    expect(await returned()).toEqual([{ status: "received", returned_quantity: 1 }]);
    expect(moved(order, "refund")).toHaveLength(1);
    expect((await booksOf(db, order.id))!.refunds).toHaveLength(1);
  });
});
