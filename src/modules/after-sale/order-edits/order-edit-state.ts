import { allow, type Guard, type Guards } from "../../../kernel/guards.ts";
import { invalid, notAllowed, type Refusal } from "../../../kernel/refusal.ts";

export const editStatuses = ["created", "requested", "confirmed", "declined", "canceled"] as const;

export type EditStatus = (typeof editStatuses)[number];

/** What may be done with an edit depends on this. */
export interface EditState {
  id: string;
  status: EditStatus;
  hasChanges: boolean;
  /** What the order would cost more, or less. */
  differenceDue: number;
  /** What was authorized for it. */
  authorized: number;
  /** What of that was not given back. */
  covered: number;
  /** What of that the shop has got, and not given back. */
  captured: number;
}

export type EditAction =
  | "update"
  | "delete"
  | "add_item"
  | "update_item"
  | "remove_item"
  | "delete_change"
  | "request"
  | "confirm"
  | "complete"
  | "decline"
  | "cancel";

const inStatus = (
  statuses: readonly EditStatus[],
  refuse: (edit: EditState) => string,
): Guard<EditState> => ({
  when: ({ status }) => statuses.includes(status),
  refuse: (edit): Refusal => notAllowed(refuse(edit)),
});

const over: readonly EditStatus[] = ["confirmed", "declined", "canceled"];

const ifPaid: Guard<EditState> = {
  when: ({ authorized }) => authorized > 0,
  refuse: "The order edit can no longer be changed: a payment for it was authorized",
};

const ifCaptured: Guard<EditState> = {
  when: ({ captured }) => captured > 0,
  refuse: "The payment for the order edit was captured: it must be refunded first",
};

const changingItem = [
  inStatus(
    over,
    ({ id, status }) => `Can not update an item on the order edit ${id} with the status ${status}`,
  ),
  ifPaid,
];

/** Every change of an order edit and what stands in its way; the words are those of v1 where it has some. */
export const editGuards: Guards<EditState, EditAction> = {
  update: [],
  delete: [
    inStatus(["requested", ...over], ({ status }) => `Cannot delete order edit with status ${status}`),
  ],
  add_item: [inStatus(over, ({ status }) => `Can not add an item to the edit with status ${status}`), ifPaid],
  update_item: changingItem,
  remove_item: changingItem,
  delete_change: [
    inStatus(over, ({ status }) => `Cannot delete and item change from a ${status} order edit`),
    ifPaid,
  ],
  request: [
    {
      when: ({ hasChanges }) => !hasChanges,
      refuse: () => invalid("Cannot request a confirmation on an edit with no changes"),
    },
    inStatus(over, ({ status }) => `Cannot request an order edit with status ${status}`),
  ],
  confirm: [
    inStatus(["declined", "canceled"], ({ status }) => `Cannot confirm an order edit with status ${status}`),
  ],
  complete: [
    inStatus(
      ["created", "declined", "canceled"],
      ({ status }) => `Cannot complete an order edit with status ${status}`,
    ),
    {
      when: ({ status, differenceDue, covered }) => status === "requested" && covered < differenceDue,
      refuse: "Unable to complete an order edit if the payment is not authorized",
    },
  ],
  decline: [
    inStatus(
      ["created", "confirmed", "canceled"],
      ({ status }) => `Cannot decline an order edit with status ${status}.`,
    ),
    ifCaptured,
  ],
  cancel: [
    inStatus(["confirmed", "declined"], ({ status }) => `Cannot cancel order edit with status ${status}`),
    ifCaptured,
  ],
};

export const allowEdit = (action: EditAction, edit: EditState): void => allow(editGuards, action, edit);
