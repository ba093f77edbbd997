import type { Tx } from "../../../db/database.ts";
import { putBackPieces, takePieces } from "../variants/index.ts";
import { shortage, totals } from "./stock.ts";

interface OwnQuantity {
  variantId: string;
  quantity: number;
}

const byVariant = (lines: readonly OwnQuantity[]) => {
  const sums = totals(
    lines,
    (line) => line.variantId,
    (line) => line.quantity,
  );
  return { ids: sums.map(({ key }) => key), quantities: sums.map(({ quantity }) => quantity) };
};

/**
 * Takes from the variants' own quantities, and refuses where one is gone or has not enough. What was promised is taken
 * anyway.
 */
export async function takeOwnStock(
  tx: Tx,
  lines: readonly OwnQuantity[],
  { isPromised = false } = {},
): Promise<void> {
  const wanted = { isAlwaysTaken: isPromised, ...byVariant(lines) };
  await takePieces(tx, wanted, { check: ({ detail }) => shortage(detail!) });
}

/** Quantities of variants that are not managed say nothing, and stay as they are. */
export async function putBackOwnStock(tx: Tx, lines: readonly OwnQuantity[]): Promise<void> {
  await putBackPieces(tx, byVariant(lines));
}
