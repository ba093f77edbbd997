/** A step of an order. Each is done at most once; the state of the order shows whether it is done. */
export type StepName =
  | "capture"
  | "pack"
  | "packFirst"
  | "ship"
  | "unpack"
  | "refund"
  | "refundSome"
  | "requestReturn"
  | "requestReturnOfFirst"
  | "receive"
  | "receiveFirst"
  | "requestSwap"
  | "confirmSwap"
  | "settleSwap"
  | "packSwap"
  | "shipSwap"
  | "receiveSwap"
  | "claimRefund"
  | "claimReplacement"
  | "packClaim"
  | "shipClaim"
  | "requestEdit"
  | "confirmEdit"
  | "note"
  | "complete"
  | "archive"
  | "cancel";

/** A step, and the hours after the order was placed. */
export type Moment = readonly [step: StepName, hours: number];

const paid: Moment[] = [["capture", 2]];
const packed: Moment[] = [...paid, ["pack", 20]];
const sent: Moment[] = [...packed, ["ship", 27]];
const completed: Moment[] = [...sent, ["complete", 160]];
const swapRequested: Moment[] = [...sent, ["requestSwap", 120]];
const claimRequested: Moment[] = [...sent, ["claimReplacement", 100], ["note", 101]];

/** The steps of orders. In most of them the last step determines the state. */
export const stories = {
  fresh: [],
  paid,
  packed,
  packedInPart: [...paid, ["packFirst", 20]],
  unpacked: [...packed, ["unpack", 24], ["note", 25]],
  sent,
  sentInPart: [...paid, ["packFirst", 20], ["ship", 27]],
  completed,
  archived: [...completed, ["archive", 400]],
  canceled: [["cancel", 5]],
  canceledPaid: [...paid, ["note", 20], ["cancel", 21]],
  refunded: [...sent, ["note", 140], ["refund", 141]],
  refundedInPart: [...sent, ["refundSome", 130], ["complete", 200]],
  returnRequested: [...sent, ["requestReturnOfFirst", 110]],
  returnedInPart: [...sent, ["requestReturnOfFirst", 110], ["receive", 220], ["complete", 260]],
  returned: [...sent, ["requestReturn", 130], ["receive", 250]],
  /** Half of the requested items came back: the return needs a decision. */
  returnedOtherwise: [...sent, ["requestReturn", 130], ["receiveFirst", 240]],
  /** Sent on account and returned before it was paid: there is nothing to refund. */
  returnedUnpaid: [
    ["pack", 20],
    ["ship", 27],
    ["requestReturn", 130],
    ["receive", 240],
  ],
  swapRequested,
  swapped: [
    ...swapRequested,
    ["confirmSwap", 122],
    ["settleSwap", 130],
    ["packSwap", 140],
    ["shipSwap", 146],
    ["receiveSwap", 230],
    ["complete", 300],
  ],
  claimRequested,
  claimReplaced: [...claimRequested, ["packClaim", 110], ["shipClaim", 125], ["complete", 260]],
  claimRefunded: [...sent, ["claimRefund", 100], ["complete", 200]],
  editRequested: [["requestEdit", 6]],
  edited: [
    ["requestEdit", 6],
    ["confirmEdit", 9],
    ["capture", 10],
    ["pack", 30],
    ["ship", 40],
    ["complete", 180],
  ],
} satisfies Record<string, readonly Moment[]>;

export type StoryName = keyof typeof stories;
