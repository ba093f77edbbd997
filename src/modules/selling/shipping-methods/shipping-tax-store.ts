import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, writePart } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { TaxLine } from "../totals/index.ts";

const inserted = (taxes: string) => sql`
  insert into shipping_method_tax_line (id, shipping_method_id, rate, name, code)
  select sent.id, sent.shipping_method_id, sent.rate, sent.name, sent.code
  from jsonb_to_recordset(${taxes}::jsonb)
    as sent(id varchar, shipping_method_id varchar, rate real, name varchar, code varchar)`;

/** New taxes, and other rates for those that a method has. */
export const shippingTaxesSaved = writePart<{ taxes: string }>(
  { inserts: ["shipping_method_tax_line"], updates: ["shipping_method_tax_line"] },
  ({ taxes }) => sql`${inserted(taxes)}
    on conflict (shipping_method_id, code) do update
      set rate = excluded.rate, name = excluded.name, updated_at = now()`,
);

const insert = compiledWrite<{ taxes: string }>(
  "shipping-taxes-insert",
  { inserts: ["shipping_method_tax_line"] },
  ({ taxes }) => sql`${inserted(taxes)} on conflict (shipping_method_id, code) do nothing`,
);

export async function insertShippingTaxes(
  tx: Tx,
  methodId: string,
  taxes: readonly TaxLine[],
): Promise<void> {
  if (taxes.length === 0) return;
  const rows = taxes.map((tax) => ({ ...tax, id: newId("smtl"), shipping_method_id: methodId }));
  await insert(tx, { taxes: JSON.stringify(rows) });
}
