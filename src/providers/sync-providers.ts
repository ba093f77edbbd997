import { sql } from "kysely";
import type { Connection, Db, Tx } from "../db/database.ts";
import { run, sqlFor } from "../db/statements.ts";
import { inTransaction } from "../db/transaction.ts";
import type { ProviderRegistry } from "./registry.ts";

const tables = ["payment_provider", "fulfillment_provider", "tax_provider", "notification_provider"] as const;
type Table = (typeof tables)[number];
type Registered = Record<Table, string[]>;

/**
 * Regions and shipping options refer to providers by rows of these tables. A row whose provider is gone stays, as
 * old orders refer to it, but is not installed any more. Nothing is written when all is as it should be, so that
 * many processes may start at once.
 */
export async function syncProviders(db: Db, registry: ProviderRegistry): Promise<void> {
  const registered: Registered = {
    payment_provider: registry.payment.ids(),
    fulfillment_provider: registry.fulfillment.ids(),
    tax_provider: registry.tax.ids(),
    notification_provider: registry.notification.ids(),
  };
  if (!(await differs(db, registered))) return;
  await inTransaction(db, async (tx) => {
    for (const table of tables) await write(tx, table, [...registered[table]].sort());
  });
}

async function differs(on: Connection, registered: Registered): Promise<boolean> {
  for (const table of tables) {
    const rows = await run(on, sqlFor.selectFrom(table).select(["id", "is_installed"]));
    const installed = rows.filter((row) => row.is_installed).map((row) => row.id);
    const isSame =
      installed.length === registered[table].length &&
      installed.every((id) => registered[table].includes(id));
    if (!isSame) return true;
  }
  return false;
}

async function write(tx: Tx, table: Table, ids: string[]): Promise<void> {
  const isListed = sql<boolean>`id = any(${ids})`;
  await run(
    tx,
    sqlFor
      .updateTable(table)
      .set({ is_installed: isListed })
      .where(sql<boolean>`is_installed <> (${isListed})`),
  );
  if (ids.length === 0) return;
  await run(
    tx,
    sqlFor
      .insertInto(table)
      .values(ids.map((id) => ({ id, is_installed: true })))
      .onConflict((conflict) => conflict.column("id").doNothing()),
  );
}
