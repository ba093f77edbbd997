import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace } from "../support/factories/carts.ts";
import { anOrder, type PlacedOrder, setOrder } from "../support/factories/orders.ts";
import { aChannel } from "../support/factories/sales-channels.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const PATH = "/admin/orders";

let ann: PlacedOrder;
let bob: PlacedOrder;
let cleo: PlacedOrder;
let places: [string, string];
let channelId: string;

/** Three orders, oldest first, each with something of its own. */
const { it, shop } = withShop();
it.beforeAll(async () => {
  const [here, there] = [await aPlace(shop), await aPlace(shop)];
  places = [here.id, there.id];
  channelId = (await aChannel(shop)).id;
  const variantId = await aSoldVariant(shop, { product: { sales_channels: [{ id: channelId }] } });
  const defaultVariant = await aSoldVariant(shop);
  const { id: optionId } = await anOption(shop, here.id);
  ann = await anOrder(shop.visitor(), {
    place: here,
    variantId: defaultVariant,
    email: "Ann@Example.com",
    address: { first_name: "Annabel", last_name: "Smith" },
    optionId,
    quantity: 3,
  });
  bob = await anOrder(shop.visitor(), {
    place: here,
    variantId,
    channelId,
    email: "bob@example.org",
    address: { first_name: "Bobby" },
  });
  cleo = await anOrder(shop.visitor(), {
    place: there,
    variantId: defaultVariant,
    email: "cleo@example.com",
  });
  await shop.db.run({
    text: "update customer set first_name = 'Robert', last_name = 'O''Neil', phone = '+49 5550101' where id = $1",
    values: [bob.customer_id],
  });
  await setOrder(shop, ann.id, { created_at: "2024-01-01", status: "completed" });
  await setOrder(shop, bob.id, { created_at: "2024-01-02", payment_status: "captured", tax_rate: 7.5 });
  await setOrder(shop, cleo.id, {
    created_at: "2024-01-03",
    updated_at: "2031-01-01",
    fulfillment_status: "shipped",
    canceled_at: "2024-02-01",
    display_id: 7_654_321,
    currency_code: "eur",
  });
});

const list = (query = "") => shop.admin.get(`${PATH}${query ? `?${query}` : ""}`);
const idsOf = (answer: { body: { orders: { id: string }[] } }) => answer.body.orders.map(({ id }) => id);
const found = async (query: string) => {
  const answer = await list(`${query}&fields=id&expand=`);
  expect(answer.status, query).toBe(200);
  expect(answer.body.count, query).toBe(answer.body.orders.length);
  return idsOf(answer);
};

describe("the orders of the shop", () => {
  it("are listed newest first, fifty a page", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 });
    expect(idsOf({ body })).toEqual([cleo.id, bob.id, ann.id]);
  });

  it("come a page at a time", async () => {
    const second = await list("limit=1&offset=1");
    expect(second.body).toMatchObject({ count: 3, offset: 1, limit: 1 });
    expect(idsOf(second)).toEqual([bob.id]);
    expect((await list("offset=3")).body).toEqual({ orders: [], count: 3, offset: 3, limit: 50 });
  });

  it("are sorted by the requested order", async () => {
    expect(await found("order=created_at")).toEqual([ann.id, bob.id, cleo.id]);
    expect(await found("order=-email")).toEqual([cleo.id, bob.id, ann.id]);
    expect(await found("order=display_id")).toEqual([ann.id, bob.id, cleo.id]);
    expect(await found("order=-shipping_address.first_name")).toEqual([bob.id, ann.id, cleo.id]);
  });

  it("are nothing for visitors", async () => {
    expect((await shop.visitor().get(PATH)).status).toBe(401);
  });

  it("take two statements with any relations, and none if their documents are cached", async () => {
    for (const [query, count] of [
      ["", 2],
      ["fields=id,total&expand=", 2],
      ["fields=id,total&expand=", 0],
      ["q=ann&expand=items.variant.product,edits,customer.groups", 2],
    ] as const) {
      const { statements, credentials, result } = await countingStatements(shop.db, () => list(query));
      expect(result.status).toBe(200);
      expect({ query, count: statements.length }).toEqual({ query, count });
      expect(credentials).toBe(1);
    }
  });
});

