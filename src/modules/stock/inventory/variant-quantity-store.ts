import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { putBackPieces, takePieces } from "../variant-rows/index.ts";
import { shortage, sumByKey } from "./stock.ts";

interface OwnQuantity {
  variantId: string;
  quantity: number;
}

const byVariant = (lines: readonly OwnQuantity[]) => {
  const sums = sumByKey(
    lines,
    (line) => line.variantId,
    (line) => line.quantity,
  );
  return { ids: sums.map(({ key }) => key), quantities: sums.map(({ quantity }) => quantity) };
};

/** Takes from the quantities of variants. Refuses a deleted variant or one without enough stock, except for draft orders. */
export async function takeVariantQuantity(
  tx: Tx,
  lines: readonly OwnQuantity[],
  { ignoresShortage = false } = {},
): Promise<void> {
  const requested = { isAlwaysTaken: ignoresShortage, ...byVariant(lines) };
  await takePieces(tx, requested, { check: ({ detail }) => shortage(detail!) });
}

/** Quantities of variants without inventory management are not changed. */
export async function restoreVariantQuantity(tx: Tx, lines: readonly OwnQuantity[]): Promise<void> {
  await putBackPieces(tx, byVariant(lines));
}

const byHand = compiledSql<{ ids: string[] }, { id: string }>(
  "stock-lines-by-hand",
  (p) => sql<{ id: string }>`
    select line.id from line_item line
    left join order_edit edit on edit.id = line.order_edit_id
    left join "order" edited on edited.id = edit.order_id
    join payment_session session on session.cart_id = coalesce(line.cart_id, edited.cart_id)
      and session.provider_id = 'system'
    where line.id = any(${p.ids}::text[])`,
);

/**
 * Lines that took from quantities of variants. Lines of draft orders that were marked as paid, and of their edits, did not, so
 * nothing is restored for them.
 */
export async function linesThatTookVariantQuantity<Line extends { lineItemId: string }>(
  tx: Tx,
  lines: readonly Line[],
): Promise<Line[]> {
  if (lines.length === 0) return [];
  const found = await byHand(tx, { ids: lines.map(({ lineItemId }) => lineItemId) });
  const others = new Set(found.map(({ id }) => id));
  return lines.filter(({ lineItemId }) => !others.has(lineItemId));
}
