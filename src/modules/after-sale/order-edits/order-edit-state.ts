import { type Guard, type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { invalid, notAllowed, type Refusal } from "../../../kernel/refusal.ts";

export const editStatuses = ["created", "requested", "confirmed", "declined", "canceled"] as const;

export type EditStatus = (typeof editStatuses)[number];

/** The facts that decide which actions are allowed. */
export interface EditState {
  id: string;
  status: EditStatus;
  hasChanges: boolean;
  /** Negative if the order becomes cheaper. */
  differenceDue: number;
  /** The authorized amount. */
  authorized: number;
  /** The authorized amount less refunds. */
  covered: number;
  /** The captured amount less refunds. */
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

const ended: readonly EditStatus[] = ["confirmed", "declined", "canceled"];

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
    ended,
    ({ id, status }) => `Can not update an item on the order edit ${id} with the status ${status}`,
  ),
  ifPaid,
];

/** The reasons to refuse an action on an order edit. The messages are those of v1, where it has one. */
export const editGuards: Guards<EditState, EditAction> = {
  update: [],
  delete: [
    inStatus(["requested", ...ended], ({ status }) => `Cannot delete order edit with status ${status}`),
  ],
  add_item: [
    inStatus(ended, ({ status }) => `Can not add an item to the edit with status ${status}`),
    ifPaid,
  ],
  update_item: changingItem,
  remove_item: changingItem,
  delete_change: [
    inStatus(ended, ({ status }) => `Cannot delete and item change from a ${status} order edit`),
    ifPaid,
  ],
  request: [
    {
      when: ({ hasChanges }) => !hasChanges,
      refuse: () => invalid("Cannot request a confirmation on an edit with no changes"),
    },
    inStatus(["confirmed", "canceled"], ({ status }) => `Cannot request an order edit with status ${status}`),
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

/** Whether the customer gets something for money that no payment covers. */
export const isUnpaid = ({ differenceDue, covered }: EditState): boolean =>
  differenceDue > 0 && covered < differenceDue;

export const requireEditAllows = (action: EditAction, edit: EditState): void =>
  requireAllowed(editGuards, action, edit);
