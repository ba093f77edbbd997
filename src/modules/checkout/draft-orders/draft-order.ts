import { allow, type Guards } from "../../../kernel/guards.ts";
import { duplicate, notAllowed, Refusal } from "../../../kernel/refusal.ts";

/** What an administrator has put together for a customer to buy. */
export interface DraftOrder {
  id: string;
  status: "open" | "completed";
  cart_id: string | null;
  order_id: string | null;
}

export type DraftAction = "update" | "delete" | "pay";

const isCompleted = ({ status }: DraftOrder) => status === "completed";

/** What a draft refuses; the words are those of v1 where it has some. */
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

export const allowDraft = (action: DraftAction, draft: DraftOrder): void => allow(draftGuards, action, draft);

export const unknownDraft = (id: string) => new Refusal("not_found", `Draft order with ${id} was not found`);

/** Without its cart there is nothing in a draft that could be changed or bought. */
export function cartIdOf({ cart_id }: DraftOrder): string {
  if (cart_id === null) throw notAllowed("The draft order has no cart");
  return cart_id;
}
