import fc from "fast-check";
import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import {
  aCart,
  addLine,
  aPlace,
  changeCart,
  openSessions,
  type Place,
  readCart,
  ship,
} from "../support/factories/carts.ts";
import { aDiscount, tenPercent } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

let other: Awaited<ReturnType<typeof anotherProcess>>;
let place: Place;
let goods: { productId: string; variantId: string }[];
let optionId: string;
let code: string;
let card: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  other = await anotherProcess(shop);
  place = await aPlace(shop);
  goods = [await aSoldProduct(shop), await aSoldProduct(shop, { price: 2500 })];
  optionId = (await anOption(shop, place.id)).id;
  code = (await aDiscount(shop, place.id, { rule: tenPercent })).code;
  card = (await aGiftCard(shop, place.id)).code;
});
it.afterAll(async () => {
  await other.close();
});

// A request with named relations reads the cart without the cache.
const PLAINLY = [
  "region.countries",
  "region.payment_providers",
  "payment",
  "payment_sessions",
  "billing_address",
  "shipping_methods.shipping_option",
  "sales_channel",
].join();

const plainly = async (client: Client, id: string) =>
  (await client.get(`/store/carts/${id}?expand=${PLAINLY}`)).body.cart;

const readAnswer = async (client: Client, id: string) => {
  const { status, headers, body } = await client.get(`/store/carts/${id}`);
  return { status, type: headers.get("content-type"), cart: body.cart };
};

/** Some answers show whose it is, some do not. */
const withoutCustomer = ({ customer, ...cart }: Record<string, unknown>) => cart;

const withoutKeys = (cart: unknown): unknown =>
  JSON.parse(
    JSON.stringify(cart, (key, value) =>
      /^(id|created_at|updated_at)$|^(cart|item|.*address|shipping_method)_id$/.test(key) ? undefined : value,
    ),
  );

const bySql = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

const sell = (variantId: string) =>
  bySql(
    "update product_variant set inventory_quantity = inventory_quantity - 1, updated_at = now() where id = $1",
    variantId,
  );

async function changed(path: string, changes: Record<string, unknown>): Promise<void> {
  const { status, body } = await shop.admin.post(path, changes);
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
}

const paidAmount = async (id: string) => {
  const [session] = await shop.db.run<{ amount: number }>({
    text: "select amount from payment_session where cart_id = $1 and is_selected",
    values: [id],
  });
  return session?.amount;
};

/** Things that happen to a cart and around it, by this process, by another and by plain SQL. */
const events: Record<string, (id: string, client: Client) => Promise<unknown>> = {
  "a line": (id, client) => addLine(client, id, goods[0]!.variantId),
  "another line": (id, client) => addLine(client, id, goods[1]!.variantId, 2),
  "a quantity": async (id, client) => {
    const { items } = await readCart(client, id);
    if (items[0]) await client.post(`/store/carts/${id}/line-items/${items[0].id}`, { quantity: 3 });
  },
  "a line less": async (id, client) => {
    const { items } = await readCart(client, id);
    if (items[0]) await client.delete(`/store/carts/${id}/line-items/${items[0].id}`);
  },
  "an email": (id, client) => changeCart(client, id, { email: "ada@example.com" }),
  "an address": (id, client) =>
    changeCart(client, id, { shipping_address: { city: "Here", country_code: place.countries[0] } }),
  "a discount": (id, client) => changeCart(client, id, { discounts: [{ code }] }),
  "no discount": (id, client) => client.delete(`/store/carts/${id}/discounts/${code}`),
  "a gift card": (id, client) => changeCart(client, id, { gift_cards: [{ code: card }] }),
  "a way to ship": (id, client) =>
    client.post(`/store/carts/${id}/shipping-methods`, { option_id: optionId }),
  "a payment": (id, client) => client.post(`/store/carts/${id}/payment-sessions`),
  "a product renamed": () =>
    bySql("update product set title = title || '!' where id = $1", goods[0]!.productId),
  "a variant renamed": () =>
    bySql("update product_variant set title = title || '!' where id = $1", goods[1]!.variantId),
  "a piece sold": () => sell(goods[1]!.variantId),
  "a customer renamed": (id) =>
    bySql(
      "update customer set first_name = 'Ada' where id = (select customer_id from cart where id = $1)",
      id,
    ),
  "a line changed by hand": (id) =>
    bySql("update line_item set quantity = quantity + 1 where cart_id = $1", id),
  "a line deleted by hand": (id) =>
    bySql("delete from line_item where id = (select min(id) from line_item where cart_id = $1)", id),
  "an address changed by hand": (id) =>
    bySql(
      "update address set city = 'There' where id = (select shipping_address_id from cart where id = $1)",
      id,
    ),
  "a gift card spent": () => bySql("update gift_card set balance = balance - 1 where code = $1", card),
  "a discount counted": () =>
    bySql("update discount set usage_count = usage_count + 1 where code = $1", code),
  "shipping dearer": () => changed(`/admin/shipping-options/${optionId}`, { amount: 700, requirements: [] }),
  "taxes higher": () => changed(`/admin/regions/${place.id}`, { tax_rate: 12 }),
  "a session by hand": (id) =>
    bySql(`update payment_session set data = data || '{"seen": true}' where cart_id = $1`, id),
};

