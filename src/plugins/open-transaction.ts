import { AsyncLocalStorage } from "node:async_hooks";
import { isJoined } from "../db/transactions/joined-transaction.ts";

interface OpenTransaction {
  isOpen: boolean;
}

const context = new AsyncLocalStorage<OpenTransaction>();
/** Async context tracking slows down the whole process, so it is on only while a plugin has a transaction. */
let running = 0;

/** Runs the work of a transaction of a plugin, so that what it calls outside of the transaction is known. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const open = { isOpen: true };
  running++;
  try {
    return await context.run(open, work);
  } finally {
    open.isOpen = false;
    running--;
    if (running === 0) context.disable();
  }
}

/**
 * Refuses what would take another connection while a transaction is open: it is no part of the transaction, and many at once would
 * hold all connections and wait for one more. What an operation calls that has joined the transaction is a part of it.
 */
export function refuseInside(what: string, instead: string): void {
  if (running === 0 || isJoined() || !context.getStore()?.isOpen) return;
  throw new Error(
    `A transaction of this plugin is open, and this would not be a part of it. In place of ${what}: use ${instead}`,
  );
}
