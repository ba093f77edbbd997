import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

interface OpenReturns {
  requested: number;
  requires_action: number;
}

const count = compiledSql<object, OpenReturns>(
  "return-count-open",
  () => sql<OpenReturns>`select count(*) filter (where status = 'requested') as requested,
      count(*) filter (where status = 'requires_action') as requires_action
    from "return" where status in ('requested', 'requires_action')`,
);

/** Returns whose goods are expected, and those whose receipt waits for a decision. */
export async function countOpenReturns(on: Connection): Promise<OpenReturns> {
  const [found] = await count(on, {});
  return found!;
}
