import { type RawBuilder, sql } from "kysely";
import { columnsIn, type SentCustomFields } from "../kernel/sent-fields.ts";
import type { Tx } from "./database.ts";
import { recordFields } from "./recorded-change.ts";
import { compiledReturningWrite, sqlFor } from "./statements.ts";
import type { Tables } from "./tables.ts";

type Customized = {
  [Name in keyof Tables]: "custom_fields" extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

interface Merge {
  id: string;
  values: string;
  removed: string[];
}

interface Merged {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** `custom_fields` with other values; null when nothing is left. */
const merged = (stored: RawBuilder<unknown>, p: Pick<Merge, "values" | "removed">) =>
  sql`nullif((coalesce(${stored}, '{}'::jsonb) || ${p.values}::jsonb) - ${p.removed}::text[], '{}'::jsonb)`;

/** The names of the indexes for filters begin with it. */
export const FIELD_INDEX = "custom_field_";

/** Rows that one statement looks through. */
const PURGED = 1_000;

export type CustomFieldsOf = ReturnType<typeof customFieldsOf>;

/** The fields of a shop in the rows of a table. The owner of the table calls it, and saves them with its rows. */
export function customFieldsOf<Table extends Customized & string>(table: Table) {
  const merge = compiledReturningWrite<Merge, Merged>(
    `${table}-custom-fields`,
    { updates: [table] },
    (p) => sql<Merged>`
      update ${sql.table(table)} as stored
      set custom_fields = ${merged(sql`stored.custom_fields`, p)}, updated_at = now()
      from (select id, custom_fields from ${sql.table(table)} where id = ${p.id} for no key update) as found
      where stored.id = found.id
        and stored.custom_fields is distinct from ${merged(sql`stored.custom_fields`, p)}
      returning found.custom_fields as before, stored.custom_fields as after`,
  );
  const removeValues = compiledReturningWrite<{ name: string; after: string }, { last: string | null }>(
    `${table}-custom-fields-purge`,
    { updates: [table] },
    (p) => sql<{ last: string | null }>`
      with looked as (select id, custom_fields ? ${p.name} as has from ${sql.table(table)}
        where id > ${p.after} order by id limit ${sql.lit(PURGED)}),
      purged as (update ${sql.table(table)} as stored
        set custom_fields = nullif(stored.custom_fields - ${p.name}::text, '{}'::jsonb)
        from looked where looked.has and stored.id = looked.id)
      select max(id) as last from looked`,
  );
  const saveColumns = async (tx: Tx, id: string, sent: SentCustomFields): Promise<void> => {
    const names = columnsIn(sent);
    if (names.length === 0) return;
    const values = Object.fromEntries(names.map((name) => [name, sent[name]]));
    // The database knows the types of the columns.
    const query = sql`update ${sql.table(table)} as stored
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = sent.${sql.ref(name)}`))}, updated_at = now()
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) as sent
      where stored.id = ${id}
        and row(${sql.join(names.map((name) => sql`stored.${sql.ref(name)}`))})
          is distinct from row(${sql.join(names.map((name) => sql`sent.${sql.ref(name)}`))})`;
    const { sql: text, parameters } = query.compile(sqlFor);
    await tx.run({ text, values: parameters, writes: { updates: [table] } });
  };

  return {
    /** Merges the values into those of the row: two changes of different fields keep both. Returns what is new, for events. */
    save: async (
      tx: Tx,
      id: string,
      sent: SentCustomFields | null | undefined,
    ): Promise<{ custom_fields?: unknown }> => {
      if (!sent) return {};
      await saveColumns(tx, id, sent);
      const columns = columnsIn(sent);
      const own = Object.entries(sent).filter(([name]) => !columns.includes(name));
      if (own.length === 0) return {};
      const set = own.filter(([, value]) => value !== null);
      const removed = own.filter(([, value]) => value === null).map(([name]) => name);
      const [change] = await merge(tx, { id, values: JSON.stringify(Object.fromEntries(set)), removed });
      if (!change) return {};
      recordFields(tx, change);
      return { custom_fields: change.after };
    },

    /** Removes the values of a field from some rows. Returns the id to go on after, or null. */
    purge: async (tx: Tx, { name, after }: { name: string; after: string }): Promise<string | null> =>
      (await removeValues(tx, { name, after }))[0]?.last ?? null,
  };
}
