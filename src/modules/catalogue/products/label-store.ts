import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";

// No constraint of the tables keeps two rows of one name apart, so whoever makes one takes the name first.
const takeNames = compiledSql(
  "label-lock",
  (p: { names: string[] }) =>
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${p.names}::text[]) name`,
);

interface Label {
  id: string;
  name: string;
}

/** Rows that are found by a text, and inserted when it is first used: types, tags, images. */
function namedRows(table: string, column: string, prefix: string) {
  const name = sql.ref(column);
  const find = compiledSql(
    `${table}-by-${column}`,
    (p: { names: string[] }) => sql<Label>`select id, ${name} as name from ${sql.table(table)}
      where ${name} = any(${p.names}) and deleted_at is null order by created_at desc, id desc`,
  );
  const insert = compiledReturningWrite(
    `${table}-insert`,
    { inserts: [table] },
    (p: { ids: string[]; names: string[] }) => sql`insert into ${sql.table(table)} (id, ${name})
      select * from unnest(${p.ids}::text[], ${p.names}::text[])`,
  );
  // Of several rows of one name the oldest counts: it comes last.
  const known = async (tx: Tx, names: string[]) =>
    new Map((await find(tx, { names })).map((label) => [label.name, label.id]));

  /** The ids of the rows in the order of the names. */
  return async (tx: Tx, sent: readonly string[]): Promise<string[]> => {
    const names = [...new Set(sent)];
    if (names.length === 0) return [];
    let ids = await known(tx, names);
    if (ids.size < names.length) {
      const wanted = names.filter((each) => !ids.has(each));
      await takeNames(tx, { names: wanted.map((each) => `${table}:${each}`).sort() });
      ids = await known(tx, names);
      const missing = names.filter((each) => !ids.has(each));
      const made = missing.map((each) => [each, newId(prefix)] as const);
      if (made.length > 0) await insert(tx, { ids: made.map(([, id]) => id), names: missing });
      ids = new Map([...ids, ...made]);
    }
    return names.map((each) => ids.get(each)!);
  };
}

export const typeIds = namedRows("product_type", "value", "ptyp");
export const tagIds = namedRows("product_tag", "value", "ptag");
export const imageIds = namedRows("image", "url", "img");