describe("a cart in the cache", () => {
  it("is shown with every change, also of other processes", async () => {
    const names = fc.constantFrom(...Object.keys(events));
    const steps = fc.array(fc.record({ name: names, elsewhere: fc.boolean() }), {
      minLength: 4,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (happening) => {
        const { id } = await aCart(shop.visitor(), { region_id: place.id });
        for (const { name, elsewhere } of happening) {
          const answer = await events[name]!(id, elsewhere ? other.visitor() : shop.visitor());
          const [here, there, read] = [
            await readCart(shop.visitor(), id),
            await readCart(other.visitor(), id),
            await plainly(shop.visitor(), id),
          ];
          expect(here, `here, after ${name}`).toEqual(read);
          if (name.endsWith(" line")) {
            const answered = withoutCustomer(answer as Record<string, unknown>);
            expect(answered, `the answer to ${name}`).toEqual(withoutCustomer(read));
          }
          expect(there, `there, after ${name}`).toEqual(read);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("is changed from its current state, after changes of other processes", async () => {
    const names = fc.constantFrom(...Object.keys(events));
    const steps = fc.array(fc.record({ name: names, elsewhere: fc.boolean() }), {
      minLength: 6,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (happening) => {
        const clients = [shop.visitor(), other.visitor()];
        const [unseen, seen] = [
          await aCart(shop.visitor(), { region_id: place.id }),
          await aCart(shop.visitor(), { region_id: place.id }),
        ];
        for (const { name, elsewhere } of happening) {
          const event = events[name]!;
          await event(unseen.id, clients[Number(elsewhere)]!);
          // A process that has just read the cart uses no old state.
          for (const client of clients) await readCart(client, seen.id);
          if (event.length > 0) await event(seen.id, clients[Number(elsewhere)]!);
        }
        const facts = [await plainly(shop.visitor(), unseen.id), await plainly(shop.visitor(), seen.id)];
        expect(withoutKeys(facts[0])).toEqual(withoutKeys(facts[1]));
      }),
      { numRuns: 20 },
    );
  });

  it("gets another customer, channel and region at once, when others have changed it since", async () => {
    const client = shop.visitor();
    const { id, sales_channel_id } = await aCart(client, { region_id: place.id });
    await addLine(other.visitor(), id, goods[0]!.variantId);
    const elsewhere = await aPlace(shop);
    const changes = { email: "new@example.com", sales_channel_id, region_id: elsewhere.id };
    const { status, body } = await client.post(`/store/carts/${id}`, changes);
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
    expect(body.cart).toMatchObject({ email: "new@example.com", region_id: elsewhere.id, items: [{}] });
  });

  it("is what the change answered", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const client = shop.visitor();
    const same = async (changed: unknown) => {
      const { customer, ...shown } = changed as Record<string, unknown>;
      expect(shown).toEqual(await plainly(client, id));
    };
    await same(await addLine(client, id, goods[0]!.variantId));
    await same(await addLine(client, id, goods[1]!.variantId));
    await same(await changeCart(client, id, { email: "bob@example.com" }));
    await same(await ship(client, id, optionId));
    await same(await openSessions(client, id));
  });

  it("is taxed by the rates of the region that it goes to", async () => {
    const elsewhere = await aPlace(shop, { tax_rate: 25 });
    await changed("/admin/tax-rates", {
      ...{ region_id: place.id, name: "Low", code: "low", rate: 5 },
      products: [goods[0]!.productId],
    });
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    expect((await addLine(client, id, goods[0]!.variantId)).items[0]!.tax_lines).toMatchObject([{ rate: 5 }]);
    for (const [region_id, rate] of [
      [elsewhere.id, 25],
      [place.id, 5],
    ]) {
      const cart = await changeCart(client, id, { region_id });
      expect(cart.items[0]!.tax_lines).toMatchObject([{ rate }]);
      expect(await readCart(client, id)).toEqual(cart);
      expect(await plainly(client, id)).toEqual(cart);
    }
  });

  it("is sent alike again until it changes", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await addLine(client, id, goods[0]!.variantId);
    const first = await readAnswer(client, id);
    expect(await readAnswer(client, id)).toEqual(first);
    const { headers } = await client.get("/store/regions");
    expect(first).toMatchObject({ status: 200, type: headers.get("content-type"), cart: { id } });
    await addLine(client, id, goods[1]!.variantId);
    expect((await readAnswer(client, id)).cart.items).toHaveLength(2);
  });

  it("costs one small statement to show, and that one finds a change", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await readCart(client, id);
    const again = await countingStatements(shop.db, () => readCart(client, id));
    expect(again.statements).toHaveLength(1);
    await bySql("update cart set metadata = '{}' where id = $1", id);
    const changed = await countingStatements(shop.db, () => readCart(client, id));
    expect(changed.statements).toHaveLength(2);
    expect(changed.statements[0]).toBe(again.statements[0]);
  });

  it("costs one small statement after another purchase of the same variant, and shows the new stock", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    const { items } = await addLine(client, id, goods[0]!.variantId);
    const left = items[0]!.variant.inventory_quantity;
    await sell(goods[0]!.variantId);
    const { statements, result } = await countingStatements(shop.db, () => readCart(client, id));
    expect(statements).toHaveLength(1);
    expect(result.items[0]!.variant.inventory_quantity).toBe(left - 1);
    expect(result).toEqual(await plainly(client, id));
    const added = await countingStatements(shop.db, () => addLine(client, id, goods[0]!.variantId));
    expect(added.statements.length, added.statements.join("\n")).toBeLessThanOrEqual(8);
  });

  it("is read again where the catalogue has changed", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await addLine(client, id, goods[0]!.variantId);
    await bySql("update product set title = 'Another' where id = $1", goods[1]!.productId);
    const { statements, result } = await countingStatements(shop.db, () => readCart(client, id));
    expect(statements).toHaveLength(2);
    expect(result).toEqual(await plainly(client, id));
    const again = await countingStatements(shop.db, () => readCart(client, id));
    expect(again.statements).toHaveLength(1);
  });

  it("keeps its payment up to date, also a session that another process opened", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await addLine(client, id, goods[0]!.variantId);
    await openSessions(other.visitor(), id);
    const answered = await addLine(client, id, goods[1]!.variantId);
    const read = await plainly(client, id);
    expect(withoutCustomer({ ...answered })).toEqual(withoutCustomer(read));
    expect(read.payment_session).toMatchObject({ amount: read.total });
    expect(read.total).toBe(await paidAmount(id));
  });

  it("shows a payment that was given to it by hand, and keeps it in step", async () => {
    const client = shop.visitor();
    const items = [{ variant_id: goods[0]!.variantId, quantity: 1 }];
    const [one, two] = [
      await aCart(client, { region_id: place.id, items }),
      await aCart(client, { region_id: place.id, items }),
    ];
    await openSessions(client, one.id);
    await bySql("update payment_session set cart_id = $2 where cart_id = $1", one.id, two.id);
    expect((await readCart(client, two.id)).payment_sessions).toHaveLength(1);
    expect((await readCart(client, one.id)).payment_sessions).toHaveLength(0);
    const { total } = await addLine(client, two.id, goods[1]!.variantId);
    expect(await paidAmount(two.id)).toBe(total);
  });

  it("has a code again that was deleted and is brought back by hand", async () => {
    const client = shop.visitor();
    const discount = (await aDiscount(shop, place.id, { rule: tenPercent })).code;
    const giftCard = (await aGiftCard(shop, place.id)).code;
    for (const [table, code] of [
      ["discount", discount],
      ["gift_card", giftCard],
    ] as const) {
      const { id } = await aCart(client, { region_id: place.id });
      await addLine(client, id, goods[0]!.variantId);
      const { total } = await changeCart(client, id, { [`${table}s`]: [{ code }] });
      await bySql(`update ${table} set deleted_at = now() where code = $1`, code);
      expect((await readCart(client, id)).total).toBeGreaterThan(total);
      await bySql(`update ${table} set deleted_at = null where code = $1`, code);
      expect((await readCart(client, id)).total).toBe(total);
    }
  });

  it("is not shown with a change that was rolled back", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await addLine(client, id, goods[0]!.variantId);
    const before = await readCart(client, id);
    const refused = await client.post(`/store/carts/${id}`, {
      email: "c@example.com",
      discounts: [{ code: "NONE" }],
    });
    expect(refused.status).toBe(404);
    expect(await readCart(client, id)).toEqual(before);
  });

  it("is gone when it was completed or deleted", async () => {
    const client = shop.visitor();
    const { id } = await aCart(client, { region_id: place.id });
    await readCart(client, id);
    await bySql("update cart set deleted_at = now() where id = $1", id);
    expect((await client.get(`/store/carts/${id}`)).status).toBe(404);
    expect((await addLine(client, id, goods[0]!.variantId).catch((error) => error.message)).slice(0, 3)).toBe(
      "404",
    );
  });
});

