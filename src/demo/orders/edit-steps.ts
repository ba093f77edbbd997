import { getOrThrow } from "../lookup.ts";
import type { OrderWork, Step } from "./order-work.ts";
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
export const editSteps = {
  askEdit: {
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
