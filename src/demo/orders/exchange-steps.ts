import { getOrThrow } from "../load/make-missing.ts";
import { type OrderWork, optionOf, returnOptionOf, type Step, trackingOf } from "./order-work.ts";
import type { StepName } from "./stories.ts";

type Kind = "swaps" | "claims";

const quiet = { no_notification: true };
const isFree = { price: 0 };

const pathOf = ({ order }: OrderWork) => `/admin/orders/${order.id}`;
const exchangeOf = ({ order }: OrderWork, kind: Kind) => order[kind][0]!;
const firstLine = ({ order }: OrderWork) => ({
  item_id: order.items[0]!.id,
  quantity: order.items[0]!.quantity,
});
const standard = (work: OrderWork) => optionOf(work, work.plan.region.shipping[0]!.name);

const packing = (kind: Kind): Step => ({
  isDone: (work) => exchangeOf(work, kind).fulfillments.length > 0,
  take: (work) => work.api.post(`${pathOf(work)}/${kind}/${exchangeOf(work, kind).id}/fulfillments`, quiet),
});

const shipping = (kind: Kind): Step => ({
  isDone: (work) => exchangeOf(work, kind).fulfillments.some(({ shipped_at }) => shipped_at !== null),
  take: (work) => {
    const { id, fulfillments } = exchangeOf(work, kind);
    return work.api.post(`${pathOf(work)}/${kind}/${id}/shipments`, {
      fulfillment_id: fulfillments[0]!.id,
      tracking_numbers: [trackingOf(work.plan, kind)],
      ...(kind === "swaps" ? quiet : {}),
    });
  },
});

const claiming = (bodyOf: (work: OrderWork) => object): Step => ({
  isDone: ({ order }) => order.claims.length > 0,
  take: (work) => work.api.post(`${pathOf(work)}/claims`, { ...bodyOf(work), ...quiet }),
});

/** Swaps and claims. */
export const exchangeSteps = {
  requestSwap: {
    isDone: ({ order }) => order.swaps.length > 0,
    take: (work) =>
      work.api.post(`${pathOf(work)}/swaps`, {
        return_items: [firstLine(work)],
        return_shipping: { option_id: returnOptionOf(work), ...isFree },
        additional_items: [
          {
            variant_id: getOrThrow(work.known.variants, work.plan.other.sku),
            quantity: work.plan.other.quantity,
          },
        ],
        ...quiet,
      }),
  },
  confirmSwap: {
    isDone: (work) => exchangeOf(work, "swaps").confirmed_at !== null,
    take: async (work) => {
      const cart = `/store/carts/${exchangeOf(work, "swaps").cart_id}`;
      await work.buyer.post(`${cart}/shipping-methods`, { option_id: standard(work) });
      await work.buyer.post(`${cart}/payment-sessions`);
      await work.buyer.post(`${cart}/complete`);
    },
  },
  settleSwap: {
    isDone: (work) => ["captured", "difference_refunded"].includes(exchangeOf(work, "swaps").payment_status),
    take: (work) => work.api.post(`${pathOf(work)}/swaps/${exchangeOf(work, "swaps").id}/process-payment`),
  },
  packSwap: packing("swaps"),
  shipSwap: shipping("swaps"),
  receiveSwap: {
    isDone: (work) => exchangeOf(work, "swaps").return_order?.status === "received",
    take: (work) =>
      work.api.post(`/admin/returns/${exchangeOf(work, "swaps").return_order!.id}/receive`, {
        items: [firstLine(work)],
      }),
  },
  claimRefund: claiming((work) => ({
    type: "refund",
    claim_items: [{ ...firstLine(work), reason: "missing_item", note: "It was not in the parcel." }],
  })),
  claimReplacement: claiming((work) => ({
    type: "replace",
    claim_items: [{ ...firstLine(work), reason: "production_failure", note: "A seam came open." }],
    additional_items: [
      { variant_id: work.order.items[0]!.variant_id, quantity: work.order.items[0]!.quantity },
    ],
    shipping_methods: [{ option_id: standard(work), ...isFree }],
  })),
  packClaim: packing("claims"),
  shipClaim: shipping("claims"),
} satisfies Partial<Record<StepName, Step>>;
