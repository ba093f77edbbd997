import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { countryNotFound, type ProviderKind, regionNotFound } from "./region.ts";

interface CountryClaim {
  regionId: string;
  /** Lower-case ISO codes without duplicates. */
  codes: string[];
}

// Locked in the order of the codes, so that two requests for the same countries cannot deadlock.
const lock = compiled("region-lock-countries", (db, p: CountryClaim) =>
  db
    .selectFrom("country")
    .select("iso_2")
    .where(sql<boolean>`(iso_2 = any(${p.codes}) or region_id = ${p.regionId})`)
    .orderBy("iso_2")
    .forNoKeyUpdate(),
);

// A country of a deleted region is free.
const claim = compiled("region-claim-countries", (db, p: CountryClaim) =>
  db
    .updateTable("country")
    .set({ region_id: p.regionId })
    .where(sql<boolean>`iso_2 = any(${p.codes})`)
    .where(
      sql<boolean>`(region_id is null or exists (
        select from region gone where gone.id = country.region_id and gone.deleted_at is not null))`,
    )
    .returning("iso_2"),
);

const claimedByOthers = compiled("region-taken-countries", (db, p: CountryClaim) =>
  db
    .selectFrom("country")
    .select(["display_name", "region_id"])
    .where(sql<boolean>`iso_2 = any(${p.codes})`)
    .where(sql<boolean>`region_id is distinct from ${p.regionId}`)
    .orderBy("iso_2")
    .limit(1),
);

const release = compiled("region-release-countries", (db, p: CountryClaim) =>
  db
    .updateTable("country")
    .set({ region_id: null })
    .where("region_id", "=", p.regionId)
    .where(sql<boolean>`iso_2 = any(${p.codes})`)
    .returning("iso_2"),
);

const releaseOthers = compiled("region-release-other-countries", (db, p: CountryClaim) =>
  db
    .updateTable("country")
    .set({ region_id: null })
    .where("region_id", "=", p.regionId)
    .where(sql<boolean>`not iso_2 = any(${p.codes})`),
);

const lowerCaseCodes = (codes: readonly string[]) => [...new Set(codes.map((code) => code.toLowerCase()))];

/** Returns true if the region got a new country. A country of another region is refused. */
export async function claimCountries(tx: Tx, regionId: string, sent: readonly string[]): Promise<boolean> {
  const codes = lowerCaseCodes(sent);
  const known = (await lock(tx, { regionId, codes })).map((country) => country.iso_2);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw countryNotFound(unknown);

  const claimed = await claim(tx, { regionId, codes });
  const [other] = claimed.length < codes.length ? await claimedByOthers(tx, { regionId, codes }) : [];
  if (other) throw duplicate(`${other.display_name} already exists in region ${other.region_id}`);
  return claimed.length > 0;
}

export async function replaceCountries(tx: Tx, regionId: string, sent: readonly string[]): Promise<void> {
  await claimCountries(tx, regionId, sent);
  await releaseOthers(tx, { regionId, codes: lowerCaseCodes(sent) });
}

/** Returns true if the country was in the region. */
export async function releaseCountry(tx: Tx, regionId: string, code: string): Promise<boolean> {
  return (await release(tx, { regionId, codes: lowerCaseCodes([code]) })).length > 0;
}

export async function releaseAllCountries(tx: Tx, regionId: string): Promise<void> {
  await releaseOthers(tx, { regionId, codes: [] });
}

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
