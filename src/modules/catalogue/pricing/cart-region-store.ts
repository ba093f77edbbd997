import type { Connection } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";

const regionOf = compiled("cart-region", (db, p: { cartId: string }) =>
  db
    .selectFrom("cart")
    .innerJoin("region", "region.id", "cart.region_id")
    .select("region.id")
    .where("cart.id", "=", p.cartId)
    .where("region.deleted_at", "is", null),
);

/** Null if the cart does not exist or its region was deleted. */
export async function findRegionOfCart(on: Connection, cartId: string): Promise<string | null> {
  const [region] = await regionOf(on, { cartId });
  return region?.id ?? null;
}
