import { failedStatement, type Sql } from "./batch.ts";
import type { OpenTransaction } from "./connection.ts";
import { WrittenTables } from "./writes.ts";

type Rows = Record<string, unknown>[];
type Refusal = (error: unknown) => unknown;

const asItIs: Refusal = (error) => error;

const word = (text: string): Sql => ({ name: text, text, values: [] });

interface Waiting {
  sql: Sql;
  /** Told what it found. */
  hear?: (rows: Rows) => void;
  /** What it means when it fails. */
  refusal?: Refusal;
  /** Told when it was not run to its end. */
  fail?: (error: unknown) => void;
  isCheck?: true;
}

type Send = (statements: readonly Sql[]) => Promise<Rows[]>;

/**
 * Statements that wait for the next one somebody waits for: `begin` is always the first of them. What is asked for in one
 * breath goes out in one message.
 */
export function openTransaction(send: Send, { isOptimistic }: { isOptimistic: boolean }): OpenTransaction {
  let waiting: Waiting[] = [{ sql: word("begin") }];
  const last: Waiting[] = [];
  const written = new WrittenTables();
  let isBegun = false;
  let isCalled = false;
  /** Whether a check was sent that is not answered yet, or has failed. */
  let checks: "none" | "open" | "failed" = "none";
  /** One message after the other: what is asked for while one is under way goes out together with the next. */
  let line = Promise.resolve();

  const sendAll = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    isCalled = false;
    isBegun = true;
    try {
      const results = await send(sent.map(({ sql }) => sql));
      settle();
      sent.forEach(({ hear }, index) => {
        hear?.(results[index]!);
      });
    } catch (error) {
      const failed = sent[failedStatement(error) ?? sent.length];
      // Any other failure stands by itself.
      if (failed?.isCheck) checks = "failed";
      else settle();
      const refusal = failed?.refusal ?? asItIs;
      for (const { fail } of sent) fail?.(refusal(error));
    }
  };
  /** A failed check stays failed: what is sent after it fails in a transaction that has failed. */
  const settle = () => {
    const isOneWaiting = waiting.some(({ isCheck }) => isCheck);
    if (checks === "open" && !isOneWaiting) checks = "none";
  };
  const ask = (sql: Sql): Promise<Rows> =>
    new Promise((hear, fail) => {
      waiting.push({ sql, hear, fail });
      if (isCalled) return;
      isCalled = true;
      line = line.then(sendAll);
    });
  const note = ({ writes }: Sql) => {
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
      waiting.push({ sql, refusal, isCheck: true });
    },
    run: (sql: Sql) => {
      note(sql);
      return ask(sql);
    },
    write: async (sql: Sql, refusal: Refusal = asItIs) => {
      note(sql);
      waiting.push({ sql, refusal });
    },
    readLast: (sql: Sql, hear: (rows: Rows) => void) => {
      last.push({ sql, hear });
    },
    // Nothing was done, so there is nothing to be kept.
    commit: async () => {
      if (!isBegun && waiting.length === 1) return;
      waiting.push(...last);
      await ask(word("commit"));
    },
    rollback: async () => {
      waiting = [];
      if (isBegun) await ask(word("rollback"));
    },
  } as Omit<OpenTransaction, symbol> as OpenTransaction;
}
