import { failedStatement, type Sql } from "../connections/batch.ts";
import type { OpenTransaction } from "../connections/connection.ts";
import { WrittenTables } from "./writes.ts";

type Rows = Record<string, unknown>[];
type Refusal = (error: unknown) => unknown;

const unchanged: Refusal = (error) => error;

const command = (text: string): Sql => ({ name: text, text, values: [] });

interface Queued {
  sql: Sql;
  onRows?: (rows: Rows) => void;
  /** Translates the error of this statement. */
  refusal?: Refusal;
  /** Called when this statement, or one before it in the same message, failed. */
  onError?: (error: unknown) => void;
  isCheck?: true;
}

type Send = (statements: readonly Sql[]) => Promise<Rows[]>;

/**
 * Queues statements until one has a result to wait for, then sends all of them in one message. `begin` is always the
 * first. Statements that are requested in the same turn of the event loop go out together.
 */
export function openTransaction(send: Send, { isOptimistic }: { isOptimistic: boolean }): OpenTransaction {
  let queued: Queued[] = [{ sql: command("begin") }];
  const withCommit: Queued[] = [];
  const written = new WrittenTables();
  let isBegun = false;
  let isScheduled = false;
  /** Whether a check was sent that is not answered yet, or has failed. */
  let checks: "none" | "open" | "failed" = "none";
  /** One message at a time: statements that are requested while it is open go out together in the next. */
  let sending = Promise.resolve();

  const sendAll = async (): Promise<void> => {
    const sent = queued;
    queued = [];
    isScheduled = false;
    isBegun = true;
    try {
      const results = await send(sent.map(({ sql }) => sql));
      closeChecks();
      sent.forEach(({ onRows }, index) => {
        onRows?.(results[index]!);
      });
    } catch (error) {
      const failed = sent[failedStatement(error) ?? sent.length];
      // Any other failure has nothing to do with the checks.
      if (failed?.isCheck) checks = "failed";
      else closeChecks();
      const refusal = failed?.refusal ?? unchanged;
      for (const { onError } of sent) onError?.(refusal(error));
    }
  };
  /** A failed check stays failed: every later statement fails, because the transaction has. */
  const closeChecks = () => {
    const isOneQueued = queued.some(({ isCheck }) => isCheck);
    if (checks === "open" && !isOneQueued) checks = "none";
  };
  const request = (sql: Sql): Promise<Rows> =>
    new Promise((onRows, onError) => {
      queued.push({ sql, onRows, onError });
      if (isScheduled) return;
      isScheduled = true;
      sending = sending.then(sendAll);
    });
  const recordWrites = ({ writes }: Sql) => {
    if (writes) written.add(writes);
  };

  return {
    written,
    isOptimistic,
    hasOpenChecks: () => checks !== "none",
    requireUnchanged: (sql: Sql, onChanged?: () => void) => {
      if (checks === "none") checks = "open";
      const refusal = (error: unknown) => {
        onChanged?.();
        return error;
      };
      queued.push({ sql, refusal, isCheck: true });
    },
    run: (sql: Sql) => {
      recordWrites(sql);
      return request(sql);
    },
    write: async (sql: Sql, refusal: Refusal = unchanged) => {
      recordWrites(sql);
      queued.push({ sql, refusal });
    },
    readWithCommit: (sql: Sql, onRows: (rows: Rows) => void) => {
      withCommit.push({ sql, onRows });
    },
    commit: async () => {
      // Nothing was sent, so there is nothing to commit.
      if (!isBegun && queued.length === 1) return;
      queued.push(...withCommit);
      await request(command("commit"));
    },
    rollback: async () => {
      queued = [];
      if (isBegun) await request(command("rollback"));
    },
  } as Omit<OpenTransaction, symbol> as OpenTransaction;
}
