import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, writePart } from "../../../db/statements.ts";

/** The change of the fulfilled, shipped and returned quantities of a line. Negative values reduce them. */
export interface PiecesChange {
  lineId: string;
  fulfilled?: number;
  shipped?: number;
  returned?: number;
  /** The returned pieces that were not fulfilled. */
  unsent?: number;
}

const change = compiledWrite<{ changes: string }>(
  "line-items-change-pieces",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set
      fulfilled_quantity = case when sent.fulfilled = 0 then fulfilled_quantity
        else greatest(coalesce(fulfilled_quantity, 0) + sent.fulfilled, 0) end,
      shipped_quantity = case when sent.shipped = 0 then shipped_quantity
        else coalesce(shipped_quantity, 0) + sent.shipped end,
      returned_quantity = case when sent.returned = 0 then returned_quantity
        else coalesce(returned_quantity, 0) + sent.returned end,
      returned_unsent = returned_unsent + sent.unsent,
      updated_at = now()
    from jsonb_to_recordset(${p.changes}::jsonb)
      as sent(id varchar, fulfilled integer, shipped integer, returned integer, unsent integer)
    where line_item.id = sent.id`,
);

/** The transaction must have locked the order of the lines. */
export async function changePieces(tx: Tx, changes: readonly PiecesChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ lineId, fulfilled = 0, shipped = 0, returned = 0, unsent = 0 }) => ({
    id: lineId,
    fulfilled,
    shipped,
    returned,
    unsent,
  }));
  await change(tx, { changes: JSON.stringify(rows) });
}

/**
 * Reduces the fulfilled quantity of lines. `unpacked` has the line (`item_id`), the number of pieces (`quantity`) and whether
 * other pieces of it are still fulfilled (`is_packed`). Otherwise the column becomes null, not 0, as for a new line.
 */
export const piecesUnpacked = writePart<{ unpacked: RawBuilder<unknown> }>(
  { updates: ["line_item"] },
  (p) => sql`
    update line_item line set
      fulfilled_quantity = case when less.is_packed
        then greatest(coalesce(line.fulfilled_quantity, 0) - less.quantity, 0) end,
      updated_at = now()
    from ${p.unpacked} less where line.id = less.item_id`,
);

interface AppliedEdit {
  editId: string;
  orderId: string;
}

const takeOut = compiledWrite<AppliedEdit>(
  "line-items-leave-order",
  { updates: ["line_item"] },
  (p) => sql`update line_item set order_id = null, updated_at = now()
    where order_id = ${p.orderId} and order_edit_id is distinct from ${p.editId}`,
);

// The replacing line gets the fulfilled, shipped and returned quantities of the original.
const putIn = compiledWrite<AppliedEdit>(
  "line-items-join-order",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item line set order_id = ${p.orderId}, updated_at = now(),
      fulfilled_quantity = progress.fulfilled_quantity, shipped_quantity = progress.shipped_quantity,
      returned_quantity = progress.returned_quantity, returned_unsent = coalesce(progress.returned_unsent, 0),
      metadata = case when progress.id is null then line.metadata else progress.metadata end
    from line_item edited left join line_item progress on progress.id = edited.original_item_id
    where line.id = edited.id and line.order_edit_id = ${p.editId}`,
);

/** Replaces the lines of the locked order by those of the edit. As in v1, they keep their own ids. */
export async function replaceLinesByEdit(tx: Tx, applied: AppliedEdit): Promise<void> {
  await takeOut(tx, applied);
  await putIn(tx, applied);
}
