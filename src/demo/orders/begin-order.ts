import type { Connection, Db, Tx } from "../../db/database.ts";
import { addressOf } from "../load/load-customers.ts";
import { getOrThrow } from "../load/make-missing.ts";
import type { ShopApi } from "../shop-api.ts";
import { cartSteps, type PlannedOrder, reachedStep } from "./order-plan.ts";
import { type DemoIds, type OrderWork, optionOf } from "./order-work.ts";

type OrderStart = Pick<OrderWork, "api" | "buyer" | "plan" | "known"> & { db: Db };

/** What exists of the plan: null for an order if it stays a draft or a cart. */
interface Begun {
  orderId: string | null;
  draftId: string | null;
  cartId: string | null;
}

/** Finds or creates the order of the plan. */
export async function beginOrder(work: OrderStart): Promise<Begun> {
  const { db, plan } = work;
  const begun: Begun = { orderId: null, draftId: null, cartId: null };
  if (plan.origin === "left cart") return { ...begun, cartId: await leave(work) };
  if (plan.origin === "cart") {
    return { ...begun, orderId: (await findOrder(db, plan.number)) ?? (await buy(work)) };
  }
  const draftId = (await findDraft(db, plan.number)) ?? (await draft(work));
  if (plan.origin === "open draft") return { ...begun, draftId };
  const orderId = (await findOrder(db, plan.number)) ?? (await pay(work.api, draftId));
  return { ...begun, orderId, draftId };
}

const linesOf = ({ lines }: PlannedOrder, { variants }: DemoIds) =>
  lines.map(({ sku, quantity }) => ({ variant_id: getOrThrow(variants, sku), quantity }));

/** Deleted accounts buy as guests. */
const isKnown = ({ buyer }: PlannedOrder, { customers }: DemoIds) =>
  !buyer.isGuest && customers.has(buyer.email);

const codesOf = ({ discount }: PlannedOrder) => (discount ? { discounts: [{ code: discount }] } : {});

/** As a storefront does it: cart, addresses, shipping, payment, completion. */
async function buy({ db, buyer, plan, known }: OrderStart): Promise<string> {
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

/** A cart whose buyer stops at some step. */
async function leave({ db, buyer, plan, known }: OrderStart): Promise<string> {
  const cartId = (await findCart(db, plan.number)) ?? (await fill({ buyer, plan, known }));
  const cart = `/store/carts/${cartId}`;
  const reached = cartSteps.indexOf(reachedStep(plan));
  if (reached >= cartSteps.indexOf("address")) {
    await buyer.post(cart, { shipping_address: addressOf(plan.buyer) });
  }
  if (reached >= cartSteps.indexOf("payment")) {
    await buyer.post(`${cart}/shipping-methods`, { option_id: optionOf({ plan, known }, plan.shipping) });
    await buyer.post(`${cart}/payment-sessions`);
  }
  return cartId;
}

async function fill({ buyer, plan, known }: Pick<OrderStart, "buyer" | "plan" | "known">): Promise<string> {
  const { cart } = await buyer.post<{ cart: { id: string } }>("/store/carts", {
    region_id: getOrThrow(known.regions, plan.region.name),
    items: linesOf(plan, known),
    context: { demo: plan.number },
  });
  return cart.id;
}

/** As an admin does it, on the telephone. */
async function draft({ api, plan, known }: OrderStart): Promise<string> {
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

/**
 * Each cart and order is marked with the number of its plan, in the transaction that creates it: so nothing is created
 * twice after an interrupted load.
 */

const idBy =
  (text: string) =>
  async (on: Connection, number: number): Promise<string | null> =>
    (await on.run<{ id: string }>({ text, values: [number] }))[0]?.id ?? null;

const findOrder = idBy(`select id from "order" where metadata -> 'demo' = to_jsonb($1::integer)`);

const findCart = idBy(`select id from cart
  where context -> 'demo' = to_jsonb($1::integer) and completed_at is null and deleted_at is null`);

const findDraft = idBy(`select draft.id from draft_order draft join cart on cart.id = draft.cart_id
  where cart.metadata -> 'demo' = to_jsonb($1::integer)`);

/** An order that is placed during `place` is marked in its own transaction, and no notification is sent about it. */
async function markPlaced<Result>(
  db: Db,
  { cartId, number }: { cartId: string; number: number },
  place: () => Promise<Result>,
): Promise<Result> {
  const mark = (tx: Tx) =>
    tx.run({
      text: `with placed as (
          update "order" set no_notification = true,
            metadata = coalesce(metadata, '{}') || jsonb_build_object('demo', $2::integer)
          where cart_id = $1 and no_notification is null returning id)
        update tradewind.event set data = data || '{"no_notification": true}'
        where entity_id in (select id from placed) and name = 'order.placed'`,
      values: [cartId, number],
    });
  const hook = async (tx: Tx) => void (await mark(tx));
  db.beforeCommit.add(hook);
  try {
    return await place();
  } finally {
    db.beforeCommit.delete(hook);
  }
}
