import type { Tx } from "../../db/database.ts";
import { type Row, type TableName, tables } from "./tables.ts";

const statementFor = (table: TableName) => {
  const columns = Object.entries(tables[table]);
  const names = columns.map(([name]) => name).join(", ");
  const typed = columns.map(([name, type]) => `${name} ${type}`).join(", ");
  return `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as r (${typed})`;
};

/** All rows in one statement: a round trip a table, however many rows. */
export async function insertRows<T extends TableName>(
  tx: Tx,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  await tx.run({ text: statementFor(table), values: [JSON.stringify(rows)] });
}
