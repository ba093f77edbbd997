import type { Db } from "../../db/database.ts";
import { addressOf } from "../load/seed-addresses.ts";
import { getOrThrow } from "../lookup.ts";
import type { ShopApi } from "../shop-api.ts";
import { findCart, findDraft, findOrder, markPlaced } from "./order-marks.ts";
import type { PlannedOrder } from "./order-plan.ts";
import { type Known, type OrderWork, optionOf } from "./order-work.ts";

type Beginning = Pick<OrderWork, "api" | "buyer" | "plan" | "known"> & { db: Db };

/** Finds or creates the order of the plan. `orderId` is null if it stays a draft. */
export async function beginOrder(
  work: Beginning,
): Promise<{ orderId: string | null; draftId: string | null }> {
  const { db, plan } = work;
  if (plan.origin === "cart") {
    const orderId = (await findOrder(db, plan.number)) ?? (await buy(work));
    return { orderId, draftId: null };
  }
  const draftId = (await findDraft(db, plan.number)) ?? (await draft(work));
  if (plan.origin === "open draft") return { orderId: null, draftId };
  return { orderId: (await findOrder(db, plan.number)) ?? (await pay(work.api, draftId)), draftId };
}

const linesOf = ({ lines }: PlannedOrder, { variants }: Known) =>
  lines.map(({ sku, quantity }) => ({ variant_id: getOrThrow(variants, sku), quantity }));

/** Deleted accounts buy as guests. */
const isKnown = ({ buyer }: PlannedOrder, { customers }: Known) =>
  !buyer.isGuest && customers.has(buyer.email);

const codesOf = ({ discount }: PlannedOrder) => (discount ? { discounts: [{ code: discount }] } : {});

/** As a storefront does it: cart, addresses, shipping, payment, completion. */
async function buy({ db, buyer, plan, known }: Beginning): Promise<string> {
  const cartId = (await findCart(db, plan.number)) ?? (await fill({ buyer, plan, known }));
  const cart = `/store/carts/${cartId}`;
  const address = addressOf(plan.buyer);
  await buyer.post(cart, {
    ...(isKnown(plan, known) ? {} : { email: plan.buyer.email }),
    shipping_address: address,
    billing_address: address,
    ...codesOf(plan),
  });
  await buyer.post(`${cart}/shipping-methods`, { option_id: optionOf({ plan, known }, plan.shipping) });
  await buyer.post(`${cart}/payment-sessions`);
  const done = await markPlaced(db, { cartId, number: plan.number }, () =>
    buyer.post<{ data: { id: string } }>(`${cart}/complete`),
  );
  return done.data.id;
}

async function fill({ buyer, plan, known }: Pick<Beginning, "buyer" | "plan" | "known">): Promise<string> {
  const { cart } = await buyer.post<{ cart: { id: string } }>("/store/carts", {
    region_id: getOrThrow(known.regions, plan.region.name),
    items: linesOf(plan, known),
    context: { demo: plan.number },
  });
  return cart.id;
}

/** As an admin does it, on the telephone. */
async function draft({ api, plan, known }: Beginning): Promise<string> {
  const address = addressOf(plan.buyer);
  const customerId = known.customers.get(plan.buyer.email);
  const { draft_order } = await api.post<{ draft_order: { id: string } }>("/admin/draft-orders", {
    email: plan.buyer.email,
    ...(customerId ? { customer_id: customerId } : {}),
    region_id: getOrThrow(known.regions, plan.region.name),
    items: linesOf(plan, known),
    shipping_methods: [{ option_id: optionOf({ plan, known }, plan.shipping) }],
    shipping_address: address,
    billing_address: address,
    ...codesOf(plan),
    no_notification_order: true,
    metadata: { demo: plan.number },
  });
  return draft_order.id;
}

const pay = async (api: ShopApi, draftId: string): Promise<string> =>
  (await api.post<{ order: { id: string } }>(`/admin/draft-orders/${draftId}/pay`)).order.id;
