import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockProductsOnlyIn } from "../profile-content-store.ts";
import { type ProfileType, refuseLosingLastOf, type ShippingProfile } from "../shipping-profile.ts";
import { deleteProfileRow, lockProfile } from "../shipping-profile-store.ts";
import { moveProducts } from "./move-products.ts";

/**
 * A profile that is not there is as good as deleted. Its products go to the default profile, or nobody could have
 * them shipped any more; its options stay, but are offered to no customer until they are in another profile.
 */
export const deleteShippingProfile = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockProfile(tx, id);
    if (!locked) return;
    refuseLosingLastOf(locked.profile, locked.standard);
    await rehouseProducts(tx, id, locked.standard);
    await deleteProfileRow(tx, id);
    await announce(tx, "shipping-profile.deleted", { id });
  });

async function rehouseProducts(tx: Tx, id: string, standard: ShippingProfile[]): Promise<void> {
  const products = await lockProductsOnlyIn(tx, id);
  const homes: [ProfileType, boolean][] = [
    ["default", false],
    ["gift_card", true],
  ];
  for (const [type, isGiftCard] of homes) {
    const home = standard.find((profile) => profile.type === type);
    const ids = products.filter((product) => product.is_giftcard === isGiftCard).map((product) => product.id);
    if (home) await moveProducts(tx, home.id, ids);
  }
}
