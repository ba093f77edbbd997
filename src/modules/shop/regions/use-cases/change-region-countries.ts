import type { Db, Tx } from "../../../../db/database.ts";
import { claimCountries, releaseCountry } from "../region-countries-store.ts";
import { changeParts } from "./change-parts.ts";

interface Change {
  regionId: string;
  countryCode: string;
}

/** A country that is in the region already, stays. */
export const addRegionCountry = ({ db }: { db: Db }, { regionId, countryCode }: Change): Promise<void> =>
  changeParts(db, { regionId, part: "countries" }, (tx: Tx) => claimCountries(tx, regionId, [countryCode]));

/** A country that is not in the region stays where it is. */
export const removeRegionCountry = ({ db }: { db: Db }, { regionId, countryCode }: Change): Promise<void> =>
  changeParts(db, { regionId, part: "countries" }, (tx: Tx) => releaseCountry(tx, regionId, countryCode));
