import { type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { LockedReturn } from "./return.ts";

export type ReturnAction = "book" | "receive" | "cancel";

type ReturnState = Pick<LockedReturn, "id" | "status" | "shipping_data">;

const isCanceled = ({ status }: ReturnState) => status === "canceled";
const isReceived = ({ status }: ReturnState) => status === "received";

/** The reasons to refuse an action on a return. The messages are those of v1. */
export const returnGuards: Guards<ReturnState, ReturnAction> = {
  book: [
    { when: isCanceled, refuse: "Cannot fulfill a canceled return" },
    { when: ({ shipping_data }) => shipping_data !== null, refuse: "Return has already been fulfilled" },
  ],
  receive: [
    { when: isCanceled, refuse: "Cannot receive a canceled return" },
    {
      when: isReceived,
      refuse: ({ id }) => notAllowed(`Return with id ${id} has already been received`),
    },
  ],
  cancel: [{ when: isReceived, refuse: "Can't cancel a return which has been returned" }],
};

export const requireReturnAllows = (action: ReturnAction, state: ReturnState): void =>
  requireAllowed(returnGuards, action, state);

/** The status after an action. If the goods differ from the request, an admin must decide on the refund. */
export const returnStatusAfter = {
  receive: ({ matchesRequest, isDecided }: { matchesRequest: boolean; isDecided: boolean }) =>
    matchesRequest || isDecided ? "received" : "requires_action",
  cancel: () => "canceled",
} as const;
