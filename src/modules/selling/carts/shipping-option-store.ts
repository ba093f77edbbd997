import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

const findOption = compiledSql<{ id: string }, { id: string }>(
  "shipping-option-exists",
  (p) => sql<{ id: string }>`select id from shipping_option where id = ${p.id} and deleted_at is null`,
);

/** Whether there is such an option, in whatever region. */
export const isShippingOption = async (on: Connection, id: string): Promise<boolean> =>
  (await findOption(on, { id })).length > 0;
