import type { Tx } from "../../../db/database.ts";
import { putBackPieces, takePieces } from "../variants/index.ts";
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
  { isPromised = false } = {},
): Promise<void> {
  const requested = { isAlwaysTaken: isPromised, ...byVariant(lines) };
  await takePieces(tx, requested, { check: ({ detail }) => shortage(detail!) });
}

/** Quantities of variants without inventory management are not changed. */
export async function restoreVariantQuantity(tx: Tx, lines: readonly OwnQuantity[]): Promise<void> {
  await putBackPieces(tx, byVariant(lines));
}
