import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { requirementsFrom } from "../requirement.ts";
import { type NewShippingOption, optionFrom } from "../shipping-option.ts";
import {
  checkCarrierServesRegion,
  insertOption,
  lockRegionOfCarrierShared,
} from "../shipping-option-store.ts";
import { lockProfileShared } from "../shipping-profile-store.ts";
import { askCanCalculate, askIsValid } from "./ask-carrier.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

/** The carrier is asked first; what may have changed meanwhile is looked at again under locks. */
export async function createShippingOption(
  { db, providers }: Deps,
  input: NewShippingOption,
): Promise<string> {
  const requirements = requirementsFrom(input.requirements ?? [], [], () => newId("sor"));
  const option = optionFrom(newId("so"), input, requirements);
  await checkCarrierServesRegion(db, option);
  if (option.price_type === "calculated") await askCanCalculate(providers, option);
  await askIsValid(providers, option);
  await inTransaction(db, async (tx) => {
    await lockRegionOfCarrierShared(tx, option);
    const profileId = await lockProfileShared(tx, input.profile_id || undefined);
    await insertOption(tx, { ...option, profile_id: profileId });
    await announce(tx, "shipping-option.created", { id: option.id });
  });
  return option.id;
}
