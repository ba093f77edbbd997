import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { type ProviderKind, regionNotFound } from "./region.ts";

interface RegionProviders {
  regionId: string;
  ids: string[];
}

const unknownOf = (kind: ProviderKind) => {
  // Both kinds of tables have the same columns, so the types of one are used for both.
  const table = `region_${kind}_providers` as "region_payment_providers";
  const providers = `${kind}_provider` as "payment_provider";
  // An uninstalled provider of this region is accepted, so that an unchanged region can still be saved.
  return compiled(`region-unknown-${kind}-providers`, (db, p: RegionProviders) =>
    db
      .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"requested">(sql`requested(id)`))
      .select("requested.id")
      .where(({ not, exists, selectFrom, or }) =>
        not(
          or([
            exists(
              selectFrom(providers)
                .select(`${providers}.id`)
                .whereRef(`${providers}.id`, "=", "requested.id")
                .where(`${providers}.is_installed`, "=", true),
            ),
            exists(
              selectFrom(table)
                .select(`${table}.provider_id`)
                .whereRef(`${table}.provider_id`, "=", "requested.id")
                .where(`${table}.region_id`, "=", p.regionId),
            ),
          ]),
        ),
      )
      .limit(1),
  );
};

const unknown = { payment: unknownOf("payment"), fulfillment: unknownOf("fulfillment") };

const links = {
  payment: linkTable("region_payment_providers", { owner: "region_id", other: "provider_id" }),
  fulfillment: linkTable("region_fulfillment_providers", { owner: "region_id", other: "provider_id" }),
};

interface ProviderChange {
  kind: ProviderKind;
  regionId: string;
  ids: readonly string[];
}

/** The first provider that is not installed; null if all are. */
export async function findUnknownProvider(
  tx: Tx,
  { kind, regionId, ids }: ProviderChange,
): Promise<string | null> {
  const [first] = await unknown[kind](tx, { regionId, ids: [...ids] });
  return first?.id ?? null;
}

/** Returns true if the region got a new provider. */
export async function addProviders(tx: Tx, { kind, regionId, ids }: ProviderChange): Promise<boolean> {
  return (await links[kind].add(tx, regionId, ids)).length > 0;
}

/** Returns true if a provider was removed. */
export async function removeProviders(tx: Tx, { kind, regionId, ids }: ProviderChange): Promise<boolean> {
  return (await links[kind].remove(tx, regionId, ids)).length > 0;
}

export async function replaceProviders(tx: Tx, change: ProviderChange): Promise<void> {
  await addProviders(tx, change);
  await links[change.kind].removeOthers(tx, change.regionId, change.ids);
}

const fulfillmentProviders = compiled("region-carriers", (db, p: { id: string }) =>
  db
    .selectFrom("region")
    .leftJoin("region_fulfillment_providers as carrier", "carrier.region_id", "region.id")
    .select("carrier.provider_id")
    .where("region.id", "=", p.id)
    .where("region.deleted_at", "is", null)
    .orderBy("carrier.provider_id"),
);

export async function listFulfillmentProviderIds(on: Connection, regionId: string): Promise<string[]> {
  const rows = await fulfillmentProviders(on, { id: regionId });
  if (rows.length === 0) throw regionNotFound(regionId);
  return rows.flatMap(({ provider_id }) => provider_id ?? []);
}
