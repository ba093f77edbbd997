import { invalid, notAllowed } from "../../../kernel/refusal.ts";

/**
 * What happens to the difference of a swap. If the customer owes it: paid outside of the shop, forgone, or taken from a gift card.
 * If the shop owes it: paid back, or given as a new gift card.
 */
export const settlements = ["paid", "waived", "refunded", "credited", "gift_card"] as const;
export type Settlement = (typeof settlements)[number];

const owedByShop: readonly Settlement[] = ["refunded", "credited"];

/** Settlements that make a payment, which is captured at once. */
export const isPaid = (settlement: Settlement | null): boolean =>
  settlement === "paid" || settlement === "gift_card";

/** The code of a card belongs to the settlement that takes money from it. */
export function refuseOtherCode(settlement: Settlement | null, code: string | null): void {
  if (settlement === "gift_card" && code === null)
    throw invalid("gift_card: the code of the gift card is needed");
  if (settlement !== "gift_card" && code !== null)
    throw invalid("gift_card: a code is for the settlement `gift_card` only");
}

/** The difference of the swap after the decision. Goods leave unpaid only if a user who may says so. */
export function settledAmount(due: number, settlement: Settlement | null): number {
  if (settlement === null) {
    if (due > 0)
      throw notAllowed(
        "The customer owes a difference: send a link to pay, or decide about it",
        "difference_due",
      );
    return due;
  }
  if (owedByShop.includes(settlement) ? due >= 0 : due <= 0)
    throw notAllowed(
      `settlement: the customer ${due < 0 ? "is owed" : "owes"} ${Math.abs(due)}, which cannot be settled as \`${settlement}\``,
    );
  return settlement === "waived" ? 0 : due;
}
