import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { StoredTaxLine } from "./cart.ts";
import type { CartTaxes } from "./cart-totals.ts";

interface StoredTax {
  owner: "line" | "method";
  ownerId: string;
  tax: StoredTaxLine;
}

const stored = compiledSql<{ cartId: string }, StoredTax>(
  "cart-stored-taxes",
  (p) => sql<StoredTax>`
    select 'line' as owner, tax.item_id as "ownerId", to_json(tax) as tax
    from line_item line join line_item_tax_line tax on tax.item_id = line.id where line.cart_id = ${p.cartId}
    union all
    select 'method', tax.shipping_method_id, to_json(tax)
    from shipping_method method join shipping_method_tax_line tax on tax.shipping_method_id = method.id
    where method.cart_id = ${p.cartId}`,
);

const moment = (time: string) => new Date(time).toISOString();

/** The taxes that a completed cart was completed with: those of its order. */
export async function readStoredTaxes(on: Connection, cartId: string): Promise<CartTaxes> {
  const rows = await stored(on, { cartId });
  const of = (owner: StoredTax["owner"]) => {
    const byId = new Map<string, StoredTaxLine[]>();
    for (const { ownerId, tax } of rows.filter((row) => row.owner === owner)) {
      const line = { ...tax, created_at: moment(tax.created_at), updated_at: moment(tax.updated_at) };
      byId.set(ownerId, [...(byId.get(ownerId) ?? []), line]);
    }
    return byId;
  };
  return { lines: of("line"), shipping: of("method") };
}
