import type { Answer, Client } from "../support/clients/client.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aCart, openSessions } from "../support/factories/carts.ts";
import { anOrder, orderIn } from "../support/factories/orders.ts";
import type { ReturnPlace } from "../support/factories/returns.ts";
import type { StartedShop } from "../support/fixtures/shop.ts";
import { until } from "../support/time/until.ts";

/** A text that a person could have written anywhere; it is in no other data of the shop. */
export const MARKER = "mrkr7person";
export const EMAIL = `${MARKER}@example.com`;

const address = (country: string) => ({
  company: MARKER,
  first_name: MARKER,
  last_name: MARKER,
  address_1: MARKER,
  address_2: MARKER,
  city: MARKER,
  province: MARKER,
  postal_code: MARKER,
  phone: MARKER,
  metadata: { wish: MARKER },
  country_code: country,
});

function done({ status, body }: Answer): Answer["body"] {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** What a life needs from the shop. */
export interface Stage {
  place: ReturnPlace;
  variantId: string;
  cardVariantId: string;
  groupId: string;
}

/** A customer who has done everything. Returns the id of the account. */
export async function liveALife(shop: StartedShop, stage: Stage): Promise<string> {
  const browser = shop.visitor();
  const id = await signUp(shop, browser, stage);
  await tagAndConsent(shop, browser, id);
  await guestOrder(shop, stage);
  const orderId = await buy(shop, browser, stage);
  await complain(shop, stage, orderId);
  await otherDocuments(shop, browser, stage, orderId);
  await exported(shop, "order-export");
  await exported(shop, "customer-export");
  return id;
}

async function signUp(shop: StartedShop, browser: Client, { place, groupId }: Stage): Promise<string> {
  const country = place.countries[0];
  const account = {
    email: EMAIL,
    password: "analytical",
    first_name: MARKER,
    last_name: MARKER,
    phone: MARKER,
  };
  const { customer } = done(await browser.post("/store/customers", account));
  done(await browser.post("/store/customers/me/addresses", { address: address(country) }));
  done(
    await browser.post("/store/customers/me", {
      billing_address: address(country),
      metadata: { wish: MARKER },
    }),
  );
  done(
    await shop.admin.post(`/admin/customers/${customer.id}`, {
      metadata: { wish: MARKER },
      groups: [{ id: groupId }],
    }),
  );
  done(await shop.visitor().post("/store/customers/password-token", { email: EMAIL }));
  await shop.visitor().post("/store/auth", { email: EMAIL, password: "wrong" });
  return customer.id;
}

async function tagAndConsent({ admin }: StartedShop, browser: Client, id: string): Promise<void> {
  done(await admin.post("/admin/customer-tags/batch", { ids: [id], add: [`Friend of ${MARKER}`] }));
  const decision = { channel: "email", is_given: true, wording: `News for ${MARKER}`, source: MARKER };
  done(await browser.post("/store/customers/me/marketing-consent", decision));
}

const guestOrder = (shop: StartedShop, { place, variantId }: Stage) =>
  anOrder(shop.visitor(), {
    place,
    variantId,
    email: EMAIL,
    optionId: place.optionId,
    address: address(place.countries[0]),
  });

async function buy(shop: StartedShop, browser: Client, stage: Stage): Promise<string> {
  const { place, variantId, cardVariantId } = stage;
  const order = await anOrder(browser, {
    place,
    items: [
      { variantId, quantity: 5 },
      { variantId: cardVariantId, quantity: 1 },
    ],
    email: EMAIL,
    optionId: place.optionId,
    address: address(place.countries[0]),
  });
  const path = `/admin/orders/${order.id}`;
  done(await shop.admin.post("/admin/order-tags/batch", { ids: [order.id], add: [`Gift of ${MARKER}`] }));
  done(
    await shop.admin.post(path, {
      metadata: { wish: MARKER },
      shipping_address: address(place.countries[0]),
    }),
  );
  done(await shop.admin.post(`${path}/capture`));
  const items = order.items.map(({ id }) => ({ item_id: id, quantity: 1 }));
  const packed = orderIn(
    await shop.admin.post(`${path}/fulfillment`, {
      items: [{ ...items[0]!, quantity: 5 }],
      metadata: { wish: MARKER },
    }),
  );
  done(
    await shop.admin.post(`${path}/shipment`, {
      fulfillment_id: packed.fulfillments[0].id,
      tracking_numbers: [MARKER],
    }),
  );
  const refund = { amount: 100, reason: "discount", note: MARKER };
  const { refunds } = orderIn(await shop.admin.post(`${path}/refund`, refund));
  done(await shop.admin.post(`${path}/papers`, { kind: "credit_note", refund_id: refunds[0].id }));
  return order.id;
}

async function complain({ admin }: StartedShop, { place, variantId }: Stage, orderId: string): Promise<void> {
  const { order } = done(await admin.get(`/admin/orders/${orderId}`));
  const item = order.items.find((each: { variant_id: string }) => each.variant_id === variantId);
  const one = { item_id: item.id, quantity: 1 };
  const path = `/admin/orders/${orderId}`;
  const goods = { additional_items: [{ variant_id: variantId, quantity: 1 }] };
  const country = place.countries[0];
  done(await admin.post(`${path}/return`, { items: [{ ...one, note: MARKER }] }));
  done(await admin.post(`${path}/swaps`, { return_items: [one], ...goods }));
  done(
    await admin.post(`${path}/claims`, {
      type: "replace",
      claim_items: [
        { ...one, reason: "other", note: MARKER, images: [`https://example.com/${MARKER}.png`], tags: [] },
      ],
      ...goods,
      shipping_address: address(country),
      metadata: { wish: MARKER },
    }),
  );
  const { order_edit } = done(
    await admin.post("/admin/order-edits", { order_id: orderId, internal_note: MARKER }),
  );
  done(await admin.post(`/admin/order-edits/${order_edit.id}/items`, { variant_id: variantId, quantity: 1 }));
  done(
    await admin.post(`/admin/order-edits/${order_edit.id}/request`, {
      payment_collection_description: MARKER,
    }),
  );
}

async function otherDocuments(
  shop: StartedShop,
  browser: Client,
  { place, variantId }: Stage,
  orderId: string,
): Promise<void> {
  const line = { variant_id: variantId, quantity: 1, metadata: { engraving: MARKER } };
  const key = {
    headers: { "idempotency-key": "of-the-address", "user-agent": MARKER },
  };
  const cart = await aCart(browser, { region_id: place.id, context: { wish: MARKER } });
  done(await browser.post(`/store/carts/${cart.id}/line-items`, line));
  done(await browser.post(`/store/carts/${cart.id}`, { shipping_address: address(place.countries[0]) }, key));
  await openSessions(browser, cart.id);
  done(
    await shop.admin.post("/admin/draft-orders", {
      email: EMAIL,
      region_id: place.id,
      items: [
        { variant_id: variantId, quantity: 1 },
        { title: `Engraving for ${MARKER}`, unit_price: 500, quantity: 1 },
      ],
      shipping_methods: [{ option_id: place.optionId }],
      shipping_address: address(place.countries[0]),
    }),
  );
  const field = { entity: "customer", name: "wish", type: "text", label: "Wish" };
  done(await shop.admin.post("/admin/custom-fields", field));
  const { orders } = done(await shop.admin.get(`/admin/orders?fields=customer_id&q=${EMAIL}`));
  const customer = `/admin/customers/${orders[0].customer_id}`;
  done(await shop.admin.post(customer, { custom_fields: { wish: MARKER } }));
  done(await shop.admin.post(customer, { custom_fields: { wish: null } }));
  const view = { list: "orders", name: "Orders of one", search: { q: EMAIL } };
  done(await shop.admin.post("/admin/saved-views", view));
  const note = { resource_type: "order", resource_id: orderId, value: MARKER };
  done(await shop.admin.post("/admin/notes", note));
  await shop.db.run({
    text: "select graphile_worker.add_job('failed', json_build_object('id', $1::text), max_attempts => 1)",
    values: [orderId],
  });
  await shop.db.run({
    text: "update graphile_worker._private_jobs set attempts = 1, last_error = $2 where payload ->> 'id' = $1",
    values: [orderId, `no mail for ${EMAIL}`],
  });
  await until(async () => {
    const text = "select from notification where resource_id = $1";
    return (await shop.db.run({ text, values: [orderId] })).length > 0;
  });
}
