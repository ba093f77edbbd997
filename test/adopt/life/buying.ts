import type { Api, Body } from "../api.ts";
import { addressIn } from "./people.ts";
import type { Customer, Region, Shop } from "./shop.ts";

/** What one purchase is like. All of it follows from its number, so that a longer life has the same beginning. */
interface Purchase {
  number: number;
  /** What is to become of it: kept with the cart, so that it is found again. */
  fate: string;
  region: Region;
  customer: Customer | undefined;
  api: Api;
}

export function purchaseOf(shop: Shop, number: number, fate = "none"): Purchase {
  const region = shop.regions[number % 4]!;
  const customer = number % 5 < 2 ? shop.customers[number % shop.customers.length] : undefined;
  return { number, fate, region, customer, api: customer?.api ?? shop.visitor };
}

/** Which code the regions take. */
function codesFor({ codes }: Shop, { number, region }: Purchase): { code: string }[] {
  const code = codes[Math.floor(number / 4) % (codes.length * 2)];
  if (!code || (code === "FIXEDTOTAL" && region.name !== "North")) return [];
  if (code === "FIXEDITEM" && region.name !== "South") return [];
  return [{ code }];
}

function itemsFor({ variantIds, giftCardVariantIds }: Shop, { number }: Purchase) {
  const variant = (place: number) => variantIds[place % variantIds.length];
  const items = [
    { variant_id: variant(number), quantity: 3 },
    { variant_id: variant(number * 3 + 5), quantity: 2 },
  ];
  if (number % 11 === 7) items.push({ variant_id: giftCardVariantIds[number % 2], quantity: 1 });
  return items;
}

/** A cart as far as its owner has come. */
export async function aCart(shop: Shop, purchase: Purchase): Promise<Body> {
  const { api, region } = purchase;
  const { cart } = await api.post("/store/carts", {
    region_id: region.id,
    country_code: region.country,
    items: itemsFor(shop, purchase),
    context: { fate: purchase.fate, campaign: ["autumn", 7, null] },
  });
  if (purchase.number % 6 > 0) return cart;
  const line = {
    variant_id: shop.variantIds[3],
    quantity: 1,
    metadata: { engraving: "Ü", lines: [1, null] },
  };
  return (await api.post(`/store/carts/${cart.id}/line-items`, line)).cart;
}

export async function withAddress(shop: Shop, purchase: Purchase, cart: Body): Promise<Body> {
  const { api, number, region, customer } = purchase;
  const address = addressIn(region.country, number);
  const isPaidByCard = number % 13 === 5;
  const { cart: addressed } = await api.post(`/store/carts/${cart.id}`, {
    email: customer?.email ?? `guest${number % 40}@example.com`,
    shipping_address: address,
    billing_address: number % 3 ? address : addressIn(region.country, number + 1),
    discounts: codesFor(shop, purchase),
    ...(isPaidByCard && { gift_cards: [{ code: shop.giftCodes[number % 4] }] }),
  });
  return addressed;
}

export async function withDelivery(_: Shop, { api, region, number }: Purchase, cart: Body): Promise<Body> {
  const option_id = number % 4 === 1 ? region.express : region.delivery;
  await api.post(`/store/carts/${cart.id}/shipping-methods`, { option_id });
  return (await api.post(`/store/carts/${cart.id}/payment-sessions`)).cart;
}

export async function anOrder(shop: Shop, number: number, fate: string): Promise<Body> {
  const purchase = purchaseOf(shop, number, fate);
  const cart = await aCart(shop, purchase);
  await withAddress(shop, purchase, cart);
  await withDelivery(shop, purchase, cart);
  const { type, data } = await complete(purchase, cart);
  if (type !== "order") throw new Error(`purchase ${number} became a ${type}`);
  return withRegion(data, purchase.region);
}

/** Another purchase may have used up the gift card since the payment was prepared: then v1 refuses, and the customer pays. */
async function complete({ api }: Purchase, { id }: Body): Promise<Body> {
  try {
    return await api.post(`/store/carts/${id}/complete`);
  } catch (error) {
    if (!String(error).includes("does not contain a payment method")) throw error;
    await api.post(`/store/carts/${id}/payment-sessions`);
    return await api.post(`/store/carts/${id}/complete`);
  }
}

/** v1 promises no order of lines: the first one has most pieces. */
export const withRegion = (order: Body, region: Region): Body => ({
  ...order,
  items: order.items.sort((one: Body, other: Body) => other.quantity - one.quantity),
  region,
});
