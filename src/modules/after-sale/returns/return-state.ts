import { allow, type Guards } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { ReturnInWork } from "./return.ts";

/** What is done to a return. */
export type ReturnAction = "book" | "receive" | "cancel";

type Judged = Pick<ReturnInWork, "id" | "status" | "shipping_data">;

const isCanceled = ({ status }: Judged) => status === "canceled";
const isReceived = ({ status }: Judged) => status === "received";

/** Every change of a return and what stands in its way; the words are those of v1. */
export const returnGuards: Guards<Judged, ReturnAction> = {
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

export const allowReturn = (action: ReturnAction, judged: Judged): void =>
  allow(returnGuards, action, judged);

/** What a return is after something happened to it. Goods that were not asked for need somebody who decides. */
export const returnStatusAfter = {
  receive: ({ isAsAsked, isDecided }: { isAsAsked: boolean; isDecided: boolean }) =>
    isAsAsked || isDecided ? "received" : "requires_action",
  cancel: () => "canceled",
} as const;
