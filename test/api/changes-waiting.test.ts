import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aLine, csv, imported } from "../support/factories/batch-imports.ts";
import { aCart, aPlace, changeCart, openSessions, type Place } from "../support/factories/carts.ts";
import { ownStock } from "../support/factories/checkout.ts";
import { aCustomer, aGroup } from "../support/factories/customers.ts";
import { aRequestedEdit, Editing, RememberingPayment } from "../support/factories/order-edits.ts";
import { anOrder, setOrder } from "../support/factories/orders.ts";
import { aWord } from "../support/factories/products.ts";
import { aSoldProduct, aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";

const data = aDataFolder();
const card = new RememberingPayment("card");
let place: Place;
let other: OtherTransaction;

const { it, shop } = withShop(
  async () => {
    const providers = new ProviderRegistry();
    providers.payment.add(card);
    return startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }, { providers });
  },
  () => data.remove(),
);
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["card"] });
});
it.beforeEach(async () => {
  card.reset();
  other = await OtherTransaction.begin(shop);
});
it.afterEach(() => other.end());

const row = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await shop.db.run<Row>({ text, values }))[0]!;

/** Clients that write wait; clients that read do not. */
const TELLING = "lock table tradewind.event in share mode";

/** The change waits for what the other does; then the other comes to its end. */
async function afterwards<T>(change: Promise<T>): Promise<T> {
  await other.isWaitedFor();
  await other.commit();
  return change;
}

describe("stock that an order takes while the variant is edited", () => {
  const sell = (variantId: string) =>
    other.does(
      "update product_variant set inventory_quantity = inventory_quantity - 10 where id = $1",
      variantId,
    );

  it("stays sold, and a quantity that is set holds", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    await sell(variantId);
    const path = `/admin/products/${productId}/variants/${variantId}`;
    const answer = await afterwards(shop.admin.post(path, { title: "Two" }));
    expect(answer.body.product.variants[0]).toMatchObject({ title: "Two", inventory_quantity: 990 });

    other = await OtherTransaction.begin(shop);
    await sell(variantId);
    await afterwards(shop.admin.post(path, { inventory_quantity: 7 }));
    expect(await ownStock(shop, variantId)).toBe(7);
  });

  it("stays sold when all variants are sent", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    await sell(variantId);
    await afterwards(
      shop.admin.post(`/admin/products/${productId}`, { variants: [{ id: variantId, title: "Two" }] }),
    );
    expect(await ownStock(shop, variantId)).toBe(990);
  });

  it("stays sold when a file has the stock of before, or none", async () => {
    const handle = aWord();
    const line = aLine(handle, { "Variant Inventory Quantity": 1000 });
    await imported(shop, csv([line]));
    const { id } = await row<{ id: string }>("select id from product_variant where sku = $1", `${handle}-1`);
    await sell(id);
    await afterwards(imported(shop, csv([{ ...line, "Variant Barcode": aWord() }])));
    expect(await ownStock(shop, id)).toBe(990);

    other = await OtherTransaction.begin(shop);
    await sell(id);
    const { "Variant Inventory Quantity": _, ...others } = line;
    await afterwards(imported(shop, csv([{ ...others, "Variant Barcode": aWord() }])));
    expect(await ownStock(shop, id)).toBe(980);
  });
});

describe("a variant that is deleted", () => {
  it("takes the price and the inventory item along that it is just being given", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    await other.does("select from product_variant where id = $1 for share", variantId);
    await other.does("insert into money_amount (id, amount, currency_code) values ('ma_late', 1, 'usd')");
    await other.does(
      `insert into product_variant_money_amount (id, variant_id, money_amount_id)
        values ('pvma_late', $1, 'ma_late')`,
      variantId,
    );
    await other.does("insert into inventory_item (id, sku) values ('iitem_late', 'late')");
    await other.does(
      `insert into product_variant_inventory_item (id, variant_id, inventory_item_id)
        values ('pvitem_late', $1, 'iitem_late')`,
      variantId,
    );
    const { status } = await afterwards(
      shop.admin.delete(`/admin/products/${productId}/variants/${variantId}`),
    );
    expect(status).toBe(200);
    expect(
      await row(`select (select deleted_at is not null from money_amount where id = 'ma_late') as price,
        (select deleted_at is not null from product_variant_inventory_item where id = 'pvitem_late') as item`),
    ).toEqual({ price: true, item: true });
  });
});

