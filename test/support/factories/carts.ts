import { newId } from "../../../src/kernel/ids.ts";
import type { Answer, Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { aRegion, freeCountries } from "./regions.ts";

export interface ShownLine {
  variant: { inventory_quantity: number };
  id: string;
  variant_id: string;
  title: string;
  quantity: number;
  unit_price: number;
  includes_tax: boolean;
  has_shipping: boolean;
  metadata: Record<string, unknown>;
  adjustments: { discount_id: string; amount: number }[];
  tax_lines: { rate: number; name: string; code: string | null }[];
  subtotal: number;
  discount_total: number;
  raw_discount_total: number;
  tax_total: number;
  total: number;
  original_total: number;
}

export interface ShownSession {
  id: string;
  provider_id: string;
  is_selected: boolean | null;
  is_initiated: boolean;
  status: string;
  amount: number;
  data: Record<string, unknown>;
}

export interface ShownAddress {
  id: string;
  first_name: string | null;
  city: string | null;
  country_code: string | null;
  metadata: Record<string, unknown> | null;
}

export interface ShownCart {
  id: string;
  email: string | null;
  customer_id: string | null;
  customer?: Record<string, unknown>;
  region_id: string;
  sales_channel_id: string | null;
  completed_at: string | null;
  context: Record<string, unknown>;
  shipping_address: ShownAddress | null;
  billing_address: ShownAddress | null;
  items: ShownLine[];
  discounts: { id: string; code: string }[];
  gift_cards: { id: string; code: string; balance: number }[];
  shipping_methods: { id: string; shipping_option_id: string; price: number; total: number }[];
  payment_session?: ShownSession;
  payment_sessions: ShownSession[];
  updated_at: string;
  subtotal: number;
  discount_total: number;
  shipping_total: number;
  tax_total: number;
  gift_card_total: number;
  gift_card_tax_total: number;
  total: number;
}

/** A region that sells to two countries at 10 %. */
export interface Place {
  id: string;
  countries: [string, string];
}

export async function aPlace(shop: TestShop, details: Record<string, unknown> = {}): Promise<Place> {
  const [one, other] = await freeCountries(shop, 2);
  const { id } = await aRegion(shop, { countries: [one, other], ...details });
  return { id, countries: [one!, other!] };
}

/** The cart of an answer. Throws when the request failed. */
export function cartIn({ status, body }: Answer): ShownCart {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.cart;
}

export const aCart = async (client: Client, input: Record<string, unknown> = {}): Promise<ShownCart> =>
  cartIn(await client.post("/store/carts", input));

interface Filled {
  regionId: string;
  variantId: string;
  quantity?: number;
}

/** A cart with one line. */
export const aFilledCart = (client: Client, { regionId, variantId, quantity = 1 }: Filled) =>
  aCart(client, { region_id: regionId, items: [{ variant_id: variantId, quantity }] });

/** A cart that can be completed as it is: a line, a country, an email and an open payment. */
export async function aPayableCart(
  client: Client,
  { place, variantId, quantity = 1 }: { place: Place; variantId: string; quantity?: number },
): Promise<ShownCart> {
  const { id } = await aCart(client, {
    region_id: place.id,
    country_code: place.countries[0],
    items: [{ variant_id: variantId, quantity }],
  });
  await changeCart(client, id, { email: "buyer@example.com" });
  return openSessions(client, id);
}

let guests = 0;

export const guest = () => ({
  email: `guest${++guests}@example.com`,
  shipping_address: { first_name: "Guest", address_1: "Main Street 1", city: "Town", country_code: "us" },
});

interface GuestCart {
  items: { variant_id: string; quantity: number }[];
  discounts?: { code: string }[];
  gift_cards?: { code: string }[];
  /** Without one the cart has no shipping method. */
  shippingOptionId?: string;
}

/** The id of a cart of a guest with an address in the United States, ready to be completed. */
export async function aReadyCart(
  client: Client,
  { regionId }: { regionId: string },
  { items, shippingOptionId, ...codes }: GuestCart,
): Promise<string> {
  const { id } = await aCart(client, { region_id: regionId, items });
  await changeCart(client, id, { ...guest(), ...codes });
  if (shippingOptionId) await ship(client, id, shippingOptionId);
  await openSessions(client, id);
  return id;
}

/** Completes a cart, with an idempotency key if there is one. */
export const complete = (client: Client, cartId: string, key?: string): Promise<Answer> =>
  client.post(
    `/store/carts/${cartId}/complete`,
    undefined,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );

export const readCart = async (client: Client, id: string): Promise<ShownCart> =>
  cartIn(await client.get(`/store/carts/${id}`));

export const changeCart = async (client: Client, id: string, changes: unknown): Promise<ShownCart> =>
  cartIn(await client.post(`/store/carts/${id}`, changes));

export const addLine = async (client: Client, id: string, variantId: string, quantity = 1) =>
  cartIn(await client.post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity }));

export const ship = async (client: Client, id: string, optionId: string): Promise<ShownCart> =>
  cartIn(await client.post(`/store/carts/${id}/shipping-methods`, { option_id: optionId }));

export const openSessions = async (client: Client, id: string): Promise<ShownCart> =>
  cartIn(await client.post(`/store/carts/${id}/payment-sessions`));

/** Every row that belongs to a cart, and the number of its events: equal before and after means nothing changed. */
export async function rowsOf({ db }: TestShop, cartId: string): Promise<unknown> {
  const [rows] = await db.run({
    text: `select (select to_json(cart) from cart where id = $1) as cart,
      (select json_agg(line order by line.id) from line_item line where cart_id = $1) as lines,
      (select json_agg(each order by each.id) from line_item_adjustment each
        join line_item line on line.id = each.item_id where line.cart_id = $1) as adjustments,
      (select json_agg(each order by each.id) from shipping_method each where cart_id = $1) as methods,
      (select json_agg(each order by each.id) from payment_session each where cart_id = $1) as sessions,
      (select json_agg(each order by each.discount_id) from cart_discounts each where cart_id = $1) as discounts,
      (select json_agg(each order by each.gift_card_id) from cart_gift_cards each where cart_id = $1) as cards,
      (select json_agg(address order by address.id) from address, cart where cart.id = $1
        and address.id in (cart.shipping_address_id, cart.billing_address_id)) as addresses,
      (select count(*) from tradewind.event where entity_id = $1) as events`,
    values: [cartId],
  });
  return rows;
}

/** The names of the events of a cart, oldest first. */
export async function eventsOf({ db }: TestShop, cartId: string): Promise<string[]> {
  const events = await db.run<{ name: string }>({
    text: "select name from tradewind.event where entity_id = $1 order by seq",
    values: [cartId],
  });
  return events.map(({ name }) => name);
}

/** Marks the cart as completed, as if it had become an order. */
export const completeByHand = ({ db }: TestShop, cartId: string) =>
  db.run({ text: "update cart set completed_at = now() where id = $1", values: [cartId] });

/** Shipping of a swap or draft order, at the price that was agreed. */
export const agreeOnShipping = ({ db }: TestShop, cartId: string, optionId: string, price: number) =>
  db.run({
    text: `insert into custom_shipping_option (id, cart_id, shipping_option_id, price) values ($1, $2, $3, $4)`,
    values: [newId("cso"), cartId, optionId, price],
  });

/** The sums of a cart. */
export const moneyOf = ({ subtotal, discount_total, shipping_total, tax_total, total }: ShownCart) => ({
  subtotal,
  discount_total,
  shipping_total,
  tax_total,
  total,
});

export const refused = ({ status, body }: Answer) => ({ status, type: body.type, message: body.message });
