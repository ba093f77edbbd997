import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import type { OptionValue, ProductOption } from "./product-option.ts";

const insert = compiledReturningWrite(
  "option-insert",
  { inserts: ["product_option"] },
  (p: { rows: string }) => sql`insert into product_option (id, title, product_id)
    select id, title, product_id from json_populate_recordset(null::product_option, ${p.rows}::json)`,
);

const rename = compiled("option-rename", (db, p: ProductOption) =>
  db.updateTable("product_option").set({ title: p.title, updated_at: sql`now()` }).where("id", "=", p.id),
);

const remove = compiledReturningWrite(
  "option-delete",
  { updates: ["product_option_value", "product_option"] },
  (p: { id: string }) => sql`
    with chosen as (
      update product_option_value set deleted_at = now() where option_id = ${p.id} and deleted_at is null)
    update product_option set deleted_at = now() where id = ${p.id} and deleted_at is null`,
);

const saveAll = compiledReturningWrite(
  "option-values-save",
  { inserts: ["product_option_value"], updates: ["product_option_value"] },
  (p: { rows: string }) => sql`insert into product_option_value (id, value, option_id, variant_id)
    select id, value, option_id, variant_id
    from json_populate_recordset(null::product_option_value, ${p.rows}::json)
    on conflict (id) do update set value = excluded.value, updated_at = now()`,
);

export async function insertOptions(
  tx: Tx,
  productId: string,
  options: readonly ProductOption[],
): Promise<void> {
  if (options.length === 0) return;
  const rows = options.map((option) => ({ ...option, product_id: productId }));
  await insert(tx, { rows: JSON.stringify(rows) });
}

export async function saveOption(tx: Tx, option: ProductOption): Promise<void> {
  await rename(tx, option);
}

/** Deletes the option with its values. */
export async function deleteOptionRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

/** Inserts new values and updates existing ones. */
export async function saveValues(tx: Tx, values: readonly OptionValue[]): Promise<void> {
  if (values.length > 0) await saveAll(tx, { rows: JSON.stringify(values) });
}
