import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "../../kernel/refusal.ts";
import { isTransientError } from "../../kernel/transient-error.ts";
import type { Connection, Tx } from "../connections/connection.ts";
import { WrittenTables } from "./writes.ts";

/** An open transaction that operations of the API join: their statements are part of it. */
export class JoinableTransaction {
  /** What its operations wrote, for those who are called after the commit. */
  readonly parts: Tx[] = [];
  /** A deadlock ends all of it: it must be repeated as a whole. */
  fatal: unknown;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    /** Transactions of other databases do not join it. */
    readonly pool: object,
    readonly tx: Tx,
  ) {}

  /** One operation after the other: each has a savepoint, and what is refused leaves nothing behind. */
  run<Result>(work: () => Promise<Result>, isRefused: (result: Result) => boolean): Promise<Result> {
    const turn = this.last.then(() => this.runInSavepoint(work, isRefused));
    this.last = turn.catch(() => {});
    return turn;
  }

  private async runInSavepoint<Result>(
    work: () => Promise<Result>,
    isRefused: (result: Result) => boolean,
  ): Promise<Result> {
    const operation: Joined = { whole: this, isOpen: true, hasFailed: false };
    const partsBefore = this.parts.length;
    await this.tx.run(command("savepoint operation"));
    let isKept = false;
    try {
      const result = await within(operation, work);
      isKept = !isRefused(result) && !operation.hasFailed;
      return result;
    } finally {
      if (!isKept) this.parts.length = partsBefore;
      await this.tx.run(command(isKept ? "release savepoint operation" : "rollback to savepoint operation"));
    }
  }
}

/** One operation in it. */
interface Joined {
  readonly whole: JoinableTransaction;
  isOpen: boolean;
  hasFailed: boolean;
}

const command = (text: string) => ({ text, values: [] });

const context = new AsyncLocalStorage<Joined>();
let active = 0;

/** Async context tracking slows down the whole process, so it is on only while an operation has joined a transaction. */
async function within<Result>(operation: Joined, work: () => Promise<Result>): Promise<Result> {
  active++;
  try {
    return await context.run(operation, work);
  } finally {
    operation.isOpen = false;
    active--;
    if (active === 0) context.disable();
  }
}

function current(): Joined | null {
  if (active === 0) return null;
  const operation = context.getStore();
  return operation?.isOpen ? operation : null;
}

/** Whether this code runs in an operation that has joined a transaction: its rows are not committed, so no cache may hold them. */
export const isJoined = (): boolean => active > 0 && current() !== null;

/** The transaction that statements of this code belong to, if it has joined one of this pool. */
export function joinedTransaction(pool: object): Tx | null {
  if (active === 0) return null;
  const operation = current();
  return operation?.whole.pool === pool ? operation.whole.tx : null;
}

/** Errors after which only the whole transaction can be repeated: a deadlock, a serialization failure, a lost connection. */
const isLost = (error: unknown): boolean => isTransientError(error);

type Hook = (tx: Tx) => Promise<unknown>;

/** Runs the work of an own transaction as a part of the joined one. Null if there is none. */
export function runJoined<Result>(
  pool: object,
  work: (tx: Tx) => Promise<Result>,
  beforeCommit: Iterable<Hook>,
): Promise<Result> | null {
  if (active === 0) return null;
  const operation = current();
  if (operation?.whole.pool !== pool) return null;
  return runPart(operation, work, beforeCommit);
}

async function runPart<Result>(
  operation: Joined,
  work: (tx: Tx) => Promise<Result>,
  beforeCommit: Iterable<Hook>,
): Promise<Result> {
  const { part, end } = partOf(operation.whole.tx);
  try {
    const result = await work(part);
    for (const hook of beforeCommit) await hook(part);
    await end();
    operation.whole.parts.push(part);
    return result;
  } catch (error) {
    operation.hasFailed = true;
    if (isLost(error)) operation.whole.fatal = error;
    throw error;
  }
}

/** A transaction of its own to those who use it. It uses no cached rows. */
function partOf(whole: Tx): { part: Tx; end: () => Promise<void> } {
  const written = new WrittenTables();
  const reads: Parameters<Tx["readWithCommit"]>[] = [];
  const recorded: Pick<Connection, "run" | "write"> = {
    run: (sql) => {
      if (sql.writes) written.add(sql.writes);
      return whole.run(sql);
    },
    write: (sql, refusal) => {
      if (sql.writes) written.add(sql.writes);
      return whole.write(sql, refusal);
    },
  };
  const part = {
    ...recorded,
    written,
    isOptimistic: false,
    requireUnchanged: whole.requireUnchanged,
    readWithCommit: (...read: Parameters<Tx["readWithCommit"]>) => {
      reads.push(read);
    },
  } as Omit<Tx, symbol> as Tx;
  const end = async () => {
    for (const [sql, onRows] of reads) onRows(await whole.run(sql));
  };
  return { part, end };
}

/** For what cannot be undone with a transaction, or commits by itself. */
export function refuseJoined(what: string): void {
  if (isJoined())
    throw new Refusal("not_allowed", `${what} cannot be a part of another transaction`, "not_in_transaction");
}
