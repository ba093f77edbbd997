import type { Db } from "../../../../db/database.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { findPerson, findSubject, listRows } from "../personal-data-store.ts";
import { listLogs } from "../personal-logs-store.ts";
import { personalTables } from "../personal-tables.ts";

/** Everything that the shop has stored about a person, by table. Without passwords and other secrets. */
export async function exportPersonalData({ db }: { db: Db }, id: string): Promise<Record<string, unknown[]>> {
  const customers = await findPerson(db, id);
  if (!customers) throw notFound("Customer", id);
  const subject = await findSubject(db, customers);
  const data: Record<string, unknown[]> = {};
  for (const each of personalTables)
    data[each.table.replace("tradewind.", "")] = await listRows(db, each, subject);
  return { ...data, ...(await listLogs(db, subject)) };
}
