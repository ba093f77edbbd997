import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { noDefaultProfile, type ShippingProfile, unknownProfile } from "./shipping-profile.ts";

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

export interface LockedProfile {
  profile: ShippingProfile;
  /** The other profiles that are the default ones or for gift cards. */
  standard: ShippingProfile[];
}

/**
 * Locks the profile together with those that the shop cannot do without. So of two requests that would take the
 * last two default profiles away one is refused, and products are not moved while their profile is deleted.
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

const held = compiled("shipping-profile-hold", (db, p: { id: string }) =>
  db
    .selectFrom("shipping_profile")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const heldDefault = compiled("shipping-profile-hold-default", (db, _: object) =>
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

/** The id of the profile, or of the oldest default one; nobody deletes it until the end of the transaction. */
export async function lockProfileShared(tx: Tx, id: string | undefined): Promise<string> {
  const [found] = id === undefined ? await heldDefault(tx, {}) : await held(tx, { id });
  if (found) return found.id;
  throw id === undefined ? noDefaultProfile() : unknownProfile(id);
}
