import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, writePart } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { TaxLine } from "../totals/index.ts";

export type LineTax = TaxLine & { item_id: string };

const inserted = (taxes: string) => sql`
  insert into line_item_tax_line (id, item_id, rate, name, code)
  select sent.id, sent.item_id, sent.rate, sent.name, sent.code
  from jsonb_to_recordset(${taxes}::jsonb)
    as sent(id varchar, item_id varchar, rate real, name varchar, code varchar)`;

/** Inserts taxes, and updates the rates of existing ones. */
export const lineTaxesSaved = writePart<{ taxes: string }>(
  { inserts: ["line_item_tax_line"], updates: ["line_item_tax_line"] },
  ({ taxes }) => sql`${inserted(taxes)}
    on conflict (item_id, code) do update set rate = excluded.rate, name = excluded.name, updated_at = now()`,
);

const insert = compiledWrite<{ taxes: string }>(
  "line-taxes-insert",
  { inserts: ["line_item_tax_line"] },
  ({ taxes }) => inserted(taxes),
);

export async function insertLineTaxes(tx: Tx, taxes: readonly LineTax[]): Promise<void> {
  if (taxes.length === 0) return;
  const rows = taxes.map(({ item_id, rate, name, code }) => ({
    id: newId("litl"),
    item_id,
    rate,
    name,
    code,
  }));
  await insert(tx, { taxes: JSON.stringify(rows) });
}

const clear = compiledWrite<{ lines: string[] }>(
  "line-taxes-delete",
  { deletes: ["line_item_tax_line"] },
  (p) => sql`delete from line_item_tax_line where item_id = any(${p.lines})`,
);

/** Replaces the taxes of these lines. */
export async function replaceLineTaxes(
  tx: Tx,
  taxes: ReadonlyMap<string, readonly TaxLine[]>,
): Promise<void> {
  if (taxes.size === 0) return;
  await clear(tx, { lines: [...taxes.keys()] });
  await insertLineTaxes(
    tx,
    [...taxes].flatMap(([item_id, all]) => all.map((tax) => ({ ...tax, item_id }))),
  );
}
