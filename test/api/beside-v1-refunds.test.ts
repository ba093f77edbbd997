import pg from "pg";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

/** Payments that are recorded only, as manual ones, but not at once. */
class SlowRecord extends LedgerPayment {
  readonly isLocal = true;
}

const slow = new SlowRecord();
const providers = new ProviderRegistry();
providers.payment.add(slow);
const { it, shop, order, replaceOrder } = withSentOrder(() => startShop({}, { providers }), {
  payment_providers: ["ledger"],
});

it.beforeEach(async () => {
  await finishAdoption(shop);
  await runBesideV1(shop);
  slow.beforeMoving = async () => {};
});

const sql = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });

/** As v1 refunds: it reads, asks the service, and writes what it has read and added. */
async function refundByV1(
  amount: number,
  { meanwhile = async () => {}, id = "ref_v1" }: { meanwhile?: () => Promise<unknown>; id?: string } = {},
): Promise<{ code?: string; message?: string }> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query(
      "select id, amount_refunded as refunded from payment where order_id = $1",
      [order.id],
    );
    await meanwhile();
    const refunded = rows[0].refunded + amount;
    await client.query("update payment set amount_refunded = $2 where id = $1", [rows[0].id, refunded]);
    await client.query("insert into refund (id, order_id, amount, reason) values ($1, $2, $3, 'other')", [
      `${id}_${order.id}`,
      order.id,
      amount,
    ]);
    await client.query("commit");
    return {};
  } catch (error) {
    await client.query("rollback");
    return error as { code: string; message: string };
  } finally {
    await client.end();
  }
}

const refundHere = (amount: number) =>
  shop.admin.post(`/admin/orders/${order.id}/refund`, { amount, reason: "other" });
const booked = async () => {
  const [row] = await sql(
    `select (select coalesce(sum(amount), 0)::integer from refund where order_id = $1) as refunds,
      (select amount_refunded from payment where order_id = $1) as "ofPayment"`,
    order.id,
  );
  return row;
};

describe("beside v1, a full refund that both make at the same time", () => {
  it("is recorded once if Tradewind is first: v1 answers with a conflict", async () => {
    const refused = await refundByV1(order.total, {
      meanwhile: async () => expect((await refundHere(order.total)).status).toBe(200),
    });
    expect(refused).toMatchObject({
      code: "40001",
      message: expect.stringContaining("refunded at the same time"),
    });
    expect(await booked()).toEqual({ refunds: order.total, ofPayment: order.total });
  });

  it("is recorded once if v1 is first: Tradewind refuses it", async () => {
    slow.beforeMoving = async () => void (await refundByV1(order.total));
    expect(await refundHere(order.total)).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "It was refunded at the same time by v1" },
    });
    expect(await booked()).toEqual({ refunds: order.total, ofPayment: order.total });
    const [operation] = await sql(
      "select state from tradewind.payment_operation where order_id = $1",
      order.id,
    );
    expect(operation).toEqual({ state: "refused" });
  });
});

describe("beside v1, refunds of parts", () => {
  it("are all recorded, and the payment has their sum", async () => {
    const refused = await refundByV1(300, {
      meanwhile: async () => expect((await refundHere(200)).status).toBe(200),
    });
    expect(refused).toEqual({});
    expect(await booked()).toEqual({ refunds: 500, ofPayment: 500 });
    slow.beforeMoving = async () => void (await refundByV1(100, { id: "ref_v1_2" }));
    expect((await refundHere(50)).status).toBe(200);
    expect(await booked()).toEqual({ refunds: 650, ofPayment: 650 });
  });
});

describe("rows of a program beside Tradewind", () => {
  it("are not checked once the adoption is finished", async () => {
    await finishAdoption(shop);
    expect(await refundByV1(order.total + 1)).toEqual({});
  });

  it("are refused above what was captured", async () => {
    expect(await refundByV1(order.total + 1)).toMatchObject({ code: "40001" });
    expect(await booked()).toEqual({ refunds: 0, ofPayment: 0 });
  });

  it("are not compared where no payment was captured: another system has moved the money", async () => {
    await replaceOrder({ isCaptured: false });
    expect(await refundByV1(1)).toEqual({});
  });
});
