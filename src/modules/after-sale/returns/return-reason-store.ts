import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { type ReturnReason, reasonNotFound } from "./return-reason.ts";

const insert = compiled("return-reason-insert", (db, p: ReturnReason) =>
  db.insertInto("return_reason").values({
    id: p.id,
    value: p.value,
    label: p.label,
    description: p.description,
    parent_return_reason_id: p.parent_return_reason_id,
    metadata: p.metadata,
  }),
);

const update = compiled("return-reason-update", (db, p: ReturnReason) =>
  db
    .updateTable("return_reason")
    .set({
      value: p.value,
      label: p.label,
      description: p.description,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

const lock = compiled("return-reason-lock", (db, p: { id: string }) =>
  db
    .selectFrom("return_reason")
    .select(["id", "value", "label", "description", "parent_return_reason_id", "metadata"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiled("return-reason-delete", (db, p: { id: string }) =>
  db
    .updateTable("return_reason")
    .set({ deleted_at: sql`now()` })
    .where((either) => either.or([either("id", "=", p.id), either("parent_return_reason_id", "=", p.id)]))
    .where("deleted_at", "is", null)
    .returning("id"),
);

const valueTaken = (reason: ReturnReason) => ({
  unique: () => duplicate(`Return_reason with value ${reason.value} already exists.`),
});

export async function insertReason(tx: Tx, reason: ReturnReason): Promise<void> {
  await refusing(insert(tx, reason), valueTaken(reason));
}

export async function lockReason(tx: Tx, id: string): Promise<ReturnReason> {
  const [found] = await lock(tx, { id });
  if (!found) throw reasonNotFound(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

export async function saveReason(tx: Tx, reason: ReturnReason): Promise<void> {
  await refusing(update(tx, reason), valueTaken(reason));
}

/** Deletes the reason and its children. Returns the ids of the deleted rows. */
export async function deleteReasonRows(tx: Tx, id: string): Promise<string[]> {
  return (await remove(tx, { id })).map((reason) => reason.id);
}
