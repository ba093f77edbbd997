import type { Db, Sql } from "../../../src/db/database.ts";

/** Counting attempts is the point of a refused login; what is noted of a change stands beside it. */
const isBookkeeping = ({ name = "" }: Sql) => /^(guess|idempotency|session|audit)-/.test(name);
const isWrite = (sql: Sql) =>
  /^\s*(insert|update|delete|with\b.*\b(insert into|update|delete from)\b)/is.test(sql.text) &&
  !isBookkeeping(sql);

/** Notes what was written for good: in transactions that were committed, or outside of any. */
export function watchWrites(db: Db): { stop(): string[] } {
  const written: string[] = [];
  let open: string[] | null = null;
  const listener = (sql: Sql) => {
    if (sql.text === "begin") open = [];
    else if (sql.text === "rollback") open = null;
    else if (sql.text === "commit") {
      written.push(...(open ?? []));
      open = null;
    } else if (isWrite(sql)) (open ?? written).push(sql.name ?? sql.text);
  };
  db.onStatement.add(listener);
  return {
    stop() {
      db.onStatement.delete(listener);
      return written;
    },
  };
}
