import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { requirementsFrom } from "../requirement.ts";
import { type ShippingOptionChanges, withChanges } from "../shipping-option.ts";
import { findService, lockOption, saveOption } from "../shipping-option-store.ts";
import { askCanCalculate } from "./ask-carrier.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

export async function updateShippingOption(
  { db, providers }: Deps,
  id: string,
  changes: ShippingOptionChanges,
): Promise<void> {
  if (changes.price_type === "calculated") await askCanCalculate(providers, await findService(db, id));
  await inTransaction(db, async (tx) => {
    const option = await lockOption(tx, id);
    const requirements = requirementsFrom(changes.requirements, option.requirements, () => newId("sor"));
    await saveOption(tx, withChanges(option, changes, requirements));
    await announce(tx, "shipping-option.updated", { id, fields: Object.keys(changes) });
  });
}
