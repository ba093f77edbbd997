import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import { allLines, type OrderClaim, type OrderedLine, type OrderInWork } from "../../orders/orders/index.ts";
import { refuseToClaim } from "../../stock/inventory/index.ts";
import { type Pieces, soldFor } from "../returns/index.ts";

export type ClaimType = "refund" | "replace";

export const claimReasons = ["missing_item", "wrong_item", "production_failure", "other"] as const;
export type ClaimReason = (typeof claimReasons)[number];

/** What is wrong with goods that were sent. */
export interface ClaimedItem extends Pieces {
  reason?: ClaimReason;
  note?: string;
  tags?: string[];
  images?: string[];
}

/** What a customer complains about, and what the shop does about it. */
export interface AskedClaim {
  type: ClaimType;
  claim_items: readonly ClaimedItem[];
  additional_items?: readonly { variant_id: string; quantity: number }[];
  refund_amount?: number;
}

/** A claim item that can be written down. */
export interface WrittenItem extends Required<ClaimedItem> {
  variant_id: string;
}

export const unknownClaim = (id: string) => new Refusal("not_found", `Claim with ${id} was not found`);

/** A claim of another order is as good as none. */
export function claimOf({ claims }: Pick<OrderInWork, "claims">, id: string): OrderClaim {
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw unknownClaim(id);
  return claim;
}

/** What the wish itself says wrong, whatever was ordered. */
export function refuseContradiction({ type, additional_items, refund_amount }: AskedClaim): void {
  if (type === "replace" && !additional_items?.length) {
    throw invalid('Claims with type "replace" must have at least one additional item.');
  }
  if (type !== "refund" && refund_amount) {
    throw invalid(`Claim has type "${type}" but must be type "refund" to have a refund_amount.`);
  }
}

function lineOf(order: OrderInWork, { item_id }: Pieces): OrderedLine {
  const line = allLines(order).find(({ id }) => id === item_id);
  if (line) return line;
  const isCanceled = [...order.swaps, ...order.claims].some(({ additional_items }) =>
    additional_items.some(({ id }) => id === item_id),
  );
  throw isCanceled ? invalid("Cannot create a claim on a canceled item.") : notFound("Line item", item_id);
}

/** Pieces by line, however often they are named. */
export function piecesOf(items: readonly Pieces[]): Pieces[] {
  const sums = new Map<string, number>();
  for (const { item_id, quantity } of items) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity);
  return [...sums].map(([item_id, quantity]) => ({ item_id, quantity }));
}

/** The items as they are written down. */
export function claimedItems(order: OrderInWork, items: readonly ClaimedItem[]): WrittenItem[] {
  const written = items.map((item) => {
    const { variant_id } = lineOf(order, item);
    if (!item.reason) {
      throw invalid(
        `Claim Item reason must be one of ${claimReasons.map((each) => `"${each}"`).join(", ")}.`,
      );
    }
    if (variant_id === null) throw notAllowed("Cannot claim a custom line item");
    return { note: "", tags: [], images: [], ...item, reason: item.reason, variant_id };
  });
  for (const pieces of piecesOf(items)) {
    refuseToClaim(lineOf(order, pieces), pieces.quantity);
  }
  return written;
}

/** What a claim gives back: what the shop says, else what shipped goods were sold for, as far as it was paid. */
export function refundOf(order: OrderInWork, claim: AskedClaim, refundable: number): number | null {
  if (claim.type !== "refund") return null;
  if (claim.refund_amount !== undefined) {
    // The payments would not give it either, but by then the claim would have been begun.
    if (claim.refund_amount > Math.max(refundable, 0)) throw moreThanPaid();
    return claim.refund_amount;
  }
  const shipped = piecesOf(claim.claim_items).filter(
    (pieces) => pieces.quantity <= (lineOf(order, pieces).shipped_quantity ?? 0),
  );
  return Math.min(soldFor(order, shipped, { isFirst: true }), Math.max(refundable, 0));
}

const moreThanPaid = () => notAllowed("Cannot refund more than the original order amount");

/** Tags that differ only in how they are written are one. */
export const tagNamed = (value: string): string => value.trim().toLowerCase();
