import type { Schemas } from "@tradewind/client";
import type { Permission } from "../../../data/session/permissions.ts";
import type { Api } from "../../../kit/api/api.ts";
import { everyLine } from "../exchange.ts";
import { type Decision, decisionsFor, finishSwap, sendSwapBy } from "../exchange-actions.ts";
import { type Exchange, readPreview } from "../returns-queries.ts";
import type { Kind } from "../returns-search.ts";

type Order = Schemas["AdminOrder"];
type Line = ReturnType<typeof everyLine>[number];

export const CLAIM_REASONS = ["missing_item", "wrong_item", "production_failure", "other"] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

export interface Pieces {
  quantity: number;
  /** A return reason of the shop, or one of a claim. */
  reason: string | null;
  note: string;
}

export interface NewGood {
  id: string;
  title: string;
  quantity: number;
}

/** What was chosen so far. */
export interface Flow {
  kind: Kind;
  /** By the id of the line. */
  pieces: Record<string, Pieces>;
  /** Whether claimed goods come back. Goods of returns and swaps always do. */
  comesBack: boolean;
  optionId: string | null;
  /** What the customer pays for the way back. Null: the price of the option. */
  shippingPrice: number | null;
  compensation: "refund" | "replace";
  added: NewGood[];
  /** How the new goods are sent, and what the customer pays for it. Null as a price: that of the option. */
  deliveryId: string | null;
  deliveryPrice: number | null;
  /** What happens to the difference of a swap. Null: the usual. */
  decision: Decision | null;
  giftCard: string;
  /** An amount that the user has chosen. Null: the value of the goods. */
  refund: number | null;
  /** The goods are here already: they are received at once. */
  arrived: boolean;
}

export const emptyFlow = (kind: Kind): Flow => ({
  kind,
  pieces: {},
  comesBack: false,
  optionId: null,
  shippingPrice: null,
  compensation: "refund",
  added: [],
  deliveryId: null,
  deliveryPrice: null,
  decision: null,
  giftCard: "",
  refund: null,
  arrived: false,
});

/** How many pieces of a line are in returns that are not received yet. A return of a claim is also one of the order. */
function piecesOnTheirWay({ returns, swaps, claims }: Order, lineId: string): number {
  const ofExchanges = [...swaps, ...claims].flatMap(({ return_order }) =>
    return_order ? [return_order] : [],
  );
  const all = new Map([...returns, ...ofExchanges].map((each) => [each.id, each]));
  return [...all.values()]
    .filter(({ status }) => status === "requested" || status === "requires_action")
    .flatMap(({ items }) => items ?? [])
    .reduce((sum, { item_id, quantity }) => (item_id === lineId ? sum + quantity : sum), 0);
}

/** How many pieces of a line can come back. Only what the customer has can be claimed, also if it is on its way back. */
export const returnable = (order: Order, kind: Kind, line: Line): number => {
  const isClaim = kind === "claim";
  const from = isClaim ? (line.fulfilled_quantity ?? 0) : line.quantity - piecesOnTheirWay(order, line.id);
  return Math.max(0, from - (line.returned_quantity ?? 0));
};

export const linesFor = (order: Order, kind: Kind) =>
  everyLine(order).filter(
    (line) =>
      returnable(order, kind, line) > 0 &&
      // The server takes no gift cards back.
      (kind === "claim" ? line.variant_id !== null : !line.is_giftcard),
  );

export const chosenItems = ({ pieces }: Flow) =>
  Object.entries(pieces)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([item_id, each]) => ({ item_id, ...each }));

export const sendsGoods = ({ kind, compensation }: Flow) =>
  kind === "swap" || (kind === "claim" && compensation === "replace");

const shippingOf = ({ optionId, shippingPrice }: Flow) =>
  optionId ? { option_id: optionId, ...(shippingPrice !== null && { price: shippingPrice }) } : undefined;

const deliveryOf = ({ deliveryId, deliveryPrice }: Flow) =>
  deliveryId ? { option_id: deliveryId, ...(deliveryPrice !== null && { price: deliveryPrice }) } : undefined;

