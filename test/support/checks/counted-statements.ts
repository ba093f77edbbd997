import type { Db, Sql } from "../../../src/db/database.ts";

/** Rows that a process reads once and keeps until they are changed. */
const isReferenceData = (sql: Sql) => /^cached-/.test(sql.name ?? "");

/** Names that look up who is calling. They are counted apart: one a request that carries a credential. */
const isCredential = (sql: Sql) => /^(session-owner|caller-)/.test(sql.name ?? "");

/** Validates cached responses. Counted separately: at most one for each request about the catalogue. */
const isLook = (sql: Sql) => sql.name === "catalogue-changes";

/** Asks for answers that other processes have made, and keeps those of this one. */
const isOfStore = (sql: Sql) => /^stored-answers/.test(sql.name ?? "");

/** Wakes the readers of the event log, a few times a second at most, outside of requests. */
const isNotification = (sql: Sql) => sql.name === "events-notify";

const besides = [isCredential, isReferenceData, isLook, isOfStore, isNotification];

export interface Counted<T> {
  result: T;
  /** Statements of the work itself; begin and commit included, what the process keeps left out. */
  statements: string[];
  /** Statements that looked up the caller. */
  credentials: number;
  /** Reads the versions that cached responses depend on. */
  looks: number;
}

/** Runs the work and returns its statements. */
export async function countingStatements<T>(db: Db, work: () => Promise<T>): Promise<Counted<T>> {
  const seen: Sql[] = [];
  const listener = (sql: Sql) => seen.push(sql);
  db.onStatement.add(listener);
  try {
    const result = await work();
    return {
      result,
      statements: seen
        .filter((sql) => !besides.some((isOther) => isOther(sql)))
        .map((sql) => sql.name ?? sql.text),
      credentials: seen.filter(isCredential).length,
      looks: seen.filter(isLook).length,
    };
  } finally {
    db.onStatement.delete(listener);
  }
}
