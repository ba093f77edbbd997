import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aGroup, aShopper, home } from "../support/factories/customers.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let owner: { browser: Client; id: string; email: string };
let other: { browser: Client };
let order: PlacedOrder;

/** Data of the customer outside of the order. */
const SECRETS = ["a note on the customer", "Secret Lane 7", "Secret group", "a note on an older order"];

const { it, shop } = withShop();
it.beforeAll(async () => {
  const [place, variantId] = [await aPlace(shop), await aSoldVariant(shop)];
  owner = await aShopper(shop);
  other = await aShopper(shop);
  const { id: groupId } = await aGroup(shop, SECRETS[2]);
  await shop.admin.post(`/admin/customer-groups/${groupId}/customers/batch`, {
    customer_ids: [{ id: owner.id }],
  });
  await shop.admin.post(`/admin/customers/${owner.id}`, { metadata: { note: SECRETS[0] } });
  await owner.browser.post("/store/customers/me/addresses", {
    address: { ...home, address_1: SECRETS[1] },
  });
  const purchase = { place, variantId, email: owner.email };
  const older = await anOrder(owner.browser, purchase);
  await shop.db.run({
    text: `update "order" set metadata = $2 where id = $1`,
    values: [older.id, { note: SECRETS[3] }],
  });
  order = await anOrder(owner.browser, purchase);
});

const paths = () => [
  `/store/orders/${order.id}?`,
  `/store/orders/cart/${order.cart_id}?`,
  `/store/orders?display_id=${order.display_id}&email=${order.email}&`,
];

const ofCustomer = [
  "customer.groups",
  "customer.orders",
  "customer.shipping_addresses",
  "customer.billing_address",
];
const furtherWays = [
  "expand=customer.orders.items",
  "expand=shipping_address.customer",
  "expand=shipping_address.customer.orders",
  "expand=payments.order.customer",
  "expand=items.order",
  "expand=items.cart",
  "expand=cart.customer",
  "expand=discounts.rule.conditions",
  "fields=customer.metadata",
  "fields=customer.*",
  "fields=*customer",
  "fields=%2Bcustomer.orders.email",
  "fields=customer.groups.name",
];

describe("the key to an order", () => {
  it("shows visitors who bought, but nothing else of them", async () => {
    for (const path of paths()) {
      for (const client of [shop.visitor(), other.browser]) {
        const { status, body } = await client.get(path);
        expect(status, path).toBe(200);
        expect(body.order.customer).toMatchObject({ id: owner.id, email: owner.email, metadata: null });
        for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret);
      }
    }
  });

  it("leads others nowhere, neither visitors nor other customers", async () => {
    const queries = [...ofCustomer.map((relation) => `expand=${relation}`), ...furtherWays];
    for (const path of paths()) {
      for (const query of queries) {
        for (const client of [shop.visitor(), other.browser]) {
          const { status, body } = await client.get(path + query);
          expect(status, path + query).toBe(400);
          expect(body.type).toBe("invalid_data");
          for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret);
        }
      }
    }
  });

  it("shows customers themselves what they know already, and administrators as well", async () => {
    const query = `expand=${["customer", ...ofCustomer].join(",")}`;
    for (const path of paths()) {
      for (const client of [owner.browser, shop.admin]) {
        const { status, body } = await client.get(path + query);
        expect(status, path).toBe(200);
        expect(body.order.customer).toMatchObject({
          metadata: { note: SECRETS[0] },
          groups: [{ name: SECRETS[2] }],
          shipping_addresses: [{ address_1: SECRETS[1] }],
        });
        expect(body.order.customer.orders).toHaveLength(2);
      }
    }
  });

  it("leads not even them to what belongs to the shop", async () => {
    for (const query of furtherWays) {
      expect((await owner.browser.get(paths()[0] + query)).status, query).toBe(400);
    }
  });

  it("takes one statement for a logged-in customer, in addition to the one of the session", async () => {
    for (const { client, status } of [
      { client: owner.browser, status: 200 },
      { client: other.browser, status: 400 },
    ]) {
      const counted = await countingStatements(shop.db, () =>
        client.get(`${paths()[0]}expand=customer.orders`),
      );
      expect(counted.result.status).toBe(status);
      expect(counted.statements).toHaveLength(1);
      expect(counted.credentials).toBe(1);
    }
  });
});
