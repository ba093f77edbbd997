import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import type { Tag, TagLink } from "./tag.ts";

type TagTable = "tradewind.order_tag" | "tradewind.customer_tag";

/** The names of tags. */
export function tagRows(table: TagTable) {
  const rows = sql.table(table);
  const named = (verb: string) => `${table}-${verb}`;
  const insert = compiledReturningWrite<{ ids: string[]; names: string[] }, unknown>(
    named("insert"),
    { inserts: [table] },
    (p) => sql`insert into ${rows} (id, name)
      select id, name from unnest(${p.ids}::text[], ${p.names}::text[]) sent (id, name)
      on conflict (lower(name)) do nothing`,
  );
  // Not deleted before the links to them are committed.
  const lockNamed = compiledSql<{ names: string[] }, Tag>(
    named("lock-named"),
    (p) => sql<Tag>`select id, name from ${rows}
      where lower(name) = any(array(select lower(sent) from unnest(${p.names}::text[]) sent)) order by id for key share`,
  );
  const lock = compiledSql<{ ids: string[] }, Tag>(
    named("lock"),
    (p) => sql<Tag>`select id, name from ${rows} where id = any(${p.ids}::text[]) order by id for update`,
  );
  const rename = compiledReturningWrite<Tag, unknown>(
    named("rename"),
    { updates: [table] },
    (p) => sql`update ${rows} set name = ${p.name}, updated_at = now() where id = ${p.id}`,
  );
  const remove = compiledReturningWrite<{ id: string }, unknown>(
    named("delete"),
    { deletes: [table] },
    (p) => sql`delete from ${rows} where id = ${p.id}`,
  );
  const nameTaken = { unique: () => duplicate("name: another tag has this name. Merge the two instead") };
  return {
    insert,
    lockNamed: (tx: Tx, names: string[]) => lockNamed(tx, { names }),
    lock: (tx: Tx, ids: string[]) => lock(tx, { ids }),
    rename: (tx: Tx, tag: Tag) => refusing(rename(tx, tag), nameTaken),
    /** Its links go with it. */
    remove: (tx: Tx, id: string) => remove(tx, { id }),
  };
}

type LinkTable = "tradewind.tagged_order" | "tradewind.tagged_customer";

interface Links {
  owners: string[];
  tags: string[];
}

/** What has which tag. */
export function tagLinks(table: LinkTable, owner: "order_id" | "customer_id") {
  const [rows, column] = [sql.table(table), sql.ref(owner)];
  const named = (verb: string) => `${table}-${verb}`;
  const returned = sql`${column} as owner, tag_id as tag`;
  const add = compiledReturningWrite<Links, TagLink>(
    named("add"),
    { inserts: [table] },
    (p) => sql<TagLink>`insert into ${rows} (${column}, tag_id)
      select owner, tag from unnest(${p.owners}::text[]) owner, unnest(${p.tags}::text[]) tag order by 1, 2
      on conflict do nothing returning ${returned}`,
  );
  const remove = compiledReturningWrite<Links, TagLink>(
    named("remove"),
    { deletes: [table] },
    (p) => sql<TagLink>`delete from ${rows}
      where ${column} = any(${p.owners}::text[]) and tag_id = any(${p.tags}::text[]) returning ${returned}`,
  );
  const full = compiledSql<{ owners: string[]; most: number }, { owner: string }>(
    named("full"),
    (p) => sql<{
      owner: string;
    }>`select ${column} as owner from ${rows} where ${column} = any(${p.owners}::text[])
      group by 1 having count(*) > ${p.most} order by 1 limit 1`,
  );
  const move = compiledReturningWrite<{ from: string; into: string }, unknown>(
    named("move"),
    { inserts: [table] },
    (p) => sql`insert into ${rows} (${column}, tag_id)
      select ${column}, ${p.into} from ${rows} where tag_id = ${p.from} order by 1 on conflict do nothing`,
  );
  return { add, remove, full, move };
}
