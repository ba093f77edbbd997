import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import {
  checkAllFound,
  currencyCodesOf,
  type PriceInput,
  type PriceReferences,
  priceIdsOf,
  regionIdsOf,
  type StoredPrice,
  variantIdsOf,
} from "./price-list.ts";

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

// Shared locks: before the prices are committed no region or variant is deleted, and no region changes its currency.
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

/** One statement for all ids, none without ids. */
async function findAll<Found extends { id: string }>(
  tx: Tx,
  lookup: Lookup<Found>,
  { label, ids }: { label: string; ids: string[] },
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const found = await lookup(tx, { ids });
  checkAllFound(label, ids, new Set(found.map(({ id }) => id)));
  return found;
}

/**
 * Locks and reads everything that the prices refer to; refuses if one reference does not exist. Lock order: variants
 * before prices, as in the deletion of a variant.
 */
export async function lockPriceReferencesShared(
  tx: Tx,
  listId: string,
  sent: readonly PriceInput[],
): Promise<PriceReferences> {
  await lockAllVariantsShared(tx, sent);
  const stored = await findAll<StoredPrice>(tx, (on, { ids }) => lockStored(on, { listId, ids }), {
    label: "Money amount with id:",
    ids: priceIdsOf(sent),
  });
  const regions = await findAll(tx, lockRegionsShared, { label: "Region with id:", ids: regionIdsOf(sent) });
  await findAll(tx, knownCurrencies, { label: "Currency with code:", ids: currencyCodesOf(sent) });
  return {
    stored: new Map(stored.map((price) => [price.id, price])),
    regionCurrencies: new Map(regions.map(({ id, currency_code }) => [id, currency_code])),
  };
}

/** Includes the variants that lose a price: deleting a variant deletes its prices. */
async function lockAllVariantsShared(tx: Tx, sent: readonly PriceInput[]): Promise<void> {
  const variants = variantIdsOf(sent);
  const prices = priceIdsOf(sent);
  const linked = prices.length > 0 ? await linkedVariants(tx, { ids: prices }) : [];
  const ids = [...new Set([...variants, ...linked.map(({ id }) => id)])];
  if (ids.length === 0) return;
  const locked = await lockVariantsShared(tx, { ids });
  checkAllFound("Variant with id:", variants, new Set(locked.map(({ id }) => id)));
}
