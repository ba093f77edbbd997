import { sql } from "kysely";
import type { Connection, Db, Tx } from "../db/database.ts";
import { run, sqlFor } from "../db/statements.ts";
import { inTransaction } from "../db/transaction.ts";
import type { ProviderRegistry } from "./registry.ts";

type Table = "payment_provider" | "fulfillment_provider" | "tax_provider" | "notification_provider";

const providerTable = (table: Table) => ({
  async installed(on: Connection): Promise<string[]> {
    const rows = await run(on, sqlFor.selectFrom(table).select(["id", "is_installed"]));
    return rows.filter((row) => row.is_installed).map((row) => row.id);
  },

  async write(tx: Tx, ids: string[]): Promise<void> {
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
  },
});

const kinds = ["payment", "fulfillment", "tax", "notification"] as const;

const tables = {
  payment: providerTable("payment_provider"),
  fulfillment: providerTable("fulfillment_provider"),
  tax: providerTable("tax_provider"),
  notification: providerTable("notification_provider"),
};

/**
 * Regions and shipping options refer to providers by rows of these tables. The row of a removed provider stays with
 * `is_installed = false`, because old orders refer to it. Nothing is written if nothing has changed, so that many processes can
 * start at once.
 */
export async function syncProviders(db: Db, registry: ProviderRegistry): Promise<void> {
  if (!(await differs(db, registry))) return;
  await inTransaction(db, async (tx) => {
    for (const kind of kinds) await tables[kind].write(tx, [...registry[kind].ids()].sort());
  });
}

async function differs(on: Connection, registry: ProviderRegistry): Promise<boolean> {
  for (const kind of kinds) {
    const installed = await tables[kind].installed(on);
    const registered = registry[kind].ids();
    const isSame = installed.length === registered.length && installed.every((id) => registered.includes(id));
    if (!isSame) return true;
  }
  return false;
}
