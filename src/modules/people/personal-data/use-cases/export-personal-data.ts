import type { Db } from "../../../../db/database.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import type { Subject } from "../personal-data.ts";
import { findPerson, findSubject, listRows } from "../personal-data-store.ts";
import { listLogs } from "../personal-logs-store.ts";
import { personalTables } from "../personal-tables.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

type RowsByTable = Record<string, readonly unknown[]>;

/** Everything that the shop has stored about a person, by table. Without passwords and other secrets. */
export async function exportPersonalData({ db, providers }: Deps, id: string): Promise<RowsByTable> {
  const customers = await findPerson(db, id);
  if (!customers) throw notFound("Customer", id);
  const subject = await findSubject(db, customers);
  const data: RowsByTable = {};
  for (const each of personalTables)
    data[each.table.replace("tradewind.", "")] = await listRows(db, each, subject);
  return { ...data, ...(await listLogs(db, subject)), ...(await rowsOfPlugins(providers, subject)) };
}

/** By the names of the plugin and of its table. An export that lacks a part would pass for the whole: it is refused. */
async function rowsOfPlugins(providers: ProviderRegistry, subject: Subject): Promise<RowsByTable> {
  const person = { customer_ids: subject.customers, emails: subject.emails };
  const data: RowsByTable = {};
  for (const { name, plugin } of providers.plugins) {
    if (!plugin.personalData) continue;
    const failure = `The plugin ${name} did not return its personal data`;
    const rows = await callProvider({ failure }, async () =>
      plugin.personalData!(person, { shop: providers.shopOf(name) }),
    );
    for (const [table, stored] of Object.entries(rows)) data[`${name}.${table}`] = stored;
  }
  return data;
}