const addedOf = ({ added }: Flow) => added.map(({ id, quantity }) => ({ variant_id: id, quantity }));

/** What the server calculates before anything happens. New goods of a claim are free, so they are not part of it. */
export function exchangeOf(flow: Flow): Exchange {
  const shipping = flow.kind === "claim" ? undefined : shippingOf(flow);
  const delivery = flow.kind === "swap" && flow.added.length > 0 ? deliveryOf(flow) : undefined;
  return {
    return_items: chosenItems(flow).map(({ item_id, quantity }) => ({ item_id, quantity })),
    ...(shipping && { return_shipping: shipping }),
    ...(flow.kind === "swap" && flow.added.length > 0 && { additional_items: addedOf(flow) }),
    ...(delivery && { shipping: delivery }),
  };
}

const withReasons = (flow: Flow) =>
  chosenItems(flow).map(({ item_id, quantity, reason, note }) => ({
    item_id,
    quantity,
    ...(reason && { reason_id: reason }),
    ...(note.trim() && { note: note.trim() }),
  }));

interface Creation {
  flow: Flow;
  may(permission: Permission): boolean;
  /** What went wrong after the exchange was made. */
  onProblem(error: unknown): void;
}

async function createReturn(api: Api, order: Order, { flow }: Creation): Promise<void> {
  const shipping = shippingOf(flow);
  await api.POST("/admin/orders/{id}/return", {
    params: { path: { id: order.id } },
    body: {
      items: withReasons(flow),
      ...(shipping && { return_shipping: shipping }),
      ...(flow.refund !== null && { refund: flow.refund }),
      ...(flow.arrived && { receive_now: true, refund_now: true }),
    },
  });
}

/** Creates the swap, says how the new goods are sent, and settles the difference as it was previewed. */
async function createSwap(api: Api, order: Order, { flow, may, onProblem }: Creation): Promise<void> {
  const shipping = shippingOf(flow);
  const { difference_due: due } = await readPreview(api, order.id, exchangeOf(flow));
  const known = new Set(order.swaps.map(({ id }) => id));
  const { data } = await api.POST("/admin/orders/{id}/swaps", {
    params: { path: { id: order.id } },
    body: {
      return_items: withReasons(flow),
      additional_items: addedOf(flow),
      ...(shipping && { return_shipping: shipping }),
    },
  });
  const made = data!.order.swaps.find(({ id }) => !known.has(id));
  if (!made) return;
  const ref = { orderId: order.id, id: made.id };
  try {
    const { deliveryId: optionId, deliveryPrice: price } = flow;
    if (optionId) await sendSwapBy(api, ref, { optionId, price });
    const decision = flow.decision ?? decisionsFor(due, may)[0] ?? null;
    await finishSwap(api, { ...ref, cartId: made.cart_id!, due, decision, giftCard: flow.giftCard });
  } catch (error) {
    // The swap is made: the page of the order offers the rest.
    onProblem(error);
  }
}

async function createClaim(api: Api, order: Order, { flow }: Creation): Promise<void> {
  const shipping = shippingOf(flow);
  const { deliveryId } = flow;
  await api.POST("/admin/orders/{id}/claims", {
    params: { path: { id: order.id } },
    body: {
      type: flow.compensation,
      claim_items: chosenItems(flow).map(({ item_id, quantity, reason, note }) => ({
        item_id,
        quantity,
        reason: (reason ?? "other") as ClaimReason,
        ...(note.trim() && { note: note.trim() }),
      })),
      ...(flow.comesBack && { return_shipping: shipping ?? {} }),
      ...(flow.compensation === "replace" && {
        additional_items: addedOf(flow),
        // At the cost of the shop.
        ...(deliveryId && { shipping_methods: [{ option_id: deliveryId, price: 0 }] }),
      }),
      ...(flow.compensation === "refund" && flow.refund !== null && { refund_amount: flow.refund }),
    },
  });
}

const creators = { return: createReturn, swap: createSwap, claim: createClaim };

export const createExchange = (api: Api, order: Order, creation: Creation): Promise<void> =>
  creators[creation.flow.kind](api, order, creation);
