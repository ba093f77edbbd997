import { allow, type Guard, type Guards } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";

export const collectionStatuses = [
  "not_paid",
  "awaiting",
  "authorized",
  "partially_authorized",
  "canceled",
] as const;

export type CollectionStatus = (typeof collectionStatuses)[number];

/** What the status of a collection is made of. */
export interface CollectionFacts {
  amount: number;
  /** The sum of its payments. */
  authorized: number;
  /** A provider was asked to authorize a payment. */
  isTried: boolean;
  /** It is not to be paid any more. */
  isCanceled: boolean;
}

export function statusOf({ amount, authorized, isTried, isCanceled }: CollectionFacts): CollectionStatus {
  if (isCanceled) return "canceled";
  if (authorized >= amount) return "authorized";
  if (authorized > 0) return "partially_authorized";
  return isTried ? "awaiting" : "not_paid";
}

/** What may be done depends on this. */
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

/** Every change of a payment collection and what stands in its way; the words are those of v1 where it has some. */
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

export const allowCollection = (action: CollectionAction, collection: CollectionState): void =>
  allow(collectionGuards, action, collection);
