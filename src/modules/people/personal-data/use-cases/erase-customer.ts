import type { Db, Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import type { DeclaredFields } from "../../../../graph/custom-fields/declared-fields.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { personalDataEvents } from "../events.ts";
import { refuseOpenBusiness, refuseOtherEmail, type Subject } from "../personal-data.ts";
import {
  emptiableColumns,
  eraseRows,
  findSubject,
  listOpenBusiness,
  lockPerson,
} from "../personal-data-store.ts";
import { eraseLogs, forgetExportFile, listExportFiles } from "../personal-logs-store.ts";
import { type PersonalTable, personalTables, withEmptied } from "../personal-tables.ts";
import { fileMentions } from "./file-mentions.ts";

interface Deps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}

interface Confirmed {
  /** Also if something is open. */
  force: boolean;
  /** What the user typed as the email of the customer. */
  email?: string | undefined;
}

export interface Erasure {
  /** All customers with the email of the person: the account, and the guest before it. */
  customers: string[];
  orders: number;
  /** Exports that were deleted because they contained the person. */
  files: number;
}

/**
 * Anonymises a person: names, emails, addresses and free texts are removed from every table and log, amounts and products stay. A
 * repetition has no further effect. Exports with the person are deleted first: if the request ends in between, a repetition finds the
 * rest by the data that is still there.
 */
export async function eraseCustomer(
  { db, graph, providers }: Deps,
  id: string,
  confirmed: Confirmed,
): Promise<Erasure> {
  const before = await inSideTransaction(db, (tx) => checkedSubject(tx, id, confirmed));
  const files = await deleteExports({ db, providers }, before);
  const subject = await inTransaction(db, async (tx) => {
    const locked = await checkedSubject(tx, id, confirmed);
    for (const table of personalTables) {
      const columns = await emptiedColumns(tx, table, graph.registry.fields);
      await eraseRows(tx, withEmptied(table, columns), locked);
    }
    await eraseLogs(tx, locked);
    for (const customerId of locked.customers)
      await personalDataEvents.announce(tx, "customer.erased", { id: customerId });
    return locked;
  });
  return { customers: subject.customers, orders: subject.orders.length, files };
}

/** Fields in columns that the shop has added itself. One that cannot be null stays. */
async function emptiedColumns(tx: Tx, { table }: PersonalTable, fields: DeclaredFields): Promise<string[]> {
  const names = fields.ofTable(table)?.columns.map(({ name }) => name) ?? [];
  return names.length === 0 ? [] : emptiableColumns(tx, table, names);
}

async function checkedSubject(tx: Tx, id: string, { force, email }: Confirmed): Promise<Subject> {
  const customers = await lockPerson(tx, id);
  if (!customers) throw notFound("Customer", id);
  const subject = await findSubject(tx, customers);
  refuseOtherEmail(subject, email);
  refuseOpenBusiness(await listOpenBusiness(tx, subject), { force });
  return subject;
}

/** Returns the number of deleted files. */
async function deleteExports({ db, providers }: Omit<Deps, "graph">, subject: Subject): Promise<number> {
  let deleted = 0;
  for (const { jobId, fileKey } of await listExportFiles(db)) {
    if (!(await fileMentions(providers.activeFiles, fileKey, subject))) continue;
    await providers.activeFiles.delete(fileKey);
    await inSideTransaction(db, (tx) => forgetExportFile(tx, jobId));
    deleted++;
  }
  return deleted;
}
