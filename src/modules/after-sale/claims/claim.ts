import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import { allLines, type LockedOrder, type OrderClaim, type OrderedLine } from "../../orders/orders/index.ts";
import type { LineRequest } from "../../selling/carts/index.ts";
import { refuseToClaim, type StockLine } from "../../stock/inventory/index.ts";
import { type ItemQuantity, paidValueOf, refuseGiftCard } from "../returns/index.ts";

type ClaimType = "refund" | "replace";

export const claimReasons = ["missing_item", "wrong_item", "production_failure", "other"] as const;
export type ClaimReason = (typeof claimReasons)[number];

interface ClaimedItem extends ItemQuantity {
  reason?: ClaimReason;
  note?: string;
  tags?: string[];
  images?: string[];
}

/** The claimed items, and the compensation for them. */
export interface ClaimTerms {
  type: ClaimType;
  claim_items: readonly ClaimedItem[];
  additional_items?: readonly LineRequest[];
  refund_amount?: number;
}

/** A claimed item with its variant and all defaults. */
export interface NewClaimItem extends Required<ClaimedItem> {
  variant_id: string;
}

export const claimNotFound = (id: string) => new Refusal("not_found", `Claim with ${id} was not found`);

/** A claim of another order is refused as unknown. */
export function claimOf({ claims }: Pick<LockedOrder, "claims">, id: string): OrderClaim {
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw claimNotFound(id);
  return claim;
}

/** Checks that do not depend on the order. */
export function checkClaimTerms({ type, additional_items, refund_amount }: ClaimTerms): void {
  if (type === "replace" && !additional_items?.length) {
    throw invalid('Claims with type "replace" must have at least one additional item.');
  }
  if (type !== "refund" && refund_amount) {
    throw invalid(`Claim has type "${type}" but must be type "refund" to have a refund_amount.`);
  }
}

function lineOf(order: LockedOrder, { item_id }: ItemQuantity): OrderedLine {
  const line = allLines(order).find(({ id }) => id === item_id);
  if (line) return line;
  const isCanceled = [...order.swaps, ...order.claims].some(({ additional_items }) =>
    additional_items.some(({ id }) => id === item_id),
  );
  throw isCanceled ? invalid("Cannot create a claim on a canceled item.") : notFound("Line item", item_id);
}

/** The sum of the quantities of each line. */
export function quantitiesByLine(items: readonly ItemQuantity[]): ItemQuantity[] {
  const sums = new Map<string, number>();
  for (const { item_id, quantity } of items) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity);
  return [...sums].map(([item_id, quantity]) => ({ item_id, quantity }));
}

/** Refuses items without a reason, custom lines, refunds of gift cards, and quantities that cannot be claimed. */
export function claimItemsFrom(
  order: LockedOrder,
  { type, claim_items: items }: Pick<ClaimTerms, "type" | "claim_items">,
): NewClaimItem[] {
  const newItems = items.map((item) => {
    const line = lineOf(order, item);
    const { variant_id } = line;
    if (type === "refund") refuseGiftCard(line);
    if (!item.reason) {
      throw invalid(
        `Claim Item reason must be one of ${claimReasons.map((each) => `"${each}"`).join(", ")}.`,
      );
    }
    if (variant_id === null) throw notAllowed("Cannot claim a custom line item");
    return { note: "", tags: [], images: [], ...item, reason: item.reason, variant_id };
  });
  for (const item of quantitiesByLine(items)) {
    refuseToClaim(lineOf(order, item), item.quantity);
  }
  return newItems;
}

/** The amount in the request, or else the sale value of the shipped items up to the refundable amount. */
export function claimRefundAmount(order: LockedOrder, claim: ClaimTerms, refundable: number): number | null {
  if (claim.type !== "refund") return null;
  if (claim.refund_amount !== undefined) {
    // The refund would fail later anyway, but then the claim would already be inserted.
    if (claim.refund_amount > Math.max(refundable, 0)) throw refundExceedsPayment();
    return claim.refund_amount;
  }
  const shipped = quantitiesByLine(claim.claim_items).filter(
    (item) => item.quantity <= (lineOf(order, item).shipped_quantity ?? 0),
  );
  return Math.min(paidValueOf(order, shipped, { ignoresEarlierReturns: true }), Math.max(refundable, 0));
}

const refundExceedsPayment = () => notAllowed("Cannot refund more than the original order amount");

/** Tags that differ only in case or outer spaces are the same tag. */
export const normalizedTag = (value: string): string => value.trim().toLowerCase();

/** The quantities that are reserved for a claim. */
export const stockLinesOf = ({
  additional_items,
}: {
  additional_items: readonly { id: string; variant_id: string | null; quantity: number }[];
}): StockLine[] =>
  additional_items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
