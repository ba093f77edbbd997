import { describe, expect } from "vitest";
import { levelsOf } from "../support/factories/inventory.ts";
import { anOrder, orderIn } from "../support/factories/orders.ts";
import { aSellingLocation, aStockedVariant } from "../support/factories/sold-products.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";
import { backfill } from "../support/v1/backfill.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const { it, shop, place, order } = withSentOrder();
const sql = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });
const post = async (path: string, body: unknown = {}) => {
  const answer = await shop.admin.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.message}`);
  return answer;
};

describe("an order of v1", () => {
  it("is found in the admin", async () => {
    const found = async () =>
      (await shop.admin.get(`/admin/orders?q=${order.email}`)).body.orders.map(
        (each: { id: string }) => each.id,
      );
    await sql("delete from tradewind.order_search");
    expect(await found()).toEqual([]);
    await backfill(shop);
    expect(await found()).toEqual([order.id]);
    const words = await sql("select words from tradewind.order_search where order_id = $1", order.id);
    await sql("delete from tradewind.order_search");
    await sql("select tradewind.index_orders(array[$1]::varchar[])", order.id);
    expect(await sql("select words from tradewind.order_search where order_id = $1", order.id)).toEqual(
      words,
    );
  });
});

describe("canceling a fulfilment of v1", () => {
  const packed = async (locationId: string | null) => {
    const here = await aSellingLocation(shop);
    const { variantId, itemId } = await aStockedVariant(shop, { [here.id]: 10 });
    const items = [{ variantId, quantity: 4 }];
    const bought = await anOrder(shop.visitor(), {
      place,
      items,
      channelId: here.channelId,
      optionId: place.optionId,
    });
    const { fulfillments } = orderIn(
      await post(`/admin/orders/${bought.id}/fulfillment`, {
        items: [{ item_id: bought.items[0]!.id, quantity: 4 }],
        location_id: here.id,
      }),
    );
    await sql("delete from tradewind.fulfillment_stock");
    await sql(
      "update fulfillment set location_id = $2 where id = $1",
      fulfillments[0].id,
      locationId && here.id,
    );
    expect(await levelsOf(shop, itemId)).toEqual({ [here.id]: [6, 0] });
    return {
      path: `/admin/orders/${bought.id}/fulfillments/${fulfillments[0].id}/cancel`,
      itemId,
      here: here.id,
    };
  };

  it("puts the goods back at its location, once, as v1 does", async () => {
    const { path, itemId, here } = await packed("here");
    await backfill(shop);
    await backfill(shop);
    await post(path);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [10, 0] });
    await post(path);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [10, 0] });
  });

  it("puts the goods back, too, if v1 has made it after the database was adopted", async () => {
    const { path, itemId, here } = await packed("here");
    await runBesideV1(shop);
    await post(path);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [10, 0] });
    await finishAdoption(shop);
  });

  it("puts nothing back without a location, as v1 does", async () => {
    const { path, itemId, here } = await packed(null);
    await backfill(shop);
    await post(path);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [6, 0] });
  });
});

describe("an order of v1 that a gift card has paid", () => {
  it("saves the tax of the card, even if less was due", async () => {
    const { body } = await shop.admin.post("/admin/gift-cards", { value: 1000, region_id: place.id });
    const total = async () => orderIn(await shop.admin.get(`/admin/orders/${order.id}`)).total;
    const before = await total();
    await sql(
      `insert into gift_card_transaction (id, gift_card_id, order_id, amount, is_taxable, tax_rate)
        values ('gct_' || $1, $2, $1, 1000, true, 90)`,
      order.id,
      body.gift_card.id,
    );
    expect(await total()).toBe(before - 1000 - 900);
    await sql("update gift_card_transaction set limits_tax = true where order_id = $1", order.id);
    expect(await total()).toBeGreaterThan(before - 1000 - 900);
  });
});
