import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { type Discount, dynamicCodeFrom, unknownDiscount } from "./discount.ts";

const columns = sql`id, code, is_dynamic, is_disabled, rule_id, parent_discount_id, starts_at, ends_at, usage_limit,
  metadata`;

const insert = compiledReturningWrite(
  "dynamic-codes-insert",
  { inserts: ["discount"] },
  (p: { rows: string }) => sql<{ id: string }>`insert into discount (${columns})
    select ${columns} from json_populate_recordset(null::discount, ${p.rows}::json)
    on conflict (code) where deleted_at is null do nothing returning id`,
);

/** Ignores existing codes. Returns the ids of the new ones. */
export async function insertCodes(tx: Tx, codes: readonly Discount[]): Promise<string[]> {
  return (await insert(tx, { rows: JSON.stringify(codes) })).map(({ id }) => id);
}

const find = compiledSql(
  "discount-find",
  (p: {
    id: string;
  }) => sql<Discount>`select id, code, is_dynamic, is_disabled, rule_id, parent_discount_id, starts_at,
    ends_at, valid_duration, usage_limit, metadata from discount where id = ${p.id} and deleted_at is null`,
);

/** Refuses a discount that cannot have dynamic codes. */
export async function checkDynamicDiscount(on: Connection, id: string): Promise<void> {
  const [found] = await find(on, { id });
  if (!found) throw unknownDiscount(id);
  dynamicCodeFrom("", found, { code: "X", now: new Date() });
}

interface Page {
  discountId: string;
  /** Only codes whose metadata contains this. */
  metadata: string;
  after: string;
  limit: number;
}

const list = compiledSql(
  "dynamic-codes-list",
  (p: Page) => sql<{ id: string; code: string }>`select id, code from discount
    where parent_discount_id = ${p.discountId} and metadata @> ${p.metadata}::jsonb and deleted_at is null
      and id > ${p.after} order by id limit ${p.limit}`,
);

export const listCodes = (on: Connection, page: Page): Promise<{ id: string; code: string }[]> =>
  list(on, page);
