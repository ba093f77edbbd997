import { sql } from "kysely";
import type { Connection, Tx } from "../../../../db/database.ts";
import { compiledCheck, compiledSql } from "../../../../db/statements.ts";
import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import type { ById } from "../cart.ts";
import type { Offer } from "../offer.ts";
import { OFFER_VERSION, type OfferRequest, readOffersFrom, type VersionedOffer } from "../offers-graph.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { isNewestCatalogue, noteCatalogueVersion } from "./cart-versions-graph.ts";

const cacheOf = cachePerGraph<VersionedOffer>();

const offerKeyOf = (variantId: string, { regionId, salesChannelId }: OfferRequest) =>
  `${variantId} ${regionId} ${salesChannelId}`;

interface CurrentState {
  version: string | null;
  quantities: ById<number> | null;
}

const readCurrentState = compiledSql<{ ids: readonly string[] }, CurrentState>(
  "offers-now",
  (p) => sql<CurrentState>`
    select ${sql.raw(OFFER_VERSION)} as version,
      (select json_agg(json_build_array(id, inventory_quantity)) from product_variant where id = any(${p.ids})) as quantities`,
);

/**
 * The offers of variants; unknown variants are missing. A small statement checks that nothing but the stock of cached offers
 * has changed.
 */
export async function readOffers(
  deps: CacheDeps,
  on: Connection,
  request: OfferRequest,
): Promise<ReadonlyMap<string, Offer>> {
  if (request.variantIds.length === 0) return new Map();
  const cached = cachedOffers(deps, request);
  const offers = (cached && (await withCurrentStock(on, cached))) ?? (await readAndCache(deps, on, request));
  return new Map(offers.map((offer) => [offer.id, offer]));
}

/** Undefined if an offer is not cached or the catalogue has changed. Stock holds of other carts are not cached. */
export function cachedOffers(deps: CacheDeps, request: OfferRequest): VersionedOffer[] | undefined {
  if (!isCacheOn(deps) || request.holder !== undefined) return undefined;
  const cached = request.variantIds.map((id) => cacheOf(deps.graph).get(offerKeyOf(id, request)));
  return cached.every((offer) => offer !== undefined && isNewestCatalogue(deps.graph, offer.$version))
    ? (cached as VersionedOffer[])
    : undefined;
}

interface OfferCheck {
  id: string;
  version: string | null;
  /** Null if stock is not limited. */
  quantity: number | null;
}

const hasStock = ({ id, quantity }: OfferCheck) => sql<boolean>`exists (select 1 from product_variant
  where id = ${id} and (${quantity}::integer is null or inventory_quantity >= ${quantity}))`;

const checkAll = compiledCheck<OfferCheck>(
  "offer-unchanged",
  (p) => sql<boolean>`${sql.raw(OFFER_VERSION)} = ${p.version} and ${hasStock(p)}`,
);
const checkStock = compiledCheck<OfferCheck>("offer-in-stock", hasStock);

/**
 * Adds a check to the transaction: if the offer has changed or stock is too low, the transaction fails and its work is
 * repeated. `checkedVersion` is a version that the transaction already checks.
 */
export function requireOffer(
  tx: Tx,
  { id, $version, $availability }: VersionedOffer,
  { quantity, checkedVersion }: { quantity: number; checkedVersion: string | null },
): void {
  const check = { id, version: $version, quantity: $availability.isUnlimited ? null : quantity };
  (checkedVersion === $version ? checkStock : checkAll)(tx, check);
}

/** Undefined if something other than stock has changed. */
async function withCurrentStock(
  on: Connection,
  cached: readonly VersionedOffer[],
): Promise<VersionedOffer[] | undefined> {
  const [now] = await readCurrentState(on, { ids: cached.map(({ id }) => id) });
  const { version, quantities } = now!;
  if (cached.some(({ $version }) => $version !== version)) return undefined;
  const left = new Map(quantities);
  return cached.map((offer) => ({
    ...offer,
    $availability: { ...offer.$availability, quantity: left.get(offer.id)! },
  }));
}

async function readAndCache(
  deps: CacheDeps,
  on: Connection,
  request: OfferRequest,
): Promise<VersionedOffer[]> {
  const offers = await readOffersFrom(deps.graph, on, request);
  const cache = cacheOf(deps.graph);
  for (const offer of offers) {
    if (offer.$version === null || !isCacheOn(deps)) cache.delete(offerKeyOf(offer.id, request));
    else {
      cache.set(offerKeyOf(offer.id, request), deepFreeze(offer));
      noteCatalogueVersion(deps.graph, offer.$version);
    }
  }
  return offers;
}