describe("filters of orders", () => {
  it("find orders by what they are", async () => {
    const cases: [string, PlacedOrder[]][] = [
      [`id=${bob.id}`, [bob]],
      ["status[]=completed", [ann]],
      ["status[]=completed&status[]=pending", [cleo, bob, ann]],
      ["fulfillment_status[]=shipped", [cleo]],
      ["fulfillment_status[]=returned", []],
      ["payment_status[]=captured&payment_status[]=refunded", [bob]],
      ["payment_status[]=awaiting&status[]=pending", [cleo]],
      ["display_id=7654321", [cleo]],
      [`cart_id=${ann.cart_id}`, [ann]],
      [`customer_id=${bob.customer_id}`, [bob]],
      ["email=ann@example.com", [ann]],
      ["email=ANN@example.COM", [ann]],
      ["email=ann", []],
      [`region_id=${places[0]}`, [bob, ann]],
      [`region_id[]=${places[1]}&region_id[]=reg_unknown`, [cleo]],
      ["currency_code=eur", [cleo]],
      ["tax_rate=7.5", [bob]],
      [`sales_channel_id[]=${channelId}`, [bob]],
      [`sales_channel_id[]=${channelId},sc_unknown`, [bob]],
      ["sales_channel_id[]=sc_unknown", []],
      ["created_at[gte]=2024-01-02&created_at[lt]=2024-01-03", [bob]],
      ["created_at[gt]=2030-01-01", []],
      ["updated_at[gt]=2030-12-31T23:59:59Z", [cleo]],
      ["canceled_at[lte]=2024-02-01", [cleo]],
    ];
    for (const [query, orders] of cases) {
      expect(await found(query), query).toEqual(orders.map(({ id }) => id));
    }
  });

  it.each([
    "status=pending",
    "status[]=lost",
    "fulfillment_status[]=lost",
    "payment_status[]=lost",
    "display_id=one",
    "display_id=99999999999",
    "tax_rate=much",
    "created_at=2024-01-01",
    "created_at[gt]=yesterday",
    "created_at[contains]=2024",
    "sales_channel_id=sc_1",
    "region_id[gt]=a",
    "customer_id[]=cus_1",
    "limit=-1",
    "offset=-1",
    "order=total",
    "order=items.nonsense",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "fields=customer.password_hash",
    "expand=items,returnable_items",
    "nonsense=1",
  ])("refuse ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(body.message).not.toBe("");
  });
});

describe("the search for orders", () => {
  it("finds parts of numbers, emails, names in addresses, and names and phones of customers", async () => {
    const cases: [string, PlacedOrder[]][] = [
      ["q=65432", [cleo]],
      ["q=EXAMPLE.com", [cleo, ann]],
      ["q=bob@", [bob]],
      ["q=nnabe", [ann]],
      ["q=smith", [ann]],
      ["q=rober", [bob]],
      ["q=o%27neil", [bob]],
      ["q=%2B49%20555", [bob]],
      ["q=%25", []],
      ["q=_", []],
      ["q=%5C", []],
      ["q=nobody", []],
      ["q=", [cleo, bob, ann]],
      [`q=example&region_id=${places[0]}&status[]=pending`, [bob]],
    ];
    for (const [query, orders] of cases) {
      expect(await found(query), query).toEqual(orders.map(({ id }) => id));
    }
  });

  it("takes the place of filters by email and number", async () => {
    expect(await found("q=bob&email=ann@example.com&display_id=5")).toEqual([bob.id]);
    expect(await found(`q=bob&customer_id=${ann.customer_id}`)).toEqual([]);
  });
});

const keys = (row: object) => Object.keys(row).sort();
const totals = [
  ...["subtotal", "discount_total", "shipping_total", "item_tax_total", "shipping_tax_total", "tax_total"],
  ...["gift_card_total", "gift_card_tax_total", "total", "paid_total", "refunded_total", "refundable_amount"],
];

describe("the totals of listed orders", () => {
  it("are all there when fields names none of them", async () => {
    const { body } = await list(`id=${ann.id}&fields=email&expand=`);
    expect(keys(body.orders[0])).toEqual(["created_at", "email", "id", ...totals].sort());
    expect(body.orders[0]).toMatchObject({
      subtotal: 3000,
      shipping_total: 500,
      item_tax_total: 300,
      shipping_tax_total: 50,
      tax_total: 350,
      total: 3850,
      paid_total: 3850,
      refundable_amount: 3850,
    });
    expect((await list(`id=${ann.id}&fields=email&expand=items`)).body.orders[0].items[0]).toMatchObject({
      total: 3300,
      raw_discount_total: 0,
      refundable: 3300,
      tax_lines: [{ rate: 10 }],
    });
  });

  it("are those that fields names", async () => {
    const { body } = await list(`id=${ann.id}&fields=total,paid_total&expand=items`);
    expect(keys(body.orders[0])).toEqual(["created_at", "id", "items", "paid_total", "total"]);
    expect(body.orders[0].items[0]).toMatchObject({
      subtotal: 3000,
      discount_total: 0,
      raw_discount_total: 0,
      tax_total: 300,
      total: 3300,
      original_total: 3300,
      original_tax_total: 300,
    });
    expect(body.orders[0].items[0]).not.toHaveProperty("refundable");
    const paid = await list(`id=${ann.id}&fields=paid_total&expand=items`);
    expect(paid.body.orders[0].items[0]).not.toHaveProperty("total");
    expect((await list(`id=${ann.id}&fields=%2Btotal`)).body.orders[0]).toMatchObject({
      total: 3850,
      email: "ann@example.com",
      customer: { email: "ann@example.com" },
    });
  });

  it("are by default what can be given back for each line, as in v1", async () => {
    const [order] = (await list(`id=${ann.id}`)).body.orders;
    for (const name of totals) expect(order).not.toHaveProperty(name);
    expect(order.items[0].refundable).toBe(3300);
    expect(order.items[0]).not.toHaveProperty("total");
    expect(order.items[0].variant.product.profile.type).toBe("default");
    expect(order).toMatchObject({ sales_channel: {}, customer: {}, claims: [], returns: [], swaps: [] });
  });
});
