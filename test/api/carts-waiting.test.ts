import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../events/support.ts";
import { startShop, type TestShop } from "../support/app.ts";
import { outsideWorld } from "../support/cart-providers.ts";
import {
  aCart,
  addLine,
  aPlace,
  aSoldVariant,
  openSessions,
  type Place,
  readCart,
} from "../support/carts.ts";
import { aLocation, stocked } from "../support/inventory.ts";
import { aPayableCart, complete, stockOfVariant } from "../support/paid-carts.ts";

const { registry, payment } = outsideWorld();
let shop: TestShop;
let place: Place;
beforeAll(async () => {
  shop = await startShop({}, { providers: registry });
  place = await aPlace(shop);
});
afterAll(() => shop.close());

const bySql = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

const waiting = async () => {
  const text = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await shop.db.run<{ count: number }>({ text, values: [] }))[0]!.count;
};

interface Meanwhile<Answer> {
  cartId: string;
  /** Each begins when the one before it waits for the cart. */
  changes: readonly (() => Promise<Answer>)[];
  happens?: () => Promise<unknown>;
}

/** Somebody has locked the cart when its changes begin; something else happens before they can go on. */
async function meanwhile<Answer>({ cartId, changes, happens }: Meanwhile<Answer>): Promise<Answer[]> {
  const holder = new pg.Client({ connectionString: shop.databaseUrl });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from cart where id = $1 for no key update", [cartId]);
    const begun: Promise<Answer>[] = [];
    for (const change of changes) {
      begun.push(change());
      await until(async () => (await waiting()) === begun.length);
    }
    await happens?.();
    await holder.query("commit");
    return await Promise.all(begun);
  } finally {
    await holder.end();
  }
}

const completing = (cartId: string, happens: () => Promise<unknown>) =>
  meanwhile({ cartId, changes: [() => complete(shop.visitor(), cartId)], happens });

describe("a change that waits for its cart goes by what there is when it has it", () => {
  it("puts goods into it at the price of then", async () => {
    const variantId = await aSoldVariant(shop, { price: 1000 });
    const aCartOf = () => aCart(shop.visitor(), { region_id: place.id });
    for (const { id } of [await aCartOf(), await aCartOf()]) await addLine(shop.visitor(), id, variantId);
    const { id } = await aCartOf();
    const [cart] = await meanwhile({
      cartId: id,
      changes: [() => addLine(shop.visitor(), id, variantId)],
      happens: () =>
        bySql(
          `update money_amount set amount = 2000 where id in
            (select money_amount_id from product_variant_money_amount where variant_id = $1)`,
          variantId,
        ),
    });
    expect(cart!.items[0]!.unit_price).toBe(2000);
  });

  it("makes an order with the taxes of then", async () => {
    const there = await aPlace(shop);
    const cart = await aPayableCart(shop.visitor(), { place: there, variantId: await aSoldVariant(shop) });
    const [answer] = await completing(cart.id, () =>
      shop.admin.post(`/admin/regions/${there.id}`, { tax_rate: 50 }),
    );
    expect(answer!.status).toBe(200);
    expect(answer!.body.data.tax_total).toBe(answer!.body.data.subtotal / 2);
  });

  it("sells nothing that is not at the location, when stock has come to be kept there", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const location = await aLocation(shop);
    const channelId = (await shop.admin.get("/admin/store")).body.store.default_sales_channel_id;
    await shop.admin.post(`/admin/sales-channels/${channelId}/stock-locations`, { location_id: location.id });
    const { body } = await shop.admin.get(`/admin/variants/${variantId}/inventory`);
    const cart = await aPayableCart(shop.visitor(), { place, variantId, quantity: 5 });
    const [answer] = await completing(cart.id, () =>
      stocked(shop, body.variant.inventory[0].id, location.id, 1),
    );
    expect([answer!.status, await stockOfVariant(shop, variantId)]).toEqual([409, 10]);
    await bySql("delete from inventory_level");
  });

  it("opens one payment, whoever else is choosing one", async () => {
    const abroad = await aPlace(shop, { payment_providers: ["card", "bank"] });
    const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
    for (const chosen of [
      ["card", "bank"],
      ["bank", "card"],
    ]) {
      const { id } = await aCart(shop.visitor(), { region_id: abroad.id, items });
      await openSessions(shop.visitor(), id);
      await readCart(shop.visitor(), id);
      payment.forget();
      const answers = await meanwhile({
        cartId: id,
        changes: chosen.map(
          (provider_id) => () => shop.visitor().post(`/store/carts/${id}/payment-session`, { provider_id }),
        ),
      });
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const opened = payment.asked.filter(({ kind }) => kind === "initiate").length;
      const closed = payment.asked.filter(({ kind }) => kind === "delete").length;
      expect(opened - closed).toBe(1);
    }
  });
});
