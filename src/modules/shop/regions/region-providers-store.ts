import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { type ProviderKind, unknownRegion } from "./region.ts";

interface RegionProviders {
  regionId: string;
  ids: string[];
}

const statementsFor = (kind: ProviderKind) => {
  // The two kinds have tables of the same columns; the types of one stand for both.
  const table = `region_${kind}_providers` as "region_payment_providers";
  const providers = `${kind}_provider` as "payment_provider";
  return {
    // One that was uninstalled may stay where it is, so that a region can still be saved as it was read.
    unknown: compiled(`region-unknown-${kind}-providers`, (db, p: RegionProviders) =>
      db
        .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select("wanted.id")
        .where(({ not, exists, selectFrom, or }) =>
          not(
            or([
              exists(
                selectFrom(providers)
                  .select(`${providers}.id`)
                  .whereRef(`${providers}.id`, "=", "wanted.id")
                  .where(`${providers}.is_installed`, "=", true),
              ),
              exists(
                selectFrom(table)
                  .select(`${table}.provider_id`)
                  .whereRef(`${table}.provider_id`, "=", "wanted.id")
                  .where(`${table}.region_id`, "=", p.regionId),
              ),
            ]),
          ),
        )
        .limit(1),
    ),
    add: compiled(`region-add-${kind}-providers`, (db, p: RegionProviders) =>
      db
        .insertInto(table)
        .columns(["region_id", "provider_id"])
        .expression((from) =>
          from
            .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"wanted">(sql`wanted(id)`))
            .select([sql<string>`${p.regionId}::varchar`.as("region_id"), "wanted.id"]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning("provider_id"),
    ),
    remove: compiled(`region-remove-${kind}-providers`, (db, p: RegionProviders) =>
      db
        .deleteFrom(table)
        .where("region_id", "=", p.regionId)
        .where(sql<boolean>`provider_id = any(${p.ids})`)
        .returning("provider_id"),
    ),
    removeOthers: compiled(`region-remove-other-${kind}-providers`, (db, p: RegionProviders) =>
      db
        .deleteFrom(table)
        .where("region_id", "=", p.regionId)
        .where(sql<boolean>`not provider_id = any(${p.ids})`),
    ),
  };
};

const statements = { payment: statementsFor("payment"), fulfillment: statementsFor("fulfillment") };

interface Change {
  kind: ProviderKind;
  regionId: string;
  ids: readonly string[];
}

/** The first of the providers that cannot be used, because nobody has installed it. */
export async function findUnknownProvider(tx: Tx, { kind, regionId, ids }: Change): Promise<string | null> {
  const [unknown] = await statements[kind].unknown(tx, { regionId, ids: [...ids] });
  return unknown?.id ?? null;
}

/** Says whether any of them was not there before. */
export async function addProviders(tx: Tx, { kind, regionId, ids }: Change): Promise<boolean> {
  return (await statements[kind].add(tx, { regionId, ids: [...new Set(ids)] })).length > 0;
}

/** Says whether any of them was there. */
export async function removeProviders(tx: Tx, { kind, regionId, ids }: Change): Promise<boolean> {
  return (await statements[kind].remove(tx, { regionId, ids: [...ids] })).length > 0;
}

export async function replaceProviders(tx: Tx, change: Change): Promise<void> {
  await addProviders(tx, change);
  await statements[change.kind].removeOthers(tx, { regionId: change.regionId, ids: [...change.ids] });
}

const carriers = compiled("region-carriers", (db, p: { id: string }) =>
  db
    .selectFrom("region")
    .leftJoin("region_fulfillment_providers as carrier", "carrier.region_id", "region.id")
    .select("carrier.provider_id")
    .where("region.id", "=", p.id)
    .where("region.deleted_at", "is", null)
    .orderBy("carrier.provider_id"),
);

/** The fulfilment providers of a region. */
export async function listCarrierIds(on: Connection, regionId: string): Promise<string[]> {
  const rows = await carriers(on, { id: regionId });
  if (rows.length === 0) throw unknownRegion(regionId);
  return rows.flatMap(({ provider_id }) => provider_id ?? []);
}
