import type pg from "pg";
import { createMigrationTable, defaultFolder, recordMigration } from "../db/migrations/migrate.ts";
import { type MigrationFile, readMigrations } from "../db/migrations/migration-files.ts";
import { withSearchSchema } from "../db/schema/search-path.ts";
import { differentTotal, type ShopTotals, shopTotals } from "../db/schema/shop-totals.ts";
import { AdoptProblem } from "./adopt-problem.ts";
import { recordSwitch, recordUndo } from "./adoption-record.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { withLockedTables } from "./locked-tables.ts";
import { planChanges, type Undo } from "./plan.ts";
import { quoted } from "./sql.ts";
import { LAST_OF_V1, type Target } from "./target-catalogue.ts";

export interface Switched {
  totals: ShopTotals;
  /** How long the tables were locked, in milliseconds. */
  lockedFor: number;
}

/** Everything that needs the tables locked, in one transaction: afterwards the database is one of Tradewind. */
export async function switchSchema(
  client: pg.Client,
  target: Target,
  onWait: (holders: string) => void,
): Promise<Switched> {
  const files = await readMigrations(defaultFolder);
  const tables = (await readCatalogue(client)).tables.map(({ name }) => name);
  const known = new Set(target.v1.tables.map(({ name }) => name));
  return withLockedTables(client, {
    tables: tables.filter((name) => known.has(name)),
    onWait,
    async work() {
      const began = performance.now();
      const totals = await shopTotals((text) => client.query(text));
      await changeSchema(client, target, files);
      const different = differentTotal(totals, await shopTotals((text) => client.query(text)));
      if (different) throw new AdoptProblem(`${different} Nothing was changed.`);
      await recordSwitch(client);
      return { totals, lockedFor: performance.now() - began };
    },
  });
}

async function changeSchema(
  client: pg.Client,
  target: Target,
  files: readonly MigrationFile[],
): Promise<void> {
  const changes = planChanges(await readCatalogue(client), target);
  await client.query(changes.map(({ apply }) => apply).join(";\n"));
  await createMigrationTable(client);
  const before = await readCatalogue(client);
  const withDefault = await tablesWithDefaultIdentity(client);
  const dropped = droppedIndexes(files);
  for (const file of files) {
    if (file.id > LAST_OF_V1) {
      await client.query(await withSearchSchema(client, withBuiltIndexes(file.text, dropped)));
    }
    await recordMigration(client, file);
  }
  const added = addedParts(before, await readCatalogue(client));
  const left = await tablesWithDefaultIdentity(client);
  const identified = withDefault
    .filter((name) => !left.includes(name))
    .map((name) => ({ statement: `alter table public.${quoted(name)} replica identity default` }));
  await recordUndo(client, [...changes.map(({ undo }) => undo), ...added, ...identified]);
}

/** A migration gives tables without a key another replica identity. */
async function tablesWithDefaultIdentity(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident = 'd'`,
  );
  return rows.map(({ name }) => name);
}

/** The indexes of a migration were built before, without locking the tables. Those that a later one drops are left out. */
const withBuiltIndexes = (text: string, dropped: ReadonlySet<string>) =>
  text
    .replace(/^create (?:unique )?index (\w+)[^;]*;/gim, (statement, name) =>
      dropped.has(name) ? "" : statement,
    )
    .replace(/^create (unique )?index (?!if not exists|concurrently)/gim, "create $1index if not exists ");

const droppedIndexes = (files: readonly MigrationFile[]): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^drop index (?:if exists )?(\w+);/gim)].map(([, name]) => name!),
    ),
  );

/** How to take away what migrations have added to tables of v1. Indexes are recorded when they are built. */
function addedParts(before: Catalogue, after: Catalogue): Undo[] {
  const known = new Map(before.tables.map((table) => [table.name, table]));
  return after.tables.flatMap(({ name, columns, constraints }) => {
    const table = `public.${quoted(name)}`;
    const old = known.get(name);
    if (!old) return [{ statement: `drop table ${table}`, emptyTable: name }];
    const isNew = (part: { name: string }, parts: readonly { name: string }[]) =>
      parts.every((each) => each.name !== part.name);
    return [
      ...columns
        .filter((column) => isNew(column, old.columns))
        .map((column) => ({ statement: `alter table ${table} drop column ${quoted(column.name)}` })),
      ...constraints
        .filter((constraint) => isNew(constraint, old.constraints))
        .map((constraint) => ({
          statement: `alter table ${table} drop constraint ${quoted(constraint.name)}`,
        })),
    ];
  });
}
