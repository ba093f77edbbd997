import type { Tx } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { type ProviderKind, providerName, type RegionParts } from "../region.ts";
import { replaceCountries } from "../region-countries-store.ts";
import { findUnknownProvider, replaceProviders } from "../region-providers-store.ts";

/** Gives the region the countries and providers that were sent; the ones that were not sent stay. */
export async function placeRegion(tx: Tx, regionId: string, parts: Partial<RegionParts>): Promise<void> {
  await placeProviders(tx, regionId, { kind: "payment", ids: parts.payment_providers });
  await placeProviders(tx, regionId, { kind: "fulfillment", ids: parts.fulfillment_providers });
  if (parts.countries) await replaceCountries(tx, regionId, parts.countries);
}

async function placeProviders(
  tx: Tx,
  regionId: string,
  { kind, ids }: { kind: ProviderKind; ids: string[] | undefined },
): Promise<void> {
  if (!ids) return;
  const unknown = await findUnknownProvider(tx, { kind, regionId, ids });
  if (unknown !== null) throw invalid(`${providerName[kind]} not found: ${unknown}`);
  await replaceProviders(tx, { kind, regionId, ids });
}
