import type { Connection } from "../db/database.ts";
import { type Field, type FieldsByEntity, fieldOf } from "../graph/custom-fields/declaration.ts";
import { DeclaredFields } from "../graph/custom-fields/declared-fields.ts";
import type { Registry } from "../graph/registry.ts";
import type { InstalledPlugin } from "./installed-plugin.ts";
import { PluginProblem } from "./plugin-problem.ts";
import { problemOfType, readRecordedFields, recordFields } from "./stored/recorded-fields.ts";

const fieldsOf = ({ name: plugin, plugin: { fields = {} } }: InstalledPlugin): Field[] =>
  Object.entries(fields as FieldsByEntity).flatMap(([entity, declared]) =>
    Object.entries(declared).map(([name, declaration]) =>
      fieldOf(entity as keyof FieldsByEntity, name, { declaration, plugin }),
    ),
  );

/** The fields that plugins declare. A name that two of them have for one entity stops the start. */
export function declaredFields(db: Connection | null, plugins: readonly InstalledPlugin[]): DeclaredFields {
  const owners = new Map<string, InstalledPlugin>();
  for (const installed of plugins)
    for (const { entity_name, name } of fieldsOf(installed)) {
      const other = owners.get(`${entity_name}.${name}`);
      if (other) {
        const problem = `the field ${name} of ${entity_name} is declared by the plugin ${other.source}, too`;
        throw new PluginProblem(installed.source, problem);
      }
      owners.set(`${entity_name}.${name}`, installed);
    }
  return new DeclaredFields(db, plugins.flatMap(fieldsOf));
}

/** What is wrong with a field in the present database, or null. */
export type ProblemOfField = (field: Field, registry: Registry) => Promise<string | null>;

/** The tables are there once the migrations have run. */
const recordedFields = async (db: Connection) => {
  const [table] = await db.run<{ isThere: boolean }>({
    text: `select to_regclass('tradewind.plugin_field') is not null as "isThere"`,
    values: [],
  });
  return table?.isThere ? readRecordedFields(db) : null;
};

/**
 * Refuses fields of plugins that the settings declare, too, columns that the database lacks, and another type than that of the values
 * that may be stored.
 */
export async function checkFieldsOfPlugins(
  { db, registry }: { db: Connection; registry: Registry },
  plugins: readonly InstalledPlugin[],
  problemOf: ProblemOfField,
): Promise<void> {
  const { ofPlugins } = registry.fields;
  if (ofPlugins.length === 0) return;
  const recorded = await recordedFields(db);
  for (const field of ofPlugins) {
    const problem = (await problemOf(field, registry)) ?? problemOfType(field, recorded ?? []);
    const { source } = plugins.find(({ name }) => name === field.plugin)!;
    const what = `the field ${field.name} of ${field.entity_name}`;
    if (problem) throw new PluginProblem(source, `${what}: ${problem}`);
  }
  if (recorded) await recordFields(db, ofPlugins);
}
