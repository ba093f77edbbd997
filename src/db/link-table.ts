import { type RawBuilder, sql } from "kysely";
import type { Connection, Tx } from "./database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "./statements.ts";
import type { Tables } from "./tables.ts";

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** A table that links the rows of two others: what `owner` has of `other`. */
interface Link<Table extends keyof Tables> {
  owner: Column<Table>;
  other: Column<Table>;
  /** A column for the place of a link among those of its owner, and its value from `place`, which counts from 1. */
  place?: { column: Column<Table>; value: RawBuilder<unknown>; isUpdated: boolean };
}

interface Pairs {
  owners: string[];
  ids: string[];
}

function statementsFor<Table extends keyof Tables & string>(
  table: Table,
  { owner, other, place }: Link<Table>,
) {
  const [links, one, many] = [sql.table(table), sql.ref(owner), sql.ref(other)];
  // PostgreSQL knows 63 characters of a name.
  const name = (verb: string) => `${table}-${verb}-${owner}`;
  const changes = place?.isUpdated ? { updates: [table] } : {};
  const inserted = (pairs: RawBuilder<unknown>) => sql`
    insert into ${links} (${one}, ${many}${place ? sql`, ${sql.ref(place.column)}` : sql``})
    select owner, id${place ? sql`, ${place.value}` : sql``} from (
      select owner, id, row_number() over (partition by owner order by sent) as place
      from ${pairs} with ordinality as pair(owner, id, sent)) wanted
    order by owner, id
    on conflict ${place?.isUpdated ? sql`(${one}, ${many}) do update set ${sql.ref(place.column)} = excluded.${sql.ref(place.column)}` : sql`do nothing`}`;
  const pairsOf = (p: Pairs) => sql`unnest(${p.owners}::text[], ${p.ids}::text[])`;

  const insert = compiledReturningWrite<Pairs, { id: string }>(
    name("add"),
    { inserts: [table], ...changes },
    (p) => sql<{ id: string }>`${inserted(pairsOf(p))} returning ${many} as id`,
  );
  const remove = compiledReturningWrite<{ owner: string; ids: string[] }, { id: string }>(
    name("remove"),
    { deletes: [table] },
    (p) => sql<{
      id: string;
    }>`delete from ${links} where ${one} = ${p.owner} and ${many} = any(${p.ids}::text[])
      returning ${many} as id`,
  );
  const removeOthers = compiledReturningWrite<Pairs & { all: string[] }, unknown>(
    name("prune"),
    { deletes: [table] },
    (p) => sql`delete from ${links} link where ${one} = any(${p.all}::text[])
      and not exists (select from ${pairsOf(p)} wanted(owner, id)
        where wanted.owner = link.${one} and wanted.id = link.${many})`,
  );
  const replace = compiledWrite<Pairs & { owner: string }>(
    name("replace"),
    { inserts: [table], deletes: [table], ...changes },
    (p) => sql`
      with gone as (delete from ${links} where ${one} = ${p.owner} and ${many} <> all(${p.ids}::text[]))
      ${inserted(pairsOf(p))}`,
  );
  return { insert, remove, removeOthers, replace };
}

type LinksByOwner = ReadonlyMap<string, readonly string[]>;

/** The rows of a link table. Where their place means nothing, ids are sorted: two requests do not wait for each other. */
export function linkTable<Table extends keyof Tables & string>(table: Table, link: Link<Table>) {
  const { insert, remove, removeOthers, replace } = statementsFor(table, link);
  const unique = (ids: readonly string[]) => (link.place ? [...new Set(ids)] : [...new Set(ids)].sort());
  const pairsWith = (ownerId: string, ids: readonly string[]): Pairs => {
    const wanted = unique(ids);
    return { owners: wanted.map(() => ownerId), ids: wanted };
  };
  const allPairs = (links: LinksByOwner): Pairs => {
    const each = [...links].map(([ownerId, ids]) => pairsWith(ownerId, ids));
    return { owners: each.flatMap(({ owners }) => owners), ids: each.flatMap(({ ids }) => ids) };
  };

  return {
    /** Returns the ids that are new to the owner. */
    add: async (tx: Tx, ownerId: string, ids: readonly string[]): Promise<string[]> =>
      ids.length === 0 ? [] : (await insert(tx, pairsWith(ownerId, ids))).map(({ id }) => id),
    /** Returns the ids that the owner had. */
    remove: async (tx: Tx, ownerId: string, ids: readonly string[]): Promise<string[]> =>
      (await remove(tx, { owner: ownerId, ids: [...ids] })).map(({ id }) => id),
    removeOthers: async (tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> => {
      await removeOthers(tx, { ...pairsWith(ownerId, ids), all: [ownerId] });
    },
    /** The owner has exactly these then, by one statement. */
    replace: (tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> =>
      replace(tx, { ...pairsWith(ownerId, ids), owner: ownerId }),
    /** Links of owners that have none yet. */
    addAll: async (tx: Tx, links: LinksByOwner): Promise<void> => {
      const pairs = allPairs(links);
      if (pairs.ids.length > 0) await insert(tx, pairs);
    },
    /** Each of the owners has exactly its own then. */
    replaceAll: async (tx: Tx, links: LinksByOwner): Promise<void> => {
      if (links.size === 0) return;
      const pairs = allPairs(links);
      await removeOthers(tx, { ...pairs, all: [...links.keys()] });
      if (pairs.ids.length > 0) await insert(tx, pairs);
    },
  };
}

/** Finds those of some ids that no row of the table has, or only one that is deleted, in their order. */
export function missingIds(from: keyof Tables & string) {
  const find = compiledSql<{ ids: string[] }, { id: string }>(
    `${from}-missing`,
    (p) => sql<{ id: string }>`
      select wanted.id from unnest(${p.ids}::text[]) with ordinality wanted(id, place)
      where not exists (select 1 from ${sql.table(from)} known
        where known.id = wanted.id and known.deleted_at is null)
      order by wanted.place`,
  );
  return async (on: Connection, ids: readonly string[]): Promise<string[]> =>
    ids.length === 0 ? [] : (await find(on, { ids: [...new Set(ids)] })).map(({ id }) => id);
}
