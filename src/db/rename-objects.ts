import type pg from "pg";

type Names = readonly (readonly [before: string, after: string])[];

/** One statement for each kind of object: how it is renamed, and its name. Indexes of constraints follow the constraint. */
const OBJECTS = [
  `select format('alter table %s rename constraint %I', conrelid::regclass, conname) as change, conname as name
   from pg_constraint where connamespace = 'tradewind'::regnamespace and contype <> 't'`,
  `select format('alter index %s rename', oid::regclass) as change, relname as name
   from pg_class where relnamespace = 'tradewind'::regnamespace and relkind = 'i'`,
  `select format('alter sequence %s rename', oid::regclass) as change, relname as name
   from pg_class where relnamespace = 'tradewind'::regnamespace and relkind = 'S'`,
  `select format('alter table %s rename', oid::regclass) as change, relname as name
   from pg_class where relnamespace = 'tradewind'::regnamespace and relkind = 'r'`,
  `select format('alter trigger %I on %s rename', tgname, tgrelid::regclass) as change, tgname as name
   from pg_trigger where not tgisinternal`,
  `select format('alter function %s rename', oid::regprocedure) as change, proname as name
   from pg_proc where pronamespace = 'tradewind'::regnamespace`,
];

const FUNCTIONS = `select pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace = 'tradewind'::regnamespace`;

/** Renames tables, functions and triggers of the schema tradewind with all that is named after them. */
export async function renameObjects(client: pg.Client, names: Names): Promise<void> {
  const renamed = (text: string) =>
    names.reduce((changed, [before, after]) => changed.replaceAll(before, after), text);
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];

  for (const statement of OBJECTS) {
    for (const { change, name } of await rows<{ change: string; name: string }>(statement)) {
      if (renamed(name) !== name) await client.query(`${change} to "${renamed(name)}"`);
    }
  }
  // Bodies of functions are text: they name other objects.
  for (const { definition } of await rows<{ definition: string }>(FUNCTIONS)) {
    if (renamed(definition) !== definition) await client.query(renamed(definition));
  }
}
