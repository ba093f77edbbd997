import type pg from "pg";
import { type AppliedMigration, type MigrationFile, MigrationProblem, sha256 } from "./migration-files.ts";

/** The last file of the baseline, which replaces 55 files from before the first release. */
const LAST_OF_BASELINE = "0005_change_tracking";

const FIRST_FOLDED = "0001_extensions_and_enums";

/** The last version with these files. Tags may be missing in a clone, commits are not. */
const BEFORE_BASELINE = { tag: "before-baseline", commit: "bd1ab968" };

/** The digest of the ids and checksums that those 55 files left in tradewind.migration. */
const FOLDED = "c6134b6323181267573746d708a2ef78ee311d2922e4534a8adb0dcd9cd9fc3d";

/** Old and new names of objects. The order matters: some names contain others. */
export const plainNames = [
  ["note_kept_change", "record_reference_data_change"],
  ["note_kept_return", "record_restored_code"],
  ["kept_change", "reference_data_change"],
  ["note_catalogue_change", "record_catalogue_change"],
  ["catalogue_noted_by", "catalogue_recorded_by"],
  ["money_movement", "payment_operation"],
  ["carrier_errand", "carrier_call"],
  ["keep_product_marks", "count_product_segments"],
  ["product_mark", "product_list_segment"],
  ["note_updated_products", "record_updated_products"],
  ["note_sold_products", "record_channel_products"],
  ["note_products", "record_products"],
  ["gathered", "merge_changes"],
  ["expect_stock", "assert_stock_taken"],
  ["what was expected does not hold", "a check of this transaction failed"],
  ["there is not enough of it", "not enough stock"],
] as const;

/**
 * A database that was made by the files before the baseline has the same schema already, but for some names: these are
 * changed, and the list of its migrations is replaced. True if that was done.
 */
export async function adoptBaseline(
  client: pg.Client,
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): Promise<boolean> {
  const known = new Set(files.map((file) => file.id));
  const folded = applied.filter((migration) => !known.has(migration.id));
  if (!folded.some(({ id }) => id === FIRST_FOLDED)) return false;
  if (digestOf(folded) !== FOLDED) {
    throw new MigrationProblem(
      `The database was made by a version before the first release, and not by the last one of these. Go through that one: in a checkout, git checkout ${BEFORE_BASELINE.tag} (commit ${BEFORE_BASELINE.commit}), npm ci, npm run migrate; then come back to this version. Or use an empty database.`,
    );
  }

  await client.query("begin");
  await client.query("alter function tradewind.expect rename to assert_unchanged");
  await client.query("drop function tradewind.expect_kept");
  await renameObjects(client, plainNames);
  const baseline = files.filter((file) => file.id <= LAST_OF_BASELINE);
  await client.query(
    `with replaced as (delete from tradewind.migration where id = any($1))
     insert into tradewind.migration (id, checksum) select * from unnest($2::text[], $3::text[])`,
    [folded.map(({ id }) => id), baseline.map(({ id }) => id), baseline.map(({ checksum }) => checksum)],
  );
  await client.query("commit");
  return true;
}

const digestOf = (applied: readonly AppliedMigration[]) =>
  sha256(
    applied
      .map(({ id, checksum }) => `${id} ${checksum}`)
      .sort()
      .join("\n"),
  );

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
