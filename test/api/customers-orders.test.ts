import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

type Shopper = Awaited<ReturnType<typeof aShopper>>;

const PATH = "/store/customers/me/orders";

let ann: Shopper;
let bob: Shopper;

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.db.run({
    text: "insert into region (id, name, currency_code, tax_rate) values ('reg_1', 'Here', 'usd', 5)",
    values: [],
  });
  ann = await aShopper(shop);
  bob = await aShopper(shop);
  for (let day = 1; day <= 12; day++) await anOldOrder(ann, `order_ann_${day}`, day);
  await anOldOrder(bob, "order_bob", 1);
});

async function anOldOrder({ id, email }: Shopper, orderId: string, day: number) {
  await shop.db.run({
    text: `with destination as (insert into address (id, first_name, last_name) values ($1 || '_to', 'Dest', $1))
      insert into "order" (id, customer_id, email, region_id, currency_code, tax_rate, status, shipping_address_id,
        created_at)
      values ($1, $2, $3, 'reg_1', 'usd', 5, $4, $1 || '_to', make_date(2024, 1, $5))`,
    values: [orderId, id, email, day === 1 ? "completed" : "pending", day],
  });
  await shop.db.run({
    text: `insert into line_item (id, order_id, title, unit_price, quantity) values ($1 || '_item', $1, 'Boots', 100, 2)`,
    values: [orderId],
  });
}

const list = (query = "", { browser }: Shopper = ann) => browser.get(`${PATH}${query}`);
const totals = [
  ...["subtotal", "discount_total", "shipping_total", "item_tax_total", "shipping_tax_total", "tax_total"],
  ...["gift_card_total", "gift_card_tax_total", "total", "paid_total", "refunded_total", "refundable_amount"],
];
const idsOf = (answer: { body: { orders: { id: string }[] } }) => answer.body.orders.map((order) => order.id);

