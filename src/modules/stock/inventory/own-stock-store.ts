import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import { shortage, totals } from "./stock.ts";

interface Quantities {
  ids: string[];
  quantities: number[];
}

/** Variants are locked in the order of their ids, whatever the order of the lines. */
const locked = (p: Quantities) => sql`
  locked as (select id from product_variant where id = any(${p.ids}) order by id for no key update)`;

// They are looked up by their keys, however few variants there are.
const counted = (p: Quantities, { become, where }: Record<"become" | "where", RawBuilder<unknown>>) => sql`
  update product_variant variant set inventory_quantity = ${become}, updated_at = now()
  from locked, unnest(${p.ids}::text[], ${p.quantities}::integer[]) as wanted(id, quantity)
  where variant.id = any(${p.ids}) and variant.id = locked.id and variant.id = wanted.id and ${where}`;

const take = compiledWrite<Quantities & { isPromised: boolean }>(
  "stock-take-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)}, taken as (${counted(p, {
      become: sql`variant.inventory_quantity - wanted.quantity`,
      where: sql`(${p.isPromised}::boolean or variant.deleted_at is null and (not variant.manage_inventory
        or variant.allow_backorder or variant.inventory_quantity >= wanted.quantity))`,
    })} returning variant.id)
    select tradewind.assert_stock_taken(${p.ids}::text[], array(select id::text from taken))`,
);

// Whoever counted as many as can be counted in the meantime has enough.
const putBack = compiledWrite<Quantities>(
  "stock-put-back-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)} ${counted(p, {
      become: sql`least(variant.inventory_quantity::bigint + wanted.quantity, 2147483647)`,
      where: sql`variant.manage_inventory`,
    })}`,
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

/**
 * Takes from the variants' own quantities, and refuses where one is gone or has not enough. What was promised is taken
 * anyway.
 */
export async function takeOwnStock(
  tx: Tx,
  lines: readonly OwnQuantity[],
  { isPromised = false } = {},
): Promise<void> {
  const wanted = { isPromised, ...byVariant(lines) };
  await take(tx, wanted, { check: ({ detail }) => shortage(detail!) });
}

/** Quantities of variants that are not managed say nothing, and stay as they are. */
export async function putBackOwnStock(tx: Tx, lines: readonly OwnQuantity[]): Promise<void> {
  await putBack(tx, byVariant(lines));
}
