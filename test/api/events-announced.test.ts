import { OAuth2Server } from "oauth2-mock-server";
import { Value } from "typebox/value";
import { describe, expect } from "vitest";
import { matches } from "../../src/kernel/event-pattern.ts";
import { modules } from "../../src/modules.ts";
import { delivered } from "../support/checks/announced-events.ts";
import type { Client } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aCustomer, customerDetails } from "../support/factories/customers.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/*
 * Every event of v1 that an operation of this server has to announce, and our own: the operation,
 * and the payload.
 */

const provider = new OAuth2Server();
let checkout: Checkout;
let admin: Client;
let number = 0;

const { it, shop } = withShop(
  async () => {
    await provider.issuer.keys.generate("RS256");
    await provider.start(0, "127.0.0.1");
    const app = {
      application_name: "books",
      display_name: "Books",
      authorize_url: `${provider.issuer.url}/authorize`,
      token_url: `${provider.issuer.url}/token`,
      client_id: "shop",
      client_secret: "secret",
      redirect_uri: "https://dashboard.example.com/apps",
    };
    return startShop({ TRADEWIND_OAUTH_APPS: JSON.stringify([app]) });
  },
  () => provider.stop(),
);
it.beforeAll(async () => {
  admin = shop.admin;
  checkout = await openCheckout(shop);
});
// Where one of them makes a location, the others sell as before.
it.afterEach(() => shop.db.run({ text: "delete from stock_location", values: [] }));

type Data = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Made = any;

