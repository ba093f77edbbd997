import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { countryNotFound } from "./region.ts";

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