it("an inventory item that is deleted while it is linked to a new variant of its SKU has no variant", async () => {
  const sku = aWord();
  const product = (await shop.admin.post("/admin/products", { title: sku, options: [{ title: "Size" }] }))
    .body.product;
  const { body } = await shop.admin.post("/admin/inventory-items", {
    sku,
    variant_id: (await aSoldProduct(shop)).variantId,
  });
  await other.does(TELLING);
  const making = shop.admin.post(`/admin/products/${product.id}/variants`, {
    title: sku,
    sku,
    prices: [],
    options: [{ option_id: product.options[0].id, value: "One" }],
  });
  await other.isWaitedFor(1);
  const deleting = shop.admin.delete(`/admin/inventory-items/${body.inventory_item.id}`);
  await other.isWaitedFor(2);
  await other.commit();
  expect([(await making).status, (await deleting).status]).toEqual([200, 200]);
  const { linked } = await row<{ linked: number }>(
    `select count(*) as linked from product_variant_inventory_item
      where inventory_item_id = $1 and deleted_at is null`,
    body.inventory_item.id,
  );
  expect(linked).toBe(0);
});

it("a list price that is given to another variant stays when its first one is deleted", async () => {
  const [one, two] = [await aSoldProduct(shop), await aSoldProduct(shop)];
  const price = { amount: 500, currency_code: "usd" };
  const { body } = await shop.admin.post("/admin/price-lists", {
    name: aWord(),
    description: "moved",
    type: "sale",
    status: "active",
    prices: [{ ...price, variant_id: one.variantId }],
  });
  const path = `/admin/price-lists/${body.price_list.id}`;
  const { id } = (await shop.admin.get(path)).body.price_list.prices[0];
  await other.does(TELLING);
  const moving = shop.admin.post(path, { prices: [{ ...price, id, variant_id: two.variantId }] });
  await other.isWaitedFor(1);
  const deleting = shop.admin.delete(`/admin/products/${one.productId}/variants/${one.variantId}`);
  await other.isWaitedFor(2);
  await other.commit();
  expect([(await moving).status, (await deleting).status]).toEqual([200, 200]);
  const { prices } = (await shop.admin.get(path)).body.price_list;
  expect(prices).toMatchObject([{ id, variant_id: two.variantId }]);
});

it("a product is not left in a shipping profile that is deleted while it is made", async () => {
  await shop.admin.post("/admin/shipping-profiles", { name: "Second", type: "default" });
  const oldest = await row<{ id: string }>(
    `select id from shipping_profile where type = 'default' and deleted_at is null
      order by created_at, id limit 1`,
  );
  await other.does(TELLING);
  const making = shop.admin.post("/admin/products", { title: aWord() });
  await other.isWaitedFor(1);
  const deleting = shop.admin.delete(`/admin/shipping-profiles/${oldest.id}`);
  await other.isWaitedFor(2);
  await other.commit();
  expect([(await making).status, (await deleting).status]).toEqual([200, 200]);
  const { body } = await shop.admin.get(`/admin/products/${(await making).body.product.id}`);
  expect(body.product.profile_id).toEqual(expect.any(String));
  expect(body.product.profile_id).not.toBe(oldest.id);
});

it("a reservation whose line is replaced by an edit is not changed for the old one", async () => {
  const { variantId } = await aVariantAtLocation(shop, 10);
  const order = await anOrder(shop.visitor(), { place, variantId, quantity: 3, providerId: "card" });
  const editing = await Editing.begin(shop, order);
  await editing.setQuantity((await editing.firstLine()).id, 1);
  const { id } = await row<{ id: string }>(
    "select id from reservation_item where line_item_id = $1 and deleted_at is null",
    order.items[0]!.id,
  );
  await other.does("select from order_edit where id = $1 for update", editing.id);
  const confirming = editing.confirm();
  await other.isWaitedFor(1);
  const changing = shop.admin.post(`/admin/reservations/${id}`, { quantity: 3 });
  await other.isWaitedFor(2);
  await other.commit();
  expect([(await confirming).status, (await changing).status]).toEqual([200, 409]);
  expect(await row("select quantity from reservation_item where id = $1", id)).toEqual({ quantity: 1 });
});

it("an invite that is just being accepted is not sent again", async () => {
  const email = `${aWord()}@example.com`;
  await shop.admin.post("/admin/invites", { user: email, role: "member" });
  const { token } = await row<{ token: string }>("select token from invite where user_email = $1", email);
  const user = { first_name: "Ada", last_name: "Lovelace", password: "analytical" };
  await other.does(TELLING);
  const accepting = shop.visitor().post("/admin/invites/accept", { token, user });
  await other.isWaitedFor(1);
  const inviting = shop.admin.post("/admin/invites", { user: email, role: "admin" });
  await other.isWaitedFor(2);
  await other.commit();
  expect((await accepting).status).toBe(200);
  expect((await inviting).status).toBeGreaterThanOrEqual(400);
  expect(await row("select accepted, role from invite where user_email = $1", email)).toEqual({
    accepted: true,
    role: "member",
  });
});

