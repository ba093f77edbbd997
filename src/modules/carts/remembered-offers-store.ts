import { sql } from "kysely";
import type { Connection, Tx } from "../../db/database.ts";
import { compiledAssumption, compiledSql } from "../../db/statements.ts";
import type { Graph } from "../../graph/graph.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import { frozen } from "../../kernel/frozen.ts";
import type { ById } from "./cart.ts";
import type { Offer } from "./offer.ts";
import { type AskedOffers, OFFER_STAMP, type ReadOffer, readOffersPlainly } from "./offers-graph.ts";
import { isExpected, isLastSeen, noteStamp } from "./shop-stamp-store.ts";

const memoryOf = recentRowsOf<ReadOffer>();

const keyOf = (variantId: string, { regionId, salesChannelId }: Omit<AskedOffers, "on">) =>
  `${variantId} ${regionId} ${salesChannelId}`;

interface Now {
  stamp: string | null;
  quantities: ById<number> | null;
}

const readNow = compiledSql<{ ids: readonly string[] }, Now>(
  "offers-now",
  (p) => sql<Now>`
    select ${sql.raw(OFFER_STAMP)} as stamp,
      (select json_agg(json_build_array(id, inventory_quantity)) from product_variant where id = any(${p.ids})) as quantities`,
);

/**
 * Variants with all that a line needs to know of them; those that are not there are missing. What this process remembers is
 * used when a small statement finds that nothing of it has changed but how much there is. Either is asked for at once, so
 * that it can travel with what else is.
 */
export async function readOffers(graph: Graph, asked: AskedOffers): Promise<ReadonlyMap<string, Offer>> {
  if (asked.variantIds.length === 0) return new Map();
  const known = lastOffers(graph, asked);
  const offers = (known && (await asTheyAreNow(asked.on, known))) ?? (await readAndKeep(graph, asked));
  return new Map(offers.map((offer) => [offer.id, offer]));
}

/** What this process remembers of a variant, for a transaction that goes by it: see `expectOffer`. */
export function assumedOffer(graph: Graph, tx: Tx, asked: Omit<AskedOffers, "on">): ReadOffer | undefined {
  return tx.mayAssume ? lastOffers(graph, asked)?.[0] : undefined;
}

interface ExpectedOffer {
  id: string;
  stamp: string | null;
  /** Null where there is no limit. */
  quantity: number | null;
}

const isEnough = ({ id, quantity }: ExpectedOffer) => sql<boolean>`exists (select 1 from product_variant
  where id = ${id} and (${quantity}::integer is null or inventory_quantity >= ${quantity}))`;

const expectAll = compiledAssumption<ExpectedOffer>(
  "offer-expect",
  (p) => sql<boolean>`${sql.raw(OFFER_STAMP)} = ${p.stamp} and ${isEnough(p)}`,
);
const expectEnough = compiledAssumption<ExpectedOffer>("offer-expect-enough", isEnough);

/** If it has changed since, or there is less of it than this, the transaction fails and is to be done again. */
export function expectOffer(tx: Tx, { id, $stamp, $availability }: ReadOffer, quantity: number): void {
  const expected = { id, stamp: $stamp, quantity: $availability.isUnlimited ? null : quantity };
  (isExpected(tx, $stamp) ? expectEnough : expectAll)(tx, expected);
}

/** Null where some are not known, or are older than what this process has heard of. What others hold is not remembered. */
function lastOffers(graph: Graph, asked: Omit<AskedOffers, "on">): ReadOffer[] | null {
  if (asked.holder !== undefined) return null;
  const known = asked.variantIds.map((id) => memoryOf(graph).get(keyOf(id, asked)));
  return known.every((offer) => offer !== undefined && isLastSeen(graph, offer.$stamp))
    ? (known as ReadOffer[])
    : null;
}

/** Null where something has changed that is not read with this. */
async function asTheyAreNow(on: Connection, known: readonly ReadOffer[]): Promise<ReadOffer[] | null> {
  const [now] = await readNow(on, { ids: known.map(({ id }) => id) });
  const { stamp, quantities } = now!;
  if (known.some(({ $stamp }) => $stamp !== stamp)) return null;
  const left = new Map(quantities);
  return known.map((offer) => ({
    ...offer,
    $availability: { ...offer.$availability, quantity: left.get(offer.id)! },
  }));
}

async function readAndKeep(graph: Graph, asked: AskedOffers): Promise<ReadOffer[]> {
  const offers = await readOffersPlainly(graph, asked);
  for (const offer of offers) {
    if (offer.$stamp === null) memoryOf(graph).forget(keyOf(offer.id, asked));
    else {
      memoryOf(graph).keep(keyOf(offer.id, asked), frozen(offer));
      noteStamp(graph, offer.$stamp);
    }
  }
  return offers;
}
