import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { hasSender, type Senders } from "../../../../providers/message-senders.ts";
import { isHidden, STEPS } from "../first-run.ts";
import { readFirstRun as readFacts, saveHidden } from "../first-run-store.ts";

interface Deps {
  db: Db;
  providers: Senders;
}

/** The steps of a new shop, and which of them are done. */
export async function readFirstRun({ db, providers }: Deps) {
  const facts = await readFacts(db);
  const isDone = { ...facts, mail: hasSender(providers, "order.placed") };
  return {
    is_hidden: isHidden(facts),
    has_demo: facts.has_demo,
    steps: STEPS.map((name) => ({ name, is_done: isDone[name] })),
  };
}

export const hideFirstRun = ({ db }: Deps, { is_hidden }: { is_hidden: boolean }): Promise<void> =>
  inTransaction(db, (tx) => saveHidden(tx, is_hidden));
