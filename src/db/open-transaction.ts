import { failedStatement, type Sql } from "./batch.ts";
import type { Connection, OpenTransaction } from "./connection.ts";

type Rows = Record<string, unknown>[];
type Refusal = (error: unknown) => unknown;

const asItIs: Refusal = (error) => error;

const word = (text: string): Sql => ({ name: text, text, values: [] });

/** Statements that wait for the next one somebody waits for: `begin` is always the first of them. */
export function openTransaction(send: (statements: readonly Sql[]) => Promise<Rows[]>): OpenTransaction {
  let waiting: { sql: Sql; refusal: Refusal }[] = [{ sql: word("begin"), refusal: asItIs }];
  let isBegun = false;

  const sendWith = async (sql: Sql): Promise<Rows> => {
    const sent = waiting;
    waiting = [];
    isBegun = true;
    try {
      return (await send([...sent.map((each) => each.sql), sql])).at(-1)!;
    } catch (error) {
      throw (sent[failedStatement(error) ?? sent.length]?.refusal ?? asItIs)(error);
    }
  };

  return {
    run: sendWith as Connection["run"],
    write: async (sql: Sql, refusal = asItIs) => {
      waiting.push({ sql, refusal });
    },
    // Nothing was done, so there is nothing to be kept.
    commit: async () => {
      if (isBegun || waiting.length > 1) await sendWith(word("commit"));
    },
    rollback: async () => {
      waiting = [];
      if (isBegun) await sendWith(word("rollback"));
    },
  } as OpenTransaction;
}
