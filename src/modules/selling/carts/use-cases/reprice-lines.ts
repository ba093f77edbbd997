import type { Tx } from "../../../../db/database.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { deleteLines, updateLines } from "../../line-items/index.ts";
import { type CacheDeps, readOffers } from "../cache/index.ts";
import { type CartLine, isSold } from "../cart.ts";
import { type Offer, unitPriceOf } from "../offer.ts";

interface Repricing {
  tx: Tx;
  lines: readonly CartLine[];
  facts: PriceFacts;
  salesChannelId: string | null;
  /** Prices are selected anew. */
  isPriceAsked: boolean;
  /** What has no price in the region cannot stay. */
  isPriceNeeded: boolean;
  /** What is not sold in the new channel cannot stay. */
  isChannelNew: boolean;
}

interface Repriced {
  /** Whether any line is different, or gone. */
  isAnyNew: boolean;
  isAnyGone: boolean;
}

/** Prices the lines of a cart anew after something they depend on has changed. */
export async function repriceLines(deps: CacheDeps, changed: Repricing): Promise<Repriced> {
  const { tx, facts, salesChannelId } = changed;
  const lines = changed.lines.filter((line) => line.variant_id !== null && isSold(line));
  if (lines.length === 0) return { isAnyNew: false, isAnyGone: false };
  const variantIds = lines.map(({ variant_id }) => variant_id!);
  const offers = await readOffers(deps, tx, { variantIds, regionId: facts.region!.id, salesChannelId });
  const verdicts = lines.map((line) => verdictOf(line, offers.get(line.variant_id!), changed));
  await deleteLines(
    tx,
    verdicts.flatMap((verdict) => (verdict.kind === "gone" ? verdict.id : [])),
  );
  await updateLines(
    tx,
    verdicts.flatMap((verdict) => (verdict.kind === "priced" ? verdict.line : [])),
  );
  return {
    isAnyNew: verdicts.some(({ kind }) => kind !== "same"),
    isAnyGone: verdicts.some(({ kind }) => kind === "gone"),
  };
}

function verdictOf(line: CartLine, offer: Offer | undefined, changed: Repricing) {
  const { id, quantity, metadata } = line;
  if (changed.isChannelNew && !offer?.$in_channel) return { kind: "gone" as const, id };
  if (!changed.isPriceAsked || !line.should_merge) return { kind: "same" as const };
  const price = offer && unitPriceOf(offer, changed.facts, { quantity, now: Date.now() });
  if (!price) return changed.isPriceNeeded ? { kind: "gone" as const, id } : { kind: "same" as const };
  const { amount: unit_price, includesTax: includes_tax } = price;
  if (unit_price === line.unit_price && includes_tax === line.includes_tax) return { kind: "same" as const };
  return {
    kind: "priced" as const,
    line: { id, quantity, metadata: metadata ?? {}, unit_price, includes_tax },
  };
}
