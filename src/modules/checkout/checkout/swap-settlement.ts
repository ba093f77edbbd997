import { notAllowed } from "../../../kernel/refusal.ts";

/** What happens to the difference of a swap: the customer paid it elsewhere, the shop forgoes it, or it is paid back. */
export const settlements = ["paid", "waived", "refunded"] as const;
export type Settlement = (typeof settlements)[number];

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
  if (settlement === "refunded" ? due >= 0 : due <= 0)
    throw notAllowed(
      `settlement: the customer ${due < 0 ? "is owed" : "owes"} ${Math.abs(due)}, which cannot be ${settlement}`,
    );
  return settlement === "waived" ? 0 : due;
}
