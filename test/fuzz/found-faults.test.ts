import { describe, expect } from "vitest";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anItem } from "../support/factories/inventory.ts";
import { anOrder, aPackedOrder } from "../support/factories/orders.ts";
import { aReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { Wire } from "../support/fuzz/wire.ts";

const { it, shop } = withShop();

const auditEntries = async () => (await shop.admin.get("/admin/audit-log")).body.count;

describe("what fuzzing has found", () => {
  it("deleting a level of an unknown item is refused, and leaves no entry in the audit log", async () => {
    const before = await auditEntries();
    const answer = await shop.admin.delete(
      "/admin/inventory-items/iitem_unknown/location-levels/sloc_unknown",
    );
    expect(answer.status).toBe(404);
    expect(await auditEntries()).toBe(before);
    const { id } = await anItem(shop);
    const again = await shop.admin.delete(`/admin/inventory-items/${id}/location-levels/sloc_unknown`);
    expect(again.status).toBe(200);
  });

  it("a client that expects something odd gets the usual answer, not an empty one", async () => {
    const wire = new Wire(shop.baseUrl);
    const asked = { method: "GET", path: "/store/regions/reg_unknown", headers: { expect: "tea" } };
    const { status, text } = await wire.send(asked);
    wire.close();
    expect({ status, type: JSON.parse(text).type }).toEqual({ status: 404, type: "not_found" });
  });

  it("a claim that wants back more than was paid is not even begun: no tag and no job of it is left", async () => {
    const order = await aPackedOrder(shop, { place: await aReturnPlace(shop) });
    const claimed = { item_id: order.lineId, quantity: 1, reason: "missing_item", tags: ["Never heard of"] };
    const answer = await shop.admin.post(`/admin/orders/${order.id}/claims`, {
      ...{ type: "refund", refund_amount: order.total + 1, claim_items: [claimed] },
    });
    expect(answer).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    const [left] = await shop.db.run({
      text: `select (select count(*) from claim_tag) as tags, (select count(*) from claim_order) as claims,
        (select count(*) from graphile_worker.jobs where task_identifier = 'claim-finish') as jobs`,
      values: [],
    });
    expect(left).toEqual({ tags: 0, claims: 0, jobs: 0 });
  });

  it("a gift card that was filled up by hand has no more than its value when its order is canceled", async () => {
    const place = await aReturnPlace(shop);
    const card = await aGiftCard(shop, place.id, { value: 500 });
    const variantId = await aSoldVariant(shop);
    const order = await anOrder(shop.visitor(), { place, variantId, giftCards: [{ code: card.code }] });
    const path = `/admin/gift-cards/${card.id}`;
    expect((await shop.admin.get(path)).body.gift_card.balance).toBe(0);
    await shop.admin.post(path, { balance: 300 });
    expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200);
    expect((await shop.admin.get(path)).body.gift_card.balance).toBe(500);
  });

  it("an order is canceled even if the stock is the largest integer", async () => {
    const place = await aReturnPlace(shop);
    const most = 2 ** 31 - 1;
    const variantId = await aSoldVariant(shop);
    const order = await anOrder(shop.visitor(), { place, variantId });
    await shop.db.run({
      text: "update product_variant set inventory_quantity = $2 where id = $1",
      values: [variantId, most],
    });
    const answer = await shop.admin.post(`/admin/orders/${order.id}/cancel`);
    expect(answer).toMatchObject({ status: 200, body: { order: { status: "canceled" } } });
    const { body } = await shop.admin.get(`/admin/variants/${variantId}`);
    expect(body.variant.inventory_quantity).toBe(most);
  });
});