describe("the cached shipping options of a region", () => {
  it("are shown with changes of other processes", async () => {
    const home = await aPlace(shop);
    const { id } = await anOption(shop, home.id, { amount: 500 });
    const { id: cartId } = await aCart(shop.visitor(), { region_id: home.id });
    const ways = async () => {
      const path = `/store/shipping-options/${cartId}`;
      const [here, there] = [await shop.visitor().get(path), await other.visitor().get(path)];
      expect(there.body).toEqual(here.body);
      return here.body.shipping_options as { id: string; amount: number; price_incl_tax: number }[];
    };
    expect(await ways()).toEqual([]);
    await addLine(shop.visitor(), cartId, goods[0]!.variantId);
    expect(await ways()).toMatchObject([{ id, amount: 500 }]);
    await changed(`/admin/shipping-options/${id}`, { amount: 700, requirements: [] });
    expect(await ways()).toMatchObject([{ id, amount: 700 }]);
    await changed(`/admin/regions/${home.id}`, { tax_rate: 10 });
    expect(await ways()).toMatchObject([{ id, price_incl_tax: 770 }]);
    const another = await anOption(shop, home.id, { amount: 300 });
    expect((await ways()).map((way) => way.id)).toEqual([id, another.id]);
    await bySql("update shipping_option set admin_only = true where id = $1", another.id);
    expect((await ways()).map((way) => way.id)).toEqual([id]);
    const need = { requirements: [{ type: "min_subtotal", amount: 1_000_000 }] };
    await changed(`/admin/shipping-options/${id}`, need);
    expect(await ways()).toEqual([]);
    await bySql("delete from shipping_option_requirement where shipping_option_id = $1", id);
    expect((await ways()).map((way) => way.id)).toEqual([id]);
    await shop.admin.delete(`/admin/shipping-options/${id}`);
    expect(await ways()).toEqual([]);
  });

  it("cost one statement", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await addLine(shop.visitor(), id, goods[0]!.variantId);
    const list = () => shop.visitor().get(`/store/shipping-options/${id}`);
    await list();
    const { statements, result } = await countingStatements(shop.db, list);
    expect(result.body.shipping_options).not.toEqual([]);
    expect(statements).toHaveLength(1);
  });
});

