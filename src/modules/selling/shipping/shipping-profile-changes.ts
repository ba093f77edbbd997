import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { productEvents } from "../../catalogue/products/index.ts";
import { shippingEvents } from "./events.ts";
import {
  type NewShippingProfile,
  type ProfileType,
  profileFrom,
  refuseLosingLastOf,
  type ShippingProfile,
  type ShippingProfileChanges,
  unknownProfile,
  withChanges,
} from "./shipping-profile.ts";
import {
  deleteProfileRow,
  insertProfile,
  lockProductsOnlyIn,
  lockProfile,
  putOptionsIn,
  putProductsIn,
  saveProfile,
} from "./shipping-profile-store.ts";

/**
 * An unknown profile counts as deleted. Its products move to the default profile, so that they can still be shipped. Its
 * options stay, but are not offered to customers until they are in another profile.
 */
export const deleteShippingProfile = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockProfile(tx, id);
    if (!locked) return;
    refuseLosingLastOf(locked.profile, locked.standard);
    await moveProductsToStandardProfiles(tx, id, locked.standard);
    await deleteProfileRow(tx, id);
    await shippingEvents.announce(tx, "shipping-profile.deleted", { id });
  });

async function moveProductsToStandardProfiles(
  tx: Tx,
  id: string,
  standard: ShippingProfile[],
): Promise<void> {
  const products = await lockProductsOnlyIn(tx, id);
  const targets: [ProfileType, boolean][] = [
    ["default", false],
    ["gift_card", true],
  ];
  for (const [type, isGiftCard] of targets) {
    const target = standard.find((profile) => profile.type === type);
    const ids = products.filter((product) => product.is_giftcard === isGiftCard).map((product) => product.id);
    if (target) await moveProducts(tx, target.id, ids);
  }
}

export const createShippingProfile = ({ db }: { db: Db }, input: NewShippingProfile): Promise<string> =>
  inTransaction(db, async (tx) => {
    const profile = profileFrom(newId("sp"), input);
    await insertProfile(tx, profile);
    await shippingEvents.announce(tx, "shipping-profile.created", { id: profile.id });
    return profile.id;
  });

export interface ShippingProfileUpdate extends ShippingProfileChanges {
  /** Products to add. */
  products?: string[];
  /** Shipping options to add. */
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
    await shippingEvents.announce(tx, "shipping-profile.updated", { id, fields: Object.keys(update) });
  });

/** Moves the products into the profile, and announces each of them. */
async function moveProducts(tx: Tx, profileId: string, productIds: string[]): Promise<void> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return;
  await putProductsIn(tx, { profileId, ids });
  await productEvents.announceEach(
    tx,
    "product.updated",
    ids.map((id) => ({ id, fields: ["profiles"] })),
  );
}
