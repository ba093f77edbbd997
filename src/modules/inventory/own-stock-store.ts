import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiled, type sqlFor } from "../../db/statements.ts";
import { totals } from "./stock.ts";

interface Quantities {
  ids: string[];
  quantities: number[];
}

const wantedOf = (p: Quantities) =>
  sql<{ id: string; quantity: number }>`unnest(${p.ids}::text[], ${p.quantities}::integer[])`.as<"wanted">(
    sql`wanted(id, quantity)`,
  );

/** Variants are locked in the order of their ids, whatever the order of the lines. */
const lockedVariants = (db: typeof sqlFor, p: Quantities) =>
  db
    .with("locked", (cte) =>
      cte
        .selectFrom("product_variant")
        .select("id")
        .where(sql<boolean>`id = any(${p.ids})`)
        .orderBy("id")
        .forNoKeyUpdate(),
    )
    .updateTable("product_variant as variant")
    .from(["locked", wantedOf(p)])
    .whereRef("variant.id", "=", "locked.id")
    .whereRef("variant.id", "=", "wanted.id");

const take = compiled("stock-take-own", (db, p: Quantities & { isPromised: boolean }) =>
  lockedVariants(db, p)
    .set({ inventory_quantity: sql`variant.inventory_quantity - wanted.quantity`, updated_at: sql`now()` })
    .where(
      sql<boolean>`(${p.isPromised}::boolean or not variant.manage_inventory or variant.allow_backorder
        or variant.inventory_quantity >= wanted.quantity)`,
    )
    .returning("variant.id"),
);

// Whoever counted as many as can be counted in the meantime has enough.
const putBack = compiled("stock-put-back-own", (db, p: Quantities) =>
  lockedVariants(db, p)
    .set({
      inventory_quantity: sql`least(variant.inventory_quantity::bigint + wanted.quantity, 2147483647)`,
      updated_at: sql`now()`,
    })
    .where("variant.manage_inventory", "=", true),
);

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

/** Takes from the variants' own quantities; tells which of them have not enough. What was promised is taken anyway. */
export async function takeOwnStock(
  tx: Tx,
  lines: readonly OwnQuantity[],
  { isPromised = false } = {},
): Promise<{ short: string[] }> {
  const wanted = byVariant(lines);
  const taken = new Set((await take(tx, { ...wanted, isPromised })).map(({ id }) => id));
  return { short: wanted.ids.filter((id) => !taken.has(id)) };
}

/** Quantities of variants that are not managed say nothing, and stay as they are. */
export async function putBackOwnStock(tx: Tx, lines: readonly OwnQuantity[]): Promise<void> {
  await putBack(tx, byVariant(lines));
}