it("a login with the old password fails while the password is changed", async () => {
  const login = { email: `${aWord()}@example.com`, password: "analytical" };
  await shop.visitor().post("/store/customers", { ...login, first_name: "Ada", last_name: "Lovelace" });
  await other.does("update customer set password_hash = 'another' where email = $1", login.email);
  const { status } = await afterwards(shop.visitor().post("/store/auth", login));
  expect(status).toBe(401);
});

describe("an edit that is confirmed while the payment service reports the money", () => {
  it("leaves the order captured", async () => {
    const editing = await aRequestedEdit(shop, place, "card");
    const id = (await editing.read()).payment_collection_id!;
    await shop.admin.post(`/admin/orders/${editing.order.id}/capture`);
    const path = `/store/payment-collections/${id}/sessions`;
    await shop.visitor().post(path, { provider_id: "card" });
    const { body } = await shop.visitor().get(`/store/payment-collections/${id}`);
    const [session] = body.payment_collection.payment_sessions;
    await shop.visitor().post(`${path}/${session.id}/authorize`);
    // What confirming does with the order and the payment.
    await setOrder(shop, editing.order.id, { payment_status: "awaiting" });
    await other.does(
      `update payment set order_id = $2 where id in
        (select payment_id from payment_collection_payments where payment_collection_id = $1)`,
      id,
      editing.order.id,
    );
    const news = { kind: "captured", resourceId: id, data: { id: card.payments.at(-1)!.id } };
    const { status } = await afterwards(shop.visitor().post("/hooks/payment/card", news));
    expect(status).toBe(200);
    expect((await editing.readOrder()).payment_status).toBe("captured");
  });
});

it("a payment that is pending for one request is authorized when another has placed the order", async () => {
  const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
  const cart = await aCart(shop.visitor(), { region_id: place.id, items });
  await changeCart(shop.visitor(), cart.id, { email: "slow@example.com" });
  await openSessions(shop.visitor(), cart.id);
  card.answer = "pending";
  card.meanwhile = async () => {
    await other.does("update cart set completed_at = now() where id = $1", cart.id);
    await other.does("update payment_session set status = 'authorized' where cart_id = $1", cart.id);
  };
  await afterwards(shop.visitor().post(`/store/carts/${cart.id}/complete`));
  expect(await row("select status from payment_session where cart_id = $1", cart.id)).toEqual({
    status: "authorized",
  });
});

it("an order is found by the email and the name that it was given at the same moment", async () => {
  const [email, name] = [`${aWord()}@example.com`, aWord()];
  const order = await anOrder(shop.visitor(), {
    place,
    variantId: await aSoldVariant(shop),
    providerId: "card",
  });
  await other.does("update customer set first_name = $2 where id = $1", order.customer_id, name);
  expect((await afterwards(shop.admin.post(`/admin/orders/${order.id}`, { email }))).status).toBe(200);
  for (const word of [email, name]) {
    const { body } = await shop.admin.get(`/admin/orders?q=${word}`);
    expect(body.orders.map(({ id }: { id: string }) => id)).toEqual([order.id]);
  }
});

it("a customer of an import is in the groups of the file, also when another request moves them", async () => {
  const customer = await aCustomer(shop);
  const group = await aGroup(shop);
  const path = `/admin/customer-groups/${group.id}/customers/batch`;
  await shop.admin.post(path, { customer_ids: [{ id: customer.id }] });
  await other.does("update customer set phone = '1' where id = $1", customer.id);
  await other.does("delete from customer_group_customers where customer_id = $1", customer.id);
  const line = {
    "Customer Id": customer.id,
    Email: customer.email,
    "First Name": aWord(),
    Groups: group.name,
  };
  const job = await afterwards(imported(shop, csv([line]), { type: "customer-import" }));
  expect(job.status).toBe("completed");
  const { body } = await shop.admin.get(`/admin/customer-groups/${group.id}/customers`);
  expect(body.customers.map(({ id }: { id: string }) => id)).toEqual([customer.id]);
});

it("a delivery that is to be tried again is not cleared away", async () => {
  const { body } = await shop.admin.post("/admin/webhooks", { url: "https://example.com/", events: ["*"] });
  await shop.db.run({
    text: `insert into tradewind.webhook_delivery
        (id, webhook_id, event_seq, event_id, event_name, status, created_at, give_up_at)
      values ('whd_old', $1, 1, 'evt_old', 'old', 'dead', now() - interval '40 days', now())`,
    values: [body.webhook.id],
  });
  await other.does(
    "update tradewind.webhook_delivery set next_try_at = now() + interval '1 hour' where id = 'whd_old'",
  );
  await shop.db.run({ text: "select graphile_worker.add_job('webhooks-forget')", values: [] });
  await afterwards(Promise.resolve());
  expect(await row("select id from tradewind.webhook_delivery where id = 'whd_old'")).toEqual({
    id: "whd_old",
  });
});
