import type { Tx } from "../../../../db/database.ts";
import type { OrderedLine } from "../../../orders/orders/index.ts";
import { copyLinesToEdit, replaceAdjustments, replaceLineTaxes } from "../../../selling/line-items/index.ts";
import type { EditAdjustment } from "../order-edit.ts";

/** Lines of an order with their taxes and discounts, as lines of its edit. */
export async function copyOrderLines(
  tx: Tx,
  editId: string,
  originals: readonly OrderedLine[],
): Promise<void> {
  if (originals.length === 0) return;
  const copies = await copyLinesToEdit(
    tx,
    editId,
    originals.map(({ id }) => id),
  );
  const byCopy = <Things>(of: (line: OrderedLine) => readonly Things[]) =>
    new Map(originals.map((line) => [copies.get(line.id)!, of(line)]));
  await replaceLineTaxes(
    tx,
    byCopy(({ tax_lines }) => tax_lines),
  );
  await replaceAdjustments(
    tx,
    byCopy(({ adjustments }) => adjustments as readonly EditAdjustment[]),
  );
}
