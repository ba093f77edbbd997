import type { Db } from "../../../../db/database.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type ProviderKind, providerName } from "../region.ts";
import { addProviders, findUnknownProvider, removeProviders } from "../region-providers-store.ts";
import { changeParts } from "./change-parts.ts";

interface Change {
  regionId: string;
  kind: ProviderKind;
  providerId: string;
}

const partOf = { payment: "payment_providers", fulfillment: "fulfillment_providers" } as const;

/** A provider that the region has already, stays. */
export const addRegionProvider = (
  { db }: { db: Db },
  { regionId, kind, providerId }: Change,
): Promise<void> =>
  changeParts(db, { regionId, part: partOf[kind] }, async (tx) => {
    const change = { kind, regionId, ids: [providerId] };
    const unknown = await findUnknownProvider(tx, change);
    if (unknown !== null) throw new Refusal("not_found", `${providerName[kind]} ${unknown} was not found`);
    return addProviders(tx, change);
  });

/** A provider that the region does not have is passed over. */
export const removeRegionProvider = (
  { db }: { db: Db },
  { regionId, kind, providerId }: Change,
): Promise<void> =>
  changeParts(db, { regionId, part: partOf[kind] }, (tx) =>
    removeProviders(tx, { kind, regionId, ids: [providerId] }),
  );
