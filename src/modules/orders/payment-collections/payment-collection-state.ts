import { type Guard, type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";

export const collectionStatuses = [
  "not_paid",
  "awaiting",
  "authorized",
  "partially_authorized",
  "canceled",
] as const;

export type CollectionStatus = (typeof collectionStatuses)[number];

/** The status of a collection is computed from these. */
interface CollectionFacts {
  amount: number;
  /** The sum of its payments. */
  authorized: number;
  /** A provider was called to authorize a payment. */
  isTried: boolean;
  isCanceled: boolean;
}

export function statusOf({ amount, authorized, isTried, isCanceled }: CollectionFacts): CollectionStatus {
  if (isCanceled) return "canceled";
  if (authorized >= amount) return "authorized";
  if (authorized > 0) return "partially_authorized";
  return isTried ? "awaiting" : "not_paid";
}

/** The data that the guards check. */
export interface CollectionState {
  status: CollectionStatus;
  amount: number;
  payment_sessions: readonly { amount: number | null }[];
  $payer: { is_over: boolean } | null;
}

export type CollectionAction =
  | "update"
  | "delete"
  | "mark_authorized"
  | "set_sessions"
  | "refresh_session"
  | "authorize";

const inStatus = (
  statuses: readonly CollectionStatus[],
  message: (status: CollectionStatus) => string,
): Guard<CollectionState> => ({
  when: ({ status }) => statuses.includes(status),
  refuse: ({ status }) => notAllowed(message(status)),
});

const isOver: Guard<CollectionState> = {
  when: ({ $payer }) => $payer?.is_over === true,
  refuse: "The order was canceled, or not edited after all: nothing is to be paid for it any more",
};

export const sessionsTotal = ({ payment_sessions }: CollectionState) =>
  payment_sessions.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** When each change of a payment collection is refused. The messages are v1's where v1 has one. */
export const collectionGuards: Guards<CollectionState, CollectionAction> = {
  update: [],
  delete: [
    inStatus(
      ["awaiting", "partially_authorized", "authorized"],
      (status) => `Cannot delete payment collection with status ${status}`,
    ),
  ],
  mark_authorized: [
    inStatus(["canceled"], (status) => `Cannot authorize a payment collection with status ${status}`),
    isOver,
  ],
  set_sessions: [
    inStatus(
      ["partially_authorized", "authorized", "canceled"],
      (status) => `Cannot set payment sessions for a payment collection with status ${status}`,
    ),
    isOver,
  ],
  refresh_session: [
    inStatus(
      ["authorized", "canceled"],
      (status) => `Cannot refresh a payment session of a payment collection with status ${status}`,
    ),
    isOver,
  ],
  authorize: [
    inStatus(["canceled"], (status) => `Cannot authorize a payment collection with status ${status}`),
    isOver,
    {
      when: ({ payment_sessions }) => payment_sessions.length === 0,
      refuse: "You cannot complete a Payment Collection without a payment session.",
    },
    {
      when: (collection) =>
        collection.status !== "authorized" && sessionsTotal(collection) !== collection.amount,
      refuse: "The payment sessions do not add up to the amount of the payment collection: set them again",
    },
  ],
};

export const requireCollectionAllows = (action: CollectionAction, collection: CollectionState): void =>
  requireAllowed(collectionGuards, action, collection);
