import type { Db } from "../../../../db/database.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { CarrierService, FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { listFulfillmentProviderIds } from "../region-assignments-store.ts";

export interface FulfillmentOptions {
  provider_id: string;
  options: CarrierService[];
}

/** The carrier services that shipping options can use. An uninstalled provider offers none. */
export async function listFulfillmentOptions(
  { db, providers }: { db: Db; providers: ProviderRegistry },
  regionId: string,
): Promise<FulfillmentOptions[]> {
  const ids = await listFulfillmentProviderIds(db, regionId);
  const installed = ids.flatMap((id) => providers.fulfillment.find(id) ?? []);
  return Promise.all(installed.map(optionsOf));
}

const optionsOf = async (provider: FulfillmentProvider): Promise<FulfillmentOptions> => ({
  provider_id: provider.id,
  options: await callProvider({ failure: `The fulfillment provider ${provider.id} gave no options` }, () =>
    provider.options(),
  ),
});
