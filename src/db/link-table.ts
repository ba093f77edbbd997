import { type RawBuilder, sql } from "kysely";
import type { Connection, Tx } from "./database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "./statements.ts";
import type { Tables } from "./tables.ts";

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** A table that links rows of `owner` to rows of `other`. */
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
  // PostgreSQL truncates names to 63 characters.
  const name = (verb: string) => `${table}-${verb}-${owner}`;
  const changes = place?.isUpdated ? { updates: [table] } : {};
  const inserted = (pairs: RawBuilder<unknown>) => sql`
    insert into ${links} (${one}, ${many}${place ? sql`, ${sql.ref(place.column)}` : sql``})
    select owner, id${place ? sql`, ${place.value}` : sql``} from (
      select owner, id, row_number() over (partition by owner order by sent) as place
      from ${pairs} with ordinality as pair(owner, id, sent)) requested
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
      and not exists (select from ${pairsOf(p)} requested(owner, id)
        where requested.owner = link.${one} and requested.id = link.${many})`,
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

/** The rows of a link table. Without a meaningful order, ids are sorted, so that two requests cannot deadlock. */
export function linkTable<Table extends keyof Tables & string>(table: Table, link: Link<Table>) {
  const { insert, remove, removeOthers, replace } = statementsFor(table, link);
  const unique = (ids: readonly string[]) => (link.place ? [...new Set(ids)] : [...new Set(ids)].sort());
  const pairsWith = (ownerId: string, ids: readonly string[]): Pairs => {
    const uniqueIds = unique(ids);
    return { owners: uniqueIds.map(() => ownerId), ids: uniqueIds };
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
    /** Replaces the links of the owner, in one statement. */
    replace: (tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> =>
      replace(tx, { ...pairsWith(ownerId, ids), owner: ownerId }),
    /** Only for owners without links. */
    addAll: async (tx: Tx, links: LinksByOwner): Promise<void> => {
      const pairs = allPairs(links);
      if (pairs.ids.length > 0) await insert(tx, pairs);
    },
    /** Replaces the links of each owner. */
    replaceAll: async (tx: Tx, links: LinksByOwner): Promise<void> => {
      if (links.size === 0) return;
      const pairs = allPairs(links);
      await removeOthers(tx, { ...pairs, all: [...links.keys()] });
      if (pairs.ids.length > 0) await insert(tx, pairs);
    },
  };
}

/**
 * Locks the rows that links will refer to, so that they cannot be deleted before the links are committed. Returns the ids
 * without a row in the table, or with a deleted one, in their order. Ids have to be sorted, so that two requests cannot
 * deadlock.
 */
export function lockLinked(linked: keyof Tables & string) {
  const lock = compiledSql<{ ids: string[] }, { id: string }>(
    `${linked}-lock-linked`,
    (p) => sql<{ id: string }>`
      select id from ${sql.table(linked)} where id = any(${p.ids}::text[]) and deleted_at is null
      order by id for key share`,
  );
  return async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
    const locked = new Set((await lock(tx, { ids: [...ids] })).map(({ id }) => id));
    return ids.filter((id) => !locked.has(id));
  };
}

/** Returns the ids without a row in the table, or with a deleted one, in their order. */
export function missingIds(from: keyof Tables & string) {
  const find = compiledSql<{ ids: string[] }, { id: string }>(
    `${from}-missing`,
    (p) => sql<{ id: string }>`
      select requested.id from unnest(${p.ids}::text[]) with ordinality requested(id, place)
      where not exists (select 1 from ${sql.table(from)} known
        where known.id = requested.id and known.deleted_at is null)
      order by requested.place`,
  );
  return async (on: Connection, ids: readonly string[]): Promise<string[]> =>
    ids.length === 0 ? [] : (await find(on, { ids: [...new Set(ids)] })).map(({ id }) => id);
}