const make = async (path: string, body?: unknown, client = admin): Promise<Made> => {
  const answer = await client.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return Object.values(answer.body as object)[0];
};
const remove = async (path: string, body?: unknown): Promise<Made> => {
  const answer = await admin.delete(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const next = () => ++number;

const aCollection = () => make("/admin/collections", { title: `Collection ${next()}` });
const aCategory = () => make("/admin/product-categories", { name: `Category ${next()}` });
const aProduct = () =>
  make("/admin/products", {
    title: `Announced product ${next()}`,
    options: [{ title: "Size" }],
    variants: [{ title: "S", prices: [], options: [{ value: "S" }], metadata: { color: "red" } }],
  });
const aDiscount = (details: Data = {}) =>
  make("/admin/discounts", {
    code: `CODE${next()}`,
    rule: { type: "percentage", value: 10, allocation: "total" },
    regions: [checkout.regionId],
    ...details,
  });
const aCard = () => make("/admin/gift-cards", { region_id: checkout.regionId, value: 100 });
const aGroup = () => make("/admin/customer-groups", { name: `Group ${next()}` });
const aRegion = () =>
  make("/admin/regions", {
    name: `Region ${next()}`,
    currency_code: "usd",
    tax_rate: 0,
    countries: [],
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
  });
const aChannel = () => make("/admin/sales-channels", { name: `Channel ${next()}` });
const aKey = () => make("/admin/publishable-api-keys", { title: `Key ${next()}` });
const aLocation = () => make("/admin/stock-locations", { name: `Depot ${next()}` });
const anItem = async () =>
  make("/admin/inventory-items", {
    sku: `SKU-${next()}`,
    variant_id: await aSoldVariant(checkout, { stock: 0 }),
  });
const aUser = () => make("/admin/users", { email: `user${next()}@example.com`, password: "a password" });
const aNote = () =>
  make("/admin/notes", { resource_id: "order_1", resource_type: "order", value: "careful" });
const aView = async () =>
  (await make("/admin/saved-views", { list: "orders", name: `View ${next()}`, search: {} })).id as string;
const aCustomField = async () => {
  const entity = "customer_group";
  const { id, name } = await make("/admin/custom-fields", { entity, name: `field_${next()}`, type: "text" });
  return { id, entity, name };
};
const aReason = () => make("/admin/return-reasons", { value: `reason${next()}`, label: "A reason" });
const aTaxRate = () =>
  make("/admin/tax-rates", { code: `rate${next()}`, name: "Rate", region_id: checkout.regionId, rate: 5 });
const aPriceList = () =>
  make("/admin/price-lists", { name: `List ${next()}`, description: "less", type: "sale", prices: [] });
const anOption = () =>
  make("/admin/shipping-options", {
    name: `Option ${next()}`,
    region_id: checkout.regionId,
    provider_id: "manual",
    data: {},
    price_type: "flat_rate",
    amount: 1,
  });
const aProfile = () => make("/admin/shipping-profiles", { name: `Profile ${next()}`, type: "custom" });
const anInvite = async () => {
  const email = `invited${next()}@example.com`;
  await admin.post("/admin/invites", { user: email, role: "member" });
  const { body } = await admin.get("/admin/invites");
  return body.invites.find((invite: { user_email: string }) => invite.user_email === email);
};
const anOrder = async (): Promise<Made> => {
  const visitor = shop.visitor();
  const items = [{ variant_id: await aSoldVariant(checkout, { stock: 5 }), quantity: 1 }];
  return (await complete(visitor, await aReadyCart(visitor, checkout, { items }))).body.data;
};
const anEdit = async (): Promise<Made> => make("/admin/order-edits", { order_id: (await anOrder()).id });
/** One that comes to more than before. */
const aDearerEdit = async (): Promise<Made> => {
  const { id } = await anEdit();
  const body = { variant_id: await aSoldVariant(checkout, { stock: 5 }), quantity: 1 };
  return make(`/admin/order-edits/${id}/items`, body);
};
const aRequestedEdit = async (): Promise<Made> => {
  const { id } = await aDearerEdit();
  return make(`/admin/order-edits/${id}/request`);
};
const aDraft = () =>
  make("/admin/draft-orders", {
    email: `draft${next()}@example.com`,
    region_id: checkout.regionId,
    items: [{ title: "Engraving", quantity: 1 }],
    shipping_methods: [],
  });
const aCart = () => make("/store/carts", { region_id: checkout.regionId }, shop.visitor());
const aLevel = async () => {
  const [item, location] = [await anItem(), await aLocation()];
  const path = `/admin/inventory-items/${item.id}/location-levels`;
  await make(path, { location_id: location.id, stocked_quantity: 10 });
  const { body } = await admin.get(path);
  return { item, location, level: body.inventory_item.location_levels[0] };
};
const aReservation = async () => {
  const { item, location } = await aLevel();
  return make("/admin/reservations", { inventory_item_id: item.id, location_id: location.id, quantity: 1 });
};

/** What the API shows of a customer, as the event has it. */
const asCustomer = (customer: Data): Data =>
  Object.fromEntries(
    ["id", "email", "first_name", "last_name", "phone", "has_account"].map((key) => [key, customer[key]]),
  );
const including = (data: Data) => expect.objectContaining(data);

const operations: [event: string, operate: () => Promise<unknown>][] = [
  ["cart.created", async () => ({ id: (await aCart()).id })],
  [
    "cart.updated",
    async () => {
      const { id } = await aCart();
      await make(`/store/carts/${id}`, { context: { ip: "1.2.3.4" } }, shop.visitor());
      return { id };
    },
  ],
  [
    "cart.customer_updated",
    async () => {
      const { id } = await aCart();
      await make(`/store/carts/${id}`, { email: `buyer${next()}@example.com` }, shop.visitor());
      return { id };
    },
  ],
  [
    "customer.created",
    async () => {
      const { id } = await aCart();
      const email = `guest${next()}@example.com`;
      await make(`/store/carts/${id}`, { email }, shop.visitor());
      return including({ email });
    },
  ],
  ["customer.created", async () => including(asCustomer(await aCustomer(shop)))],
  [
    "customer.updated",
    async () => {
      const { id } = await aCustomer(shop);
      return including(asCustomer(await make(`/admin/customers/${id}`, { first_name: "New" })));
    },
  ],
  [
    "customer.password_reset",
    async () => {
      const person = customerDetails();
      const customer = await make("/admin/customers", person);
      await shop.visitor().post("/store/customers/password-token", { email: person.email });
      const { email, first_name, last_name } = person;
      return { id: customer.id, email, first_name, last_name, token: expect.any(String) };
    },
  ],
  [
    "currency.updated",
    async () => {
      await make("/admin/currencies/eur", { includes_tax: true });
      return { code: "eur" };
    },
  ],
  ["discount.created", async () => ({ id: (await aDiscount()).id })],
  [
    "discount.created",
    async () => {
      const { id } = await aDiscount({ is_dynamic: true });
      const code = `DYNAMIC${next()}`;
      await make(`/admin/discounts/${id}/dynamic-codes`, { code });
      const { body } = await admin.get(`/admin/discounts/code/${code}`);
      return { id: body.discount.id };
    },
  ],
  ["gift_card.created", async () => ({ id: (await aCard()).id })],
  [
    "invite.created",
    async () => {
      const { id, user_email } = await anInvite();
      return { id, user_email, token: expect.any(String) };
    },
  ],
  ["custom-field.created", aCustomField],
  [
    "custom-field.updated",
    async () => {
      const field = await aCustomField();
      await make(`/admin/custom-fields/${field.id}`, { label: "Another" });
      return field;
    },
  ],
  [
    "custom-field.deleted",
    async () => {
      const field = await aCustomField();
      await remove(`/admin/custom-fields/${field.id}`);
      return field;
    },
  ],
  [
    "custom-field.purged",
    async () => {
      const field = await aCustomField();
      await remove(`/admin/custom-fields/${field.id}`);
      await make(`/admin/custom-fields/${field.id}/purge`, {});
      return field;
    },
  ],
  ["saved-view.created", async () => ({ id: await aView() })],
  [
    "saved-view.updated",
    async () => {
      const id = await aView();
      await make(`/admin/saved-views/${id}`, { is_shared: true });
      return { id };
    },
  ],
  [
    "saved-view.deleted",
    async () => {
      const id = await aView();
      await remove(`/admin/saved-views/${id}`);
      return { id };
    },
  ],
  ["note.created", async () => ({ id: (await aNote()).id })],
  [
    "note.updated",
    async () => {
      const { id } = await aNote();
      await make(`/admin/notes/${id}`, { value: "very careful" });
      return { id };
    },
  ],
  [
    "note.deleted",
    async () => {
      const { id } = await aNote();
      await remove(`/admin/notes/${id}`);
      return { id };
    },
  ],
  [
    "oauth.token_generated.books",
    async () => {
      const { body } = await admin.get("/admin/apps");
      const { searchParams } = new URL(body.apps[0].install_url);
      await make("/admin/apps/authorizations", {
        application_name: "books",
        state: searchParams.get("state"),
        code: "a code",
      });
      return including({ application_name: "books" });
    },
  ],
  ["order.placed", async () => ({ id: (await anOrder()).id, no_notification: null })],
  [
    "order.updated",
    async () => {
      const { id } = await anOrder();
      await make(`/admin/orders/${id}`, { no_notification: true });
      return { id, no_notification: true };
    },
  ],
  [
    "order.completed",
    async () => {
      const { id } = await anOrder();
      await make(`/admin/orders/${id}/complete`);
      return { id, no_notification: null };
    },
  ],
  ["order-edit.created", async () => ({ id: (await anEdit()).id })],
  [
    "order-edit.updated",
    async () => {
      const { id } = await anEdit();
      await make(`/admin/order-edits/${id}`, { internal_note: "a call" });
      return { id };
    },
  ],
  ["order-edit.requested", async () => ({ id: (await aRequestedEdit()).id })],
  [
    "order-edit.confirmed",
    async () => {
      const { id } = await aDearerEdit();
      await make(`/admin/order-edits/${id}/confirm`);
      return { id };
    },
  ],
  [
    "order-edit.canceled",
    async () => {
      const { id } = await anEdit();
      await make(`/admin/order-edits/${id}/cancel`);
      return { id };
    },
  ],
  [
    "order-edit.declined",
    async () => {
      const { id } = await aRequestedEdit();
      await make(`/store/order-edits/${id}/decline`, undefined, shop.visitor());
      return { id };
    },
  ],
  ["order-edit-item-change.CREATED", async () => ({ id: (await aDearerEdit()).changes[0].id })],
  [
    "order-edit-item-change.DELETED",
    async () => {
      const { id, changes } = await aDearerEdit();
      await remove(`/admin/order-edits/${id}/changes/${changes[0].id}`);
      return { ids: [changes[0].id] };
    },
  ],
  [
    "payment-collection.created",
    async () => including({ id: (await aRequestedEdit()).payment_collection_id, status: "not_paid" }),
  ],
  [
    "payment-collection.updated",
    async () => {
      const { payment_collection_id: id } = await aRequestedEdit();
      await make(`/admin/payment-collections/${id}`, { description: "more" });
      return including({ id, description: "more" });
    },
  ],
  [
    "payment-collection.payment_authorized",
    async () => {
      const { payment_collection_id: id } = await aRequestedEdit();
      await make(`/admin/payment-collections/${id}/authorize`);
      return including({ id, status: "authorized" });
    },
  ],
  [
    "payment-collection.deleted",
    async () => {
      const { payment_collection_id: id } = await aRequestedEdit();
      await remove(`/admin/payment-collections/${id}`);
      return including({ id });
    },
  ],
  ["draft_order.created", async () => ({ id: (await aDraft()).id })],
  [
    "draft_order.updated",
    async () => {
      const { id } = await aDraft();
      await make(`/admin/draft-orders/${id}`, { no_notification_order: true });
      return { id };
    },
  ],
  [
    "order-update-token.created",
    async () => {
      const order = await anOrder();
      const browser = shop.visitor();
      const customer = await make("/store/customers", customerDetails(), browser);
      await browser.post("/store/orders/batch/customer/token", { order_ids: [order.id] });
      return {
        old_email: order.email,
        new_customer_id: customer.id,
        orders: [order.id],
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      };
    },
  ],
  [
    "reservation-items.bulk-created",
    async () => {
      const visitor = shop.visitor();
      const { variantId, itemId } = await aVariantAtLocation(checkout, 5);
      const items = [{ variant_id: variantId, quantity: 1 }];
      await complete(visitor, await aReadyCart(visitor, checkout, { items }));
      const { body } = await admin.get(`/admin/reservations?inventory_item_id[]=${itemId}`);
      return { ids: body.reservations.map(({ id }: { id: string }) => id) };
    },
  ],
  ["product.created", async () => ({ id: (await aProduct()).id })],
  [
    "product.updated",
    async () => {
      const { id } = await aProduct();
      await make(`/admin/products/${id}`, { title: `Announced product ${next()}`, subtitle: "new" });
      return { id, fields: ["title", "subtitle"] };
    },
  ],
  [
    "product.deleted",
    async () => {
      const { id } = await aProduct();
      await remove(`/admin/products/${id}`);
      return { id };
    },
  ],
  [
    "product-variant.created",
    async () => {
      const { id, options } = await aProduct();
      const body = { title: "M", prices: [], options: [{ option_id: options[0].id, value: "M" }] };
      const { variants } = await make(`/admin/products/${id}/variants`, body);
      return { id: variants.find((each: { title: string }) => each.title === "M").id, product_id: id };
    },
  ],
  [
    "product-variant.updated",
    async () => {
      const { id, variants } = await aProduct();
      await make(`/admin/products/${id}/variants/${variants[0].id}`, { title: "Small", prices: [] });
      return { id: variants[0].id, product_id: id, fields: ["title", "prices"] };
    },
  ],
  [
    "product-variant.deleted",
    async () => {
      const { id, variants } = await aProduct();
      await remove(`/admin/products/${id}/variants/${variants[0].id}`);
      return { id: variants[0].id, product_id: id, metadata: { color: "red" } };
    },
  ],
  ["product-category.created", async () => ({ id: (await aCategory()).id })],
  [
    "product-category.updated",
    async () => {
      const { id } = await aCategory();
      await make(`/admin/product-categories/${id}`, { name: `Category ${next()}` });
      return { id };
    },
  ],
  [
    "product-category.deleted",
    async () => {
      const { id } = await aCategory();
      await remove(`/admin/product-categories/${id}`);
      return { id };
    },
  ],
  ["product-collection.created", async () => ({ id: (await aCollection()).id })],
  [
    "product-collection.updated",
    async () => {
      const { id } = await aCollection();
      await make(`/admin/collections/${id}`, { title: `Collection ${next()}` });
      return { id };
    },
  ],
  [
    "product-collection.deleted",
    async () => {
      const { id } = await aCollection();
      await remove(`/admin/collections/${id}`);
      return { id };
    },
  ],
  [
    "product-collection.products_added",
    async () => {
      const [{ id, title }, product] = [await aCollection(), await aProduct()];
      await make(`/admin/collections/${id}/products/batch`, { product_ids: [product.id] });
      return including({ productCollection: including({ id, title }), productIds: [product.id] });
    },
  ],
  [
    "product-collection.products_removed",
    async () => {
      const [{ id, title }, product] = [await aCollection(), await aProduct()];
      await make(`/admin/collections/${id}/products/batch`, { product_ids: [product.id] });
      await remove(`/admin/collections/${id}/products/batch`, { product_ids: [product.id] });
      return including({ productCollection: including({ id, title }), productIds: [product.id] });
    },
  ],
  ["publishable_api_key.created", async () => ({ id: (await aKey()).id })],
  [
    "publishable_api_key.revoked",
    async () => {
      const { id } = await aKey();
      await make(`/admin/publishable-api-keys/${id}/revoke`);
      return { id };
    },
  ],
  ["region.created", async () => ({ id: (await aRegion()).id })],
  [
    "region.updated",
    async () => {
      const { id } = await aRegion();
      await make(`/admin/regions/${id}`, { name: `Region ${next()}` });
      return { id, fields: ["name"] };
    },
  ],
  [
    "region.deleted",
    async () => {
      const { id } = await aRegion();
      await remove(`/admin/regions/${id}`);
      return { id };
    },
  ],
  ["sales_channel.created", async () => ({ id: (await aChannel()).id })],
  [
    "sales_channel.updated",
    async () => {
      const { id } = await aChannel();
      await make(`/admin/sales-channels/${id}`, { description: "new" });
      return { id };
    },
  ],
  [
    "sales_channel.deleted",
    async () => {
      const { id } = await aChannel();
      await remove(`/admin/sales-channels/${id}`);
      return { id };
    },
  ],
  ["user.created", async () => ({ id: (await aUser()).id })],
  [
    "user.updated",
    async () => {
      const { id } = await aUser();
      await make(`/admin/users/${id}`, { first_name: "New" });
      return { id };
    },
  ],
  [
    "user.deleted",
    async () => {
      const { id } = await aUser();
      await remove(`/admin/users/${id}`);
      return { id };
    },
  ],
  [
    "user.password_reset",
    async () => {
      const { email } = await aUser();
      await shop.visitor().post("/admin/users/password-token", { email });
      return { email, token: expect.any(String) };
    },
  ],
  ["inventory-item.created", async () => ({ id: (await anItem()).id })],
  [
    "inventory-item.updated",
    async () => {
      const { id } = await anItem();
      await make(`/admin/inventory-items/${id}`, { title: "new" });
      return { id };
    },
  ],
  [
    "inventory-item.deleted",
    async () => {
      const { id } = await anItem();
      await remove(`/admin/inventory-items/${id}`);
      return { id };
    },
  ],
  ["inventory-level.created", async () => ({ id: (await aLevel()).level.id })],
  [
    "inventory-level.updated",
    async () => {
      const { item, location, level } = await aLevel();
      await make(`/admin/inventory-items/${item.id}/location-levels/${location.id}`, { stocked_quantity: 9 });
      return { id: level.id };
    },
  ],
  [
    "inventory-level.deleted",
    async () => {
      const { item, location, level } = await aLevel();
      await remove(`/admin/inventory-items/${item.id}/location-levels/${location.id}`);
      return { id: level.id };
    },
  ],
  ["reservation-item.created", async () => ({ id: (await aReservation()).id })],
  [
    "reservation-item.updated",
    async () => {
      const { id } = await aReservation();
      await make(`/admin/reservations/${id}`, { quantity: 2 });
      return { id };
    },
  ],
  [
    "reservation-item.deleted",
    async () => {
      const { id } = await aReservation();
      await remove(`/admin/reservations/${id}`);
      return { id };
    },
  ],
  ["stock-location.created", async () => ({ id: (await aLocation()).id })],
  [
    "stock-location.updated",
    async () => {
      const { id } = await aLocation();
      await make(`/admin/stock-locations/${id}`, { name: `Depot ${next()}` });
      return { id };
    },
  ],
  [
    "stock-location.deleted",
    async () => {
      const { id } = await aLocation();
      await remove(`/admin/stock-locations/${id}`);
      return { id };
    },
  ],
];

/** Changes that v1 does not announce. */
const beyond: typeof operations = [
  [
    "payment_link.created",
    async () => {
      const { cart_id } = await aDraft();
      await make("/admin/payment-links", { cart_id });
      return { id: cart_id };
    },
  ],
  [
    "payment_link.revoked",
    async () => {
      const { cart_id } = await aDraft();
      await make("/admin/payment-links", { cart_id });
      await remove(`/admin/payment-links/${cart_id}`);
      return { id: cart_id };
    },
  ],
  [
    "order-edit.deleted",
    async () => {
      const { id } = await anEdit();
      await remove(`/admin/order-edits/${id}`);
      return { id };
    },
  ],
  [
    "draft_order.deleted",
    async () => {
      const { id } = await aDraft();
      await remove(`/admin/draft-orders/${id}`);
      return { id };
    },
  ],
  ["customer-group.created", async () => ({ id: (await aGroup()).id })],
  [
    "customer-group.customers_added",
    async () => {
      const [group, customer] = [await aGroup(), await aCustomer(shop)];
      await make(`/admin/customer-groups/${group.id}/customers/batch`, {
        customer_ids: [{ id: customer.id }],
      });
      return { id: group.id, customer_ids: [customer.id] };
    },
  ],
  [
    "discount.updated",
    async () => {
      const { id } = await aDiscount();
      await make(`/admin/discounts/${id}`, { is_disabled: true });
      return { id, fields: ["is_disabled"] };
    },
  ],
  [
    "discount.deleted",
    async () => {
      const { id } = await aDiscount();
      await remove(`/admin/discounts/${id}`);
      return { id };
    },
  ],
  [
    "gift_card.updated",
    async () => {
      const { id } = await aCard();
      await make(`/admin/gift-cards/${id}`, { is_disabled: true });
      return { id };
    },
  ],
  [
    "invite.deleted",
    async () => {
      const { id } = await anInvite();
      await remove(`/admin/invites/${id}`);
      return { id };
    },
  ],
  ["price-list.created", async () => ({ id: (await aPriceList()).id })],
  ["return-reason.created", async () => ({ id: (await aReason()).id })],
  ["tax-rate.created", async () => ({ id: (await aTaxRate()).id })],
  ["shipping-option.created", async () => ({ id: (await anOption()).id })],
  [
    "shipping-option.updated",
    async () => {
      const { id } = await anOption();
      await make(`/admin/shipping-options/${id}`, { amount: 2, requirements: [] });
      return { id, fields: ["amount", "requirements"] };
    },
  ],
  [
    "shipping-option.deleted",
    async () => {
      const { id } = await anOption();
      await remove(`/admin/shipping-options/${id}`);
      return { id };
    },
  ],
  ["shipping-profile.created", async () => ({ id: (await aProfile()).id })],
  [
    "shipping-profile.updated",
    async () => {
      const { id } = await aProfile();
      await make(`/admin/shipping-profiles/${id}`, { name: `Profile ${next()}`, products: [] });
      return { id, fields: ["name", "products"] };
    },
  ],
  [
    "shipping-profile.deleted",
    async () => {
      const { id } = await aProfile();
      await remove(`/admin/shipping-profiles/${id}`);
      return { id };
    },
  ],
  [
    "store.updated",
    async () => {
      const { id } = await make("/admin/store", { name: `Shop ${next()}` });
      return { id, fields: ["name"] };
    },
  ],
];

const eventsSince = (seq: number) =>
  shop.db.run<{ seq: number; name: string; entity_id: string | null; data: Data }>({
    text: "select seq, name, entity_id, data from tradewind.event where seq > $1 order by seq",
    values: [seq],
  });
const lastSeq = async () => (await eventsSince(0)).at(-1)?.seq ?? 0;

describe.each([
  ["an event of v1", operations],
  ["an event beside those of v1", beyond],
])("%s", (_, table) => {
  it.each(table)("%s is announced by its operation", async (name, operate) => {
    const before = await lastSeq();
    const expected = await operate();
    const told = (await eventsSince(before)).filter((event) => event.name === name);
    // As subscribers get them: with the tokens that the log does not have.
    expect((await delivered(shop.db, name)).slice(-told.length)).toContainEqual(expected);
    for (const { data, entity_id } of told) expect(entity_id).toBe(data["id"] ?? data["code"] ?? null);
  });
});

describe("the log of all of that", () => {
  it("has events that modules declare, with data of the declared type", async () => {
    const types = modules.flatMap((module) => Object.entries(module.events?.types ?? {}));
    const typeOf = (name: string) => types.find(([declared]) => matches(declared, name))?.[1];
    const events = await eventsSince(0);
    const wrong = events.filter(({ name, data }) => {
      const type = typeOf(name);
      return !type || !Value.Check(type, data);
    });
    expect(wrong).toEqual([]);
    expect(new Set(events.map(({ name }) => name)).size).toBeGreaterThan(80);
  });

  it("has no password, no hash of one and no token in it", async () => {
    const text = JSON.stringify(await eventsSince(0));
    expect(text).not.toMatch(/password_hash|\$argon2|a long password|correct horse|eyJ/);
  });

  it("has no event of a refused or rolled back change", async () => {
    const { id } = await aCollection();
    const before = await lastSeq();
    const refusals = await Promise.all([
      admin.post("/admin/collections", { title: "" }),
      admin.post(`/admin/collections/${id}`, { handle: "" }),
      admin.post("/admin/collections/pcol_unknown", { title: "new" }),
      admin.delete("/admin/collections/pcol_unknown"),
      admin.post("/admin/users", { email: "admin@example.com", password: "a password" }),
      admin.delete("/admin/invites/invite_unknown"),
      admin.delete("/admin/shipping-options/so_unknown"),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 404, 404, 400, 200, 200]);
    expect(await eventsSince(before)).toEqual([]);
  });
});