describe("the orders of a customer", () => {
  it("are the customer's own, newest first, ten a page", async () => {
    const first = await list();
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ count: 12, offset: 0, limit: 10 });
    expect(idsOf(first)[0]).toBe("order_ann_12");
    expect(idsOf(first)).toHaveLength(10);
    expect(idsOf(await list("?offset=10"))).toEqual(["order_ann_2", "order_ann_1"]);
    expect(idsOf(await list("", bob))).toEqual(["order_bob"]);
  });

  it("are none for a new customer, and nothing for visitors", async () => {
    const { browser } = await aShopper(shop);
    expect((await browser.get(PATH)).body).toEqual({ orders: [], count: 0, offset: 0, limit: 10 });
    expect((await shop.visitor().get(PATH)).status).toBe(401);
    expect((await shop.admin.get(PATH)).status).toBe(401);
  });

  it("come with what a storefront shows", async () => {
    const { body } = await list("?id=order_ann_3");
    const [order] = body.orders;
    expect(Object.keys(order).sort()).toEqual(
      [
        ...["id", "status", "fulfillment_status", "payment_status", "display_id", "cart_id", "customer_id"],
        ...["email", "region_id", "currency_code", "tax_rate", "created_at"],
        ...["shipping_address", "fulfillments", "items", "shipping_methods", "discounts", "customer"],
        ...["payments", "region", "object", "claims", "swaps", "refunds", "gift_cards"],
        ...["gift_card_transactions", "raw_discount_total", ...totals],
      ].sort(),
    );
    expect(order).toMatchObject({
      object: "order",
      status: "pending",
      subtotal: 200,
      tax_total: 10,
      total: 210,
      items: [{ title: "Boots", quantity: 2, variant: null, total: 210, refundable: 210, adjustments: [] }],
      customer: { id: ann.id },
      region: { id: "reg_1" },
      shipping_address: { id: "order_ann_3_to" },
    });
  });

  it("show relations whose fields are selected: whole by default, with those fields if expand leaves them out", async () => {
    const shown = async (query: string) => (await list(`?id=order_ann_3&${query}`)).body.orders[0];
    expect(await shown("fields=id,customer.email")).toMatchObject({
      customer: { email: ann.email, has_account: true },
      items: [{ title: "Boots" }],
    });
    const { id, email } = ann;
    expect(await shown("fields=id,customer.email&expand=")).toMatchObject({ customer: { id, email } });
    expect(Object.keys((await shown("fields=id,customer.email&expand=")).customer)).toHaveLength(2);
  });

  it("show the selected fields and relations, in addition to those of their totals", async () => {
    const shown = async (query: string) => (await list(`?id=order_ann_3&${query}`)).body.orders[0];
    const always = [
      ...["id", "object", "created_at", "tax_rate", "claims", "swaps", "refunds", "gift_cards", "region"],
      ...["gift_card_transactions", "discounts", "items", "payments", "shipping_methods"],
    ];
    const order = await shown("expand=billing_address&fields=status,total");
    expect(Object.keys(order).sort()).toEqual([...always, "billing_address", "status", "total"].sort());
    expect(order).toMatchObject({ object: "order", tax_rate: 5, total: 210, status: "pending" });
    expect(order.items).toMatchObject([{ title: "Boots", total: 210, raw_discount_total: 0 }]);
    for (const query of [
      "expand=&fields=",
      "expand=swaps,claims&fields=id",
      "expand=gift_card_transactions&fields=id",
    ])
      expect(Object.keys(await shown(query)).sort(), query).toEqual(
        [...always, "raw_discount_total", ...totals].sort(),
      );
    const { items } = await shown("expand=items&fields=items.refundable");
    expect(items).toMatchObject([{ title: "Boots", refundable: 210 }]);
    expect(items[0]).not.toHaveProperty("total");
  });

  it("come with their totals as they were bought", async () => {
    const place = await aPlace(shop);
    const { browser, email } = await aShopper(shop);
    const { id: optionId } = await anOption(shop, place.id);
    const variantId = await aSoldVariant(shop);
    const bought = await anOrder(browser, { place, variantId, email, optionId, quantity: 2 });
    const { body } = await browser.get(PATH);
    expect(body.count).toBe(1);
    expect(body.orders[0]).toMatchObject({
      id: bought.id,
      total: bought.total,
      paid_total: 2750,
      shipping_total: 500,
      items: [{ total: 2200, variant: { id: variantId } }],
      shipping_methods: [{ total: 550, shipping_option: { amount: 500 } }],
    });
    expect(body.orders[0].items[0].variant).not.toHaveProperty("product");
    const named = (await browser.get(`${PATH}?fields=id,total`)).body.orders[0];
    expect(named.items[0].variant.product).toMatchObject({ id: expect.any(String) });
  });

  it("show the cart they were bought with on request", async () => {
    const place = await aPlace(shop);
    const { browser, email } = await aShopper(shop);
    const { id: optionId } = await anOption(shop, place.id);
    const bought = await anOrder(browser, { place, variantId: await aSoldVariant(shop), email, optionId });
    const [order] = (await browser.get(`${PATH}?expand=cart`)).body.orders;
    expect(order.cart).toMatchObject({ id: bought.cart_id, object: "cart", email, region_id: place.id });
    expect(order.cart).not.toHaveProperty("customer");
  });

  it("have the field object, also as a relation of their customer", async () => {
    const named = expect.arrayContaining([expect.objectContaining({ id: "order_bob", object: "order" })]);
    const answers = [
      (await bob.browser.get("/store/auth")).body.customer,
      (await shop.admin.get(`/admin/customers/${bob.id}`)).body.customer,
      (await shop.admin.get(`/admin/customers?expand=orders&q=${bob.email}`)).body.customers[0],
    ];
    for (const { orders } of answers) expect(orders).toEqual(named);
  });

  it("can be filtered", async () => {
    const displayId = (await list("?id=order_ann_4")).body.orders[0].display_id;
    const cases: [string, string[]][] = [
      ["status[]=completed", ["order_ann_1"]],
      ["status=completed", ["order_ann_1"]],
      [`display_id=${displayId}`, ["order_ann_4"]],
      ["created_at[gt]=2024-01-11", ["order_ann_12"]],
      [
        "created_at[lt]=2024-01-03&currency_code=usd&region_id=reg_1&tax_rate=5",
        ["order_ann_2", "order_ann_1"],
      ],
      ["q=DEST%20order_ann_7", ["order_ann_7"]],
      ["payment_status[]=captured", []],
      ["fulfillment_status[]=not_fulfilled&status[]=completed&status[]=pending&limit=1", ["order_ann_12"]],
      ["canceled_at[lt]=2030-01-01", []],
      ["cart_id=cart_unknown", []],
      ["id=order_bob", []],
      [`email=${bob.email}`, []],
      ["q=order_bob", []],
    ];
    for (const [query, ids] of cases) expect(idsOf(await list(`?${query}`)), query).toEqual(ids);
  });

  it.each([
    "customer_id=cus_other",
    "status=nonsense",
    "status[]=lost",
    "display_id=one",
    "order=email",
    "limit=-1",
    "expand=cart.customer",
    "expand=customer.groups",
    "expand=customer.orders",
    "expand=region.payment_providers",
    "expand=discounts.rule.conditions",
    "expand=sales_channel",
    "expand=swaps.return_order",
    "expand=returnable_items",
    "expand=edits",
    "expand=nonsense",
    "fields=metadata",
    "fields=region.tax_rates.name",
    "fields=customer.groups.name",
    "fields=nonsense",
  ])("refuse ?%s", async (query) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("take two statements with any relations", async () => {
    for (const query of ["", "?q=dest&expand=items.variant.product,items.tax_lines,payments,returns"]) {
      const page = await countingStatements(shop.db, () => list(query));
      expect(page.result.status).toBe(200);
      expect(page.statements).toHaveLength(2);
      expect(page.credentials).toBe(1);
    }
  });
});
