import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { codeTaken, type Discount, unknownDiscount } from "./discount.ts";

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

// Not `usage_count`: orders raise it meanwhile.
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

// Not a full lock: carts and orders may go on pointing at the discount meanwhile.
const lock = compiled("discount-lock", (db, p: { id: string }) =>
  db
    .selectFrom("discount")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

// Codes of one discount are made side by side; only its deletion or change waits.
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

/** It can neither change nor be deleted before the transaction ends. */
export async function lockDiscountShared(tx: Tx, id: string): Promise<Discount> {
  const [found] = await lockShared(tx, { id });
  return discountOf(found, id);
}

/** A rule is missing only where another program left it out; such a discount cannot be used, nor changed. */
function discountOf(
  found: (Omit<Discount, "rule_id" | "metadata"> & { rule_id: string | null; metadata: unknown }) | undefined,
  id: string,
): Discount {
  if (!found || found.rule_id === null) throw unknownDiscount(id);
  return { ...found, rule_id: found.rule_id, metadata: found.metadata as Metadata | null };
}

/** Its regions or conditions changed. */
export async function touchDiscount(tx: Tx, id: string): Promise<void> {
  await touch(tx, { id });
}

/** With the codes that were made from it. Returns the ids of what was there. */
export async function deleteDiscountRows(tx: Tx, id: string): Promise<string[]> {
  const gone = await remove(tx, { id });
  const codes = gone.length === 0 ? [] : await removeCodes(tx, { id });
  return [...gone, ...codes].map((row) => row.id);
}

/** Returns the id of the code, or null when there was none. */
export async function deleteDynamicCodeRow(tx: Tx, id: string, code: string): Promise<string | null> {
  const [gone] = await removeCode(tx, { id, code });
  return gone?.id ?? null;
}
