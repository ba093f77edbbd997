import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import {
  currenciesOf,
  namedPricesOf,
  type PriceGround,
  type PriceInput,
  refuseUnknown,
  regionsOf,
  type StoredPrice,
  variantsOf,
} from "./list-price.ts";

const lockStored = compiled("price-list-lock-prices", (db, p: { listId: string; ids: string[] }) =>
  db
    .selectFrom("money_amount")
    .select(["id", "amount", "currency_code", "region_id", "min_quantity", "max_quantity"])
    .where("price_list_id", "=", p.listId)
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

// Shared locks: a region or variant cannot be deleted, nor a region change its currency, before the prices are there.
const lockRegionsShared = compiled("price-list-hold-regions", (db, p: { ids: string[] }) =>
  db
    .selectFrom("region")
    .select(["id", "currency_code"])
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare(),
);

const lockVariantsShared = compiled("price-list-hold-variants", (db, p: { ids: string[] }) =>
  db
    .selectFrom("product_variant")
    .select("id")
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare(),
);

const linkedVariants = compiled("price-list-linked-variants", (db, p: { ids: string[] }) =>
  db
    .selectFrom("product_variant_money_amount")
    .select("variant_id as id")
    .distinct()
    .where(sql<boolean>`money_amount_id = any(${p.ids})`),
);

const knownCurrencies = compiled("price-list-currencies", (db, p: { ids: string[] }) =>
  db.selectFrom("currency").select("code as id").where(sql<boolean>`code = any(${p.ids})`),
);

type Lookup<Found extends { id: string }> = (tx: Tx, params: { ids: string[] }) => Promise<Found[]>;

/** One statement for all that are wanted, none when nothing is. */
async function all<Found extends { id: string }>(
  tx: Tx,
  lookup: Lookup<Found>,
  { what, ids }: { what: string; ids: string[] },
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const found = await lookup(tx, { ids });
  refuseUnknown(what, ids, new Set(found.map(({ id }) => id)));
  return found;
}

/**
 * Locks and reads everything that the prices name; what is not there refuses them all. Variants before prices, as whoever deletes
 * a variant does.
 */
export async function lockPriceGroundShared(
  tx: Tx,
  listId: string,
  sent: readonly PriceInput[],
): Promise<PriceGround> {
  await lockAllVariantsShared(tx, sent);
  const stored = await all<StoredPrice>(tx, (on, { ids }) => lockStored(on, { listId, ids }), {
    what: "Money amount with id:",
    ids: namedPricesOf(sent),
  });
  const regions = await all(tx, lockRegionsShared, { what: "Region with id:", ids: regionsOf(sent) });
  await all(tx, knownCurrencies, { what: "Currency with code:", ids: currenciesOf(sent) });
  return {
    stored: new Map(stored.map((price) => [price.id, price])),
    regionCurrencies: new Map(regions.map(({ id, currency_code }) => [id, currency_code])),
  };
}

/** Also those that prices are taken away from: a variant that is deleted takes its prices along. */
async function lockAllVariantsShared(tx: Tx, sent: readonly PriceInput[]): Promise<void> {
  const named = variantsOf(sent);
  const prices = namedPricesOf(sent);
  const linked = prices.length > 0 ? await linkedVariants(tx, { ids: prices }) : [];
  const ids = [...new Set([...named, ...linked.map(({ id }) => id)])];
  if (ids.length === 0) return;
  const held = await lockVariantsShared(tx, { ids });
  refuseUnknown("Variant with id:", named, new Set(held.map(({ id }) => id)));
}
