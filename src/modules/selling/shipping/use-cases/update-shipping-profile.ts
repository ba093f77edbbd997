import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { putOptionsIn } from "../profile-content-store.ts";
import {
  refuseLosingLastOf,
  type ShippingProfileChanges,
  unknownProfile,
  withChanges,
} from "../shipping-profile.ts";
import { lockProfile, saveProfile } from "../shipping-profile-store.ts";
import { moveProducts } from "./move-products.ts";

export interface ShippingProfileUpdate extends ShippingProfileChanges {
  /** Products to take in; those that are there already stay. */
  products?: string[];
  /** Shipping options to take in; those that are there already stay. */
  shipping_options?: string[];
}

export const updateShippingProfile = (
  { db }: { db: Db },
  id: string,
  update: ShippingProfileUpdate,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { products = [], shipping_options = [], ...changes } = update;
    const locked = await lockProfile(tx, id);
    if (!locked) throw unknownProfile(id);
    const next = withChanges(locked.profile, changes);
    if (next.type !== locked.profile.type) refuseLosingLastOf(locked.profile, locked.standard);
    await saveProfile(tx, next);
    await moveProducts(tx, id, products);
    await putOptionsIn(tx, { profileId: id, ids: [...new Set(shipping_options)] });
    await announce(tx, "shipping-profile.updated", { id, fields: Object.keys(update) });
  });
