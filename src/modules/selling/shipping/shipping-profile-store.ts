import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { moveProductsToProfile } from "../../catalogue/products/index.ts";
import { unknownOptions } from "./shipping-option.ts";
import {
  noDefaultProfile,
  type ShippingProfile,
  unknownProducts,
  unknownProfile,
} from "./shipping-profile.ts";

const insert = compiled("shipping-profile-insert", (db, p: ShippingProfile) =>
  db.insertInto("shipping_profile").values({ id: p.id, name: p.name, type: p.type, metadata: p.metadata }),
);

export async function insertProfile(tx: Tx, profile: ShippingProfile): Promise<void> {
  await insert(tx, profile);
}

const lock = compiled("shipping-profile-lock", (db, p: { id: string }) =>
  db
    .selectFrom("shipping_profile")
    .select(["id", "name", "type", "metadata"])
    .where("deleted_at", "is", null)
    .where((is) => is.or([is("id", "=", p.id), is("type", "!=", "custom")]))
    .orderBy("id")
    .forNoKeyUpdate(),
);

interface LockedProfile {
  profile: ShippingProfile;
  /** The other profiles of type `default` and `gift_card`. */
  standard: ShippingProfile[];
}

/**
 * Locks the profile together with the required ones. So of two requests that would delete the last two default profiles one
 * is refused, and products are not moved into a profile that is being deleted.
 */
export async function lockProfile(tx: Tx, id: string): Promise<LockedProfile | null> {
  const rows = await lock(tx, { id });
  const profiles = rows.map((row) => ({ ...row, metadata: row.metadata as Metadata | null }));
  const profile = profiles.find((each) => each.id === id);
  return profile ? { profile, standard: profiles.filter((each) => each.id !== id) } : null;
}

const update = compiled("shipping-profile-update", (db, p: ShippingProfile) =>
  db
    .updateTable("shipping_profile")
    .set({ name: p.name, type: p.type, metadata: p.metadata, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function saveProfile(tx: Tx, profile: ShippingProfile): Promise<void> {
  await update(tx, profile);
}

const remove = compiled("shipping-profile-delete", (db, p: { id: string }) =>
  db
    .updateTable("shipping_profile")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function deleteProfileRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

const lockShared = compiled("shipping-profile-hold", (db, p: { id: string }) =>
  db
    .selectFrom("shipping_profile")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const lockDefaultShared = compiled("shipping-profile-hold-default", (db, _: object) =>
  db
    .selectFrom("shipping_profile")
    .select("id")
    .where("type", "=", "default")
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .forShare(),
);

/** Locks the profile, or the oldest default one, against deletion. Returns its id. */
export async function lockProfileShared(tx: Tx, id: string | undefined): Promise<string> {
  const [found] = id === undefined ? await lockDefaultShared(tx, {}) : await lockShared(tx, { id });
  if (found) return found.id;
  throw id === undefined ? noDefaultProfile() : unknownProfile(id);
}

interface Move {
  profileId: string;
  ids: string[];
}

// Ordered by id, so that two requests for the same rows cannot deadlock.
const lockProducts = compiled("shipping-profile-lock-products", (db, p: { ids: string[] }) =>
  db
    .selectFrom("product")
    .select("id")
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** A product is in one profile, so it leaves its old one. */
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

function refuseMissing(
  requested: string[],
  found: { id: string }[],
  refusal: (ids: string[]) => Error,
): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = requested.filter((id) => !known.has(id));
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

/** Products that have no other profile. */
export const lockProductsOnlyIn = (tx: Tx, profileId: string) => onlyHere(tx, { profileId });
