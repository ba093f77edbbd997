import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { codeTaken, type Discount, unknownDiscount } from "./discount.ts";

export const discountFields = customFieldsOf("discount");

const columns = [
  "id",
  "code",
  "is_dynamic",
  "is_disabled",
  "rule_id",
  "parent_discount_id",
  "starts_at",
  "ends_at",
  "valid_duration",
  "usage_limit",
  "metadata",
] as const;

// Without `usage_count`, which orders increment concurrently.
const written = (p: Discount) => ({
  code: p.code,
  is_disabled: p.is_disabled,
  starts_at: p.starts_at,
  ends_at: p.ends_at,
  valid_duration: p.valid_duration,
  usage_limit: p.usage_limit,
  metadata: p.metadata,
});

const insert = compiled("discount-insert", (db, p: Discount) =>
  db.insertInto("discount").values({
    id: p.id,
    is_dynamic: p.is_dynamic,
    rule_id: p.rule_id,
    parent_discount_id: p.parent_discount_id,
    ...written(p),
  }),
);

const update = compiled("discount-update", (db, p: Discount) =>
  db
    .updateTable("discount")
    .set({ ...written(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// Not `for update`, so that carts and orders can still insert references to the discount.
const lock = compiled("discount-lock", (db, p: { id: string }) =>
  db
    .selectFrom("discount")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

// Shared, so that codes of one discount can be created concurrently.
const lockShared = compiled("discount-hold", (db, p: { id: string }) =>
  db.selectFrom("discount").select(columns).where("id", "=", p.id).where("deleted_at", "is", null).forShare(),
);

const touch = compiled("discount-touch", (db, p: { id: string }) =>
  db.updateTable("discount").set({ updated_at: sql`now()` }).where("id", "=", p.id),
);

const remove = compiled("discount-delete", (db, p: { id: string }) =>
  db
    .updateTable("discount")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const removeCodes = compiled("discount-delete-codes", (db, p: { id: string }) =>
  db
    .updateTable("discount")
    .set({ deleted_at: sql`now()` })
    .where(({ eb, selectFrom }) =>
      eb(
        "id",
        "in",
        selectFrom("discount as child")
          .select("child.id")
          .where("child.parent_discount_id", "=", p.id)
          .where("child.deleted_at", "is", null)
          .orderBy("child.id")
          .forNoKeyUpdate(),
      ),
    )
    .returning("id"),
);

const removeCode = compiled("discount-delete-code", (db, p: { id: string; code: string }) =>
  db
    .updateTable("discount")
    .set({ deleted_at: sql`now()` })
    .where("parent_discount_id", "=", p.id)
    .where("code", "=", p.code)
    .where("deleted_at", "is", null)
    .returning("id"),
);

export async function insertDiscount(tx: Tx, discount: Discount): Promise<void> {
  await refusing(insert(tx, discount), { unique: () => codeTaken(discount.code) });
}

export async function saveDiscount(tx: Tx, discount: Discount): Promise<void> {
  await refusing(update(tx, discount), { unique: () => codeTaken(discount.code) });
}

export async function lockDiscount(tx: Tx, id: string): Promise<Discount> {
  const [found] = await lock(tx, { id });
  return discountOf(found, id);
}

/** Prevents changes and deletion until the end of the transaction. */
export async function lockDiscountShared(tx: Tx, id: string): Promise<Discount> {
  const [found] = await lockShared(tx, { id });
  return discountOf(found, id);
}

/** Only other programs create discounts without a rule. They cannot be used or changed. */
function discountOf(
  found: (Omit<Discount, "rule_id" | "metadata"> & { rule_id: string | null; metadata: unknown }) | undefined,
  id: string,
): Discount {
  if (!found || found.rule_id === null) throw unknownDiscount(id);
  return { ...found, rule_id: found.rule_id, metadata: found.metadata as Metadata | null };
}

/** For a change of its regions or conditions. */
export async function touchDiscount(tx: Tx, id: string): Promise<void> {
  await touch(tx, { id });
}

/** Also deletes its dynamic codes. Returns the ids of the deleted rows. */
export async function deleteDiscountRows(tx: Tx, id: string): Promise<string[]> {
  const gone = await remove(tx, { id });
  const codes = gone.length === 0 ? [] : await removeCodes(tx, { id });
  return [...gone, ...codes].map((row) => row.id);
}

/** Returns the id of the code, or null if it did not exist. */
export async function deleteDynamicCodeRow(tx: Tx, id: string, code: string): Promise<string | null> {
  const [gone] = await removeCode(tx, { id, code });
  return gone?.id ?? null;
}
