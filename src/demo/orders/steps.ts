import { getOrThrow } from "../load/make-missing.ts";
import { exchangeSteps } from "./exchange-steps.ts";
import { type OrderWork, returnOptionOf, type Step, trackingOf } from "./order-work.ts";
import type { StepName } from "./stories.ts";

interface Edit {
  id: string;
  status: string;
  changes: unknown[];
  payment_collection: { id: string; status: string } | null;
}

const edits = "/admin/order-edits";

async function editOf({ api, order }: OrderWork): Promise<Edit | undefined> {
  const found = await api.get<{ order_edits: Edit[] }>(edits, { order_id: order.id });
  return found.order_edits[0];
}

const begin = async ({ api, order }: OrderWork): Promise<Edit> =>
  (
    await api.post<{ order_edit: Edit }>(edits, {
      order_id: order.id,
      internal_note: "By telephone: one more thing is to come along.",
    })
  ).order_edit;

/** The customer orders more. */
const editSteps = {
  requestEdit: {
    isDone: async (work) => ["requested", "confirmed"].includes((await editOf(work))?.status ?? ""),
    take: async (work) => {
      const { id, changes } = (await editOf(work)) ?? (await begin(work));
      const { sku, quantity } = work.plan.other;
      if (changes.length === 0) {
        await work.api.post(`${edits}/${id}/items`, {
          variant_id: getOrThrow(work.known.variants, sku),
          quantity,
        });
      }
      await work.api.post(`${edits}/${id}/request`);
    },
  },
  confirmEdit: {
    isDone: async (work) => (await editOf(work))?.status === "confirmed",
    take: async (work) => {
      const { id, payment_collection: collection } = (await editOf(work))!;
      if (collection && collection.status !== "authorized") {
        await work.api.post(`/admin/payment-collections/${collection.id}/authorize`);
      }
      await work.api.post(`${edits}/${id}/confirm`);
    },
  },
} satisfies Partial<Record<StepName, Step>>;

const quiet = { no_notification: true };

const pathOf = ({ order }: OrderWork) => `/admin/orders/${order.id}`;
const pieces = ({ id, quantity }: { id: string; quantity: number }) => ({ item_id: id, quantity });
const first = <T>(list: readonly T[]): T[] => list.slice(0, 1);

const packing = (chosen: typeof first | null): Step => ({
  isDone: ({ order }) => order.fulfillments.length > 0,
  take: (work) => {
    const items = chosen ? chosen(work.order.items) : work.order.items;
    return work.api.post(`${pathOf(work)}/fulfillment`, { items: items.map(pieces), ...quiet });
  },
});

const asking = (chosen: typeof first | null): Step => ({
  isDone: ({ order }) => order.returns.length > 0,
  take: (work) => {
    const items = chosen ? chosen(work.order.items) : work.order.items;
    const reasons = [...work.known.reasons.values()];
    return work.api.post(`${pathOf(work)}/return`, {
      items: items.map((line) => ({
        ...pieces(line),
        reason_id: reasons[work.plan.number % reasons.length],
      })),
      // A customer who returns all goods does not pay for the return shipping.
      return_shipping: { option_id: returnOptionOf(work), ...(chosen ? {} : { price: 0 }) },
      ...quiet,
    });
  },
});

const receiving = (chosen: typeof first | null): Step => ({
  isDone: ({ order }) => order.returns.some(({ status }) => status !== "requested"),
  take: ({ api, order }) => {
    const [back] = order.returns;
    const items = chosen ? chosen(back!.items) : back!.items;
    return api.post(`/admin/returns/${back!.id}/receive`, {
      items: items.map(({ item_id, quantity }) => ({ item_id, quantity })),
    });
  },
});

const refunding = (amountOf: (refundable: number) => number, reason: string): Step => ({
  isDone: ({ order }) => order.refunds.some((refund) => refund.reason === reason),
  take: (work) => {
    const body = {
      amount: amountOf(work.order.refundable_amount),
      reason,
      note: reason === "discount" ? "For the scratch on the buckle" : "Lost in the post",
      ...quiet,
    };
    // A payment that was in progress when a load was interrupted is not visible yet.
    return work.api.post(`${pathOf(work)}/refund`, body, `demo-refund-${work.order.id}`);
  },
});

const closing = (action: string, states: readonly string[]): Step => ({
  isDone: ({ order }) => states.includes(order.status),
  take: (work) => work.api.post(`${pathOf(work)}/${action}`),
});

const notes = [
  "Called: the parcel is to be left with the neighbour.",
  "Customer sent pictures, see the mail of this morning.",
  "Address was checked by telephone.",
];

const noting: Step = {
  isDone: async ({ api, order }) =>
    (await api.get<{ count: number }>("/admin/notes", { resource_id: order.id })).count > 0,
  take: ({ api, order, plan }) =>
    api.post("/admin/notes", {
      resource_id: order.id,
      resource_type: "order",
      value: notes[plan.number % notes.length],
    }),
};

export const steps: Readonly<Record<StepName, Step>> = {
  capture: {
    isDone: ({ order }) => order.payments.every(({ captured_at }) => captured_at !== null),
    take: (work) => work.api.post(`${pathOf(work)}/capture`),
  },
  pack: packing(null),
  packFirst: packing(first),
  ship: {
    isDone: ({ order }) => order.fulfillments.some(({ shipped_at }) => shipped_at !== null),
    take: (work) =>
      work.api.post(`${pathOf(work)}/shipment`, {
        fulfillment_id: work.order.fulfillments[0]!.id,
        tracking_numbers: [trackingOf(work.plan, "order")],
        ...quiet,
      }),
  },
  unpack: {
    isDone: ({ order }) => order.fulfillments.some(({ canceled_at }) => canceled_at !== null),
    take: (work) => work.api.post(`${pathOf(work)}/fulfillments/${work.order.fulfillments[0]!.id}/cancel`),
  },
  refund: refunding((refundable) => refundable, "other"),
  refundSome: refunding((refundable) => Math.ceil(refundable / 1000) * 100, "discount"),
  requestReturn: asking(null),
  requestReturnOfFirst: asking(first),
  receive: receiving(null),
  receiveFirst: receiving(first),
  note: noting,
  complete: closing("complete", ["completed", "archived"]),
  archive: closing("archive", ["archived"]),
  cancel: closing("cancel", ["canceled"]),
  ...exchangeSteps,
  ...editSteps,
};
