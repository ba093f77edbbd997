import { sql } from "kysely";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { type Region, regionNotFound } from "./region.ts";

export const regionFields = customFieldsOf("region");

const columnValues = (p: Region) => ({
  name: p.name,
  currency_code: p.currency_code,
  tax_rate: p.tax_rate,
  tax_code: p.tax_code,
  gift_cards_taxable: p.gift_cards_taxable,
  automatic_taxes: p.automatic_taxes,
  tax_provider_id: p.tax_provider_id,
  includes_tax: p.includes_tax,
  metadata: p.metadata,
});

const insert = compiled("region-insert", (db, p: Region) =>
  db.insertInto("region").values({ id: p.id, ...columnValues(p) }),
);

const update = compiled("region-update", (db, p: Region) =>
  db
    .updateTable("region")
    .set({ ...columnValues(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// FOR NO KEY UPDATE does not block inserts of carts and orders that refer to the region.
const lock = compiled("region-lock", (db, p: { id: string }) =>
  db
    .selectFrom("region")
    .select([
      "id",
      "name",
      "currency_code",
      "tax_rate",
      "tax_code",
      "gift_cards_taxable",
      "automatic_taxes",
      "tax_provider_id",
      "includes_tax",
      "metadata",
    ])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const lockShared = compiled("region-hold", (db, p: { id: string }) =>
  db.selectFrom("region").select("id").where("id", "=", p.id).where("deleted_at", "is", null).forShare(),
);

const touch = compiled("region-touch", (db, p: { id: string }) =>
  db.updateTable("region").set({ updated_at: sql`now()` }).where("id", "=", p.id),
);

const remove = compiled("region-delete", (db, p: { id: string }) =>
  db
    .updateTable("region")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const taxProvider = compiled("region-tax-provider", (db, p: { id: string }) =>
  db.selectFrom("tax_provider").select("id").where("id", "=", p.id).where("is_installed", "=", true),
);

export async function insertRegion(tx: Tx, region: Region): Promise<void> {
  await insert(tx, region);
}

export async function lockRegion(tx: Tx, id: string): Promise<Region> {
  const [found] = await lock(tx, { id });
  if (!found) throw regionNotFound(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

/** The region cannot be deleted before the transaction ends. */
export async function lockRegionShared(tx: Tx, id: string): Promise<void> {
  const [found] = await lockShared(tx, { id });
  if (!found) throw regionNotFound(id);
}

export async function saveRegion(tx: Tx, region: Region): Promise<void> {
  await update(tx, region);
}

/** Sets updated_at after a change of countries or providers. */
export async function touchRegion(tx: Tx, id: string): Promise<void> {
  await touch(tx, { id });
}

export async function deleteRegionRow(tx: Tx, id: string): Promise<void> {
  const [deleted] = await remove(tx, { id });
  if (!deleted) throw regionNotFound(id);
}

export async function isTaxProviderInstalled(tx: Tx, id: string): Promise<boolean> {
  return (await taxProvider(tx, { id })).length > 0;
}
