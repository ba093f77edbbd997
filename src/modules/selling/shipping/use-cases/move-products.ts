import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { putProductsIn } from "../profile-content-store.ts";

/** Puts the products into the profile and tells of each of them. */
export async function moveProducts(tx: Tx, profileId: string, productIds: string[]): Promise<void> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return;
  await putProductsIn(tx, { profileId, ids });
  await announceEach(
    tx,
    "product.updated",
    ids.map((id) => ({ id, fields: ["profiles"] })),
  );
}
