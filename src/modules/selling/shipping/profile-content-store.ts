import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { moveProductsToProfile } from "../../catalogue/products/index.ts";
import { unknownOptions } from "./shipping-option.ts";
import { unknownProducts } from "./shipping-profile.ts";

interface Move {
  profileId: string;
  ids: string[];
}

// Always by id, so that two requests for the same rows do not wait for each other.
const lockProducts = compiled("shipping-profile-lock-products", (db, p: { ids: string[] }) =>
  db
    .selectFrom("product")
    .select("id")
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** A product is in one profile, so it leaves the one it was in. */
export async function putProductsIn(tx: Tx, { profileId, ids }: Move): Promise<void> {
  refuseMissing(ids, await lockProducts(tx, { ids }), unknownProducts);
  await moveProductsToProfile(tx, { profileId, ids });
}

const lockOptions = compiled("shipping-profile-lock-options", (db, p: { ids: string[] }) =>
  db
    .selectFrom("shipping_option")
    .select("id")
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

const moveOptions = compiled("shipping-profile-move-options", (db, p: Move) =>
  db
    .updateTable("shipping_option")
    .set({ profile_id: p.profileId, updated_at: sql`now()` })
    .where(sql<boolean>`id = any(${p.ids})`),
);

export async function putOptionsIn(tx: Tx, { profileId, ids }: Move): Promise<void> {
  refuseMissing(ids, await lockOptions(tx, { ids }), unknownOptions);
  await moveOptions(tx, { profileId, ids });
}

function refuseMissing(wanted: string[], found: { id: string }[], refusal: (ids: string[]) => Error): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0) throw refusal(missing);
}

const onlyHere = compiled("shipping-profile-lock-products-only-here", (db, p: { profileId: string }) =>
  db
    .selectFrom("product_shipping_profile as placed")
    .innerJoin("product", "product.id", "placed.product_id")
    .select(["product.id", "product.is_giftcard"])
    .where("placed.profile_id", "=", p.profileId)
    .where("product.deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("product_shipping_profile as other")
            .innerJoin("shipping_profile", "shipping_profile.id", "other.profile_id")
            .select("shipping_profile.id")
            .whereRef("other.product_id", "=", "product.id")
            .where("other.profile_id", "!=", p.profileId)
            .where("shipping_profile.deleted_at", "is", null),
        ),
      ),
    )
    .orderBy("product.id")
    .forNoKeyUpdate("product"),
);

/** Products that would be left without a profile if this one went. */
export const lockProductsOnlyIn = (tx: Tx, profileId: string) => onlyHere(tx, { profileId });
