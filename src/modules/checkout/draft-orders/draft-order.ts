import { type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { duplicate, notAllowed, Refusal } from "../../../kernel/refusal.ts";

/** An order that an administrator prepares for a customer. */
export interface DraftOrder {
  id: string;
  status: "open" | "completed";
  cart_id: string | null;
  order_id: string | null;
}

export type DraftAction = "update" | "delete" | "pay";

const isCompleted = ({ status }: DraftOrder) => status === "completed";

/** Refused actions. The messages equal those of v1 where v1 has any. */
export const draftGuards: Guards<DraftOrder, DraftAction> = {
  update: [{ when: isCompleted, refuse: "You are only allowed to update open draft orders" }],
  delete: [{ when: isCompleted, refuse: "You are only allowed to delete open draft orders" }],
  pay: [
    {
      when: isCompleted,
      refuse: ({ order_id }) => duplicate(`The draft order was paid before: it is the order ${order_id}`),
    },
  ],
};

export const requireDraftAllows = (action: DraftAction, draft: DraftOrder): void =>
  requireAllowed(draftGuards, action, draft);

export const unknownDraft = (id: string) => new Refusal("not_found", `Draft order with ${id} was not found`);

export function cartIdOf({ cart_id }: DraftOrder): string {
  if (cart_id === null) throw notAllowed("The draft order has no cart");
  return cart_id;
}