describe("a cart that is made like the last one", () => {
  const make = async (client: Client, input: Record<string, unknown>) =>
    (await client.post("/store/carts", input)).body.cart;

  it("equals a plain read after any change of its region, prices and products", async () => {
    const home = await aPlace(shop);
    const [, country] = home.countries;
    const asked = { region_id: home.id, country_code: country, context: { shelf: 1 } };
    const check = async () => {
      const [here, there] = [await make(shop.visitor(), asked), await make(other.visitor(), asked)];
      for (const cart of [here, there]) {
        const { customer, ...read } = await plainly(shop.visitor(), cart.id);
        expect(cart).toEqual(read);
        expect(cart).toMatchObject({ context: { shelf: 1 }, shipping_address: { country_code: country } });
      }
      expect(here.id).not.toBe(there.id);
      expect(here.shipping_address_id).not.toBe(there.shipping_address_id);
      return here;
    };
    await check();
    await check();
    await changed(`/admin/regions/${home.id}`, { name: "Elsewhere" });
    expect((await check()).region.name).toBe("Elsewhere");
    await bySql("update region set tax_rate = 7 where id = $1", home.id);
    expect((await check()).region.tax_rate).toBe(7);
    const { body } = await shop.admin.post("/admin/sales-channels", { name: "Another" });
    const [store] = await shop.db.run<{ channel: string }>({
      text: "select default_sales_channel_id as channel from store",
      values: [],
    });
    await bySql("update store set default_sales_channel_id = $1", body.sales_channel.id);
    expect((await check()).sales_channel_id).toBe(body.sales_channel.id);
    await bySql("update store set default_sales_channel_id = $1", store!.channel);
    expect((await check()).sales_channel_id).toBe(store!.channel);
    await bySql("update country set region_id = null where iso_2 = $1", country);
    expect((await shop.visitor().post("/store/carts", asked)).status).toBe(400);
    await shop.admin.delete(`/admin/regions/${home.id}`);
    expect((await other.visitor().post("/store/carts", asked)).status).toBe(404);
  });

  it("reads nothing but its times", async () => {
    const asked = { region_id: place.id };
    await make(shop.visitor(), asked);
    const { statements } = await countingStatements(shop.db, () => make(shop.visitor(), asked));
    const times = expect.stringMatching(/^graph-/);
    expect(statements).toEqual([
      "begin",
      "reference-data-unchanged",
      "cart-insert",
      "event-announce",
      times,
      "commit",
    ]);
  });
});
