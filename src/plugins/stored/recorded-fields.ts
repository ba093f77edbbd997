import type { Connection } from "../../db/database.ts";
import type { Field, FieldType } from "../../graph/custom-fields/declaration.ts";

interface Recorded {
  entity: string;
  name: string;
  plugin: string;
  type: FieldType;
}

/** Every value of the first type is one of the others, too. */
const WIDER: Partial<Record<FieldType, readonly FieldType[]>> = {
  text: ["long-text"],
  choice: ["text", "long-text"],
  integer: ["number"],
};

/** The types with which plugins have declared fields before. */
export const readRecordedFields = (on: Connection): Promise<Recorded[]> =>
  on.run<Recorded>({ text: "select entity, name, plugin, type from tradewind.plugin_field", values: [] });

/** What is wrong with the type of a field whose values may be stored with another one, or null. */
export function problemOfType(field: Field, recorded: readonly Recorded[]): string | null {
  const known = recorded.find(({ entity, name }) => entity === field.entity_name && name === field.name);
  if (!known || known.type === field.type || WIDER[known.type]?.includes(field.type)) return null;
  return `it was declared with the type ${known.type} by the plugin ${known.plugin}, and there may be values of it: give the field of the type ${field.type} another name, or take the plugin out and run "tradewind plugins remove-data ${known.plugin}"`;
}

/** Records the types of fields in `custom_fields`. The database knows those of columns. */
export async function recordFields(on: Connection, fields: readonly Field[]): Promise<void> {
  const stored = fields.filter(({ column }) => column === undefined);
  if (stored.length === 0) return;
  const rows = stored.map(({ entity_name: entity, name, plugin, type }) => ({ entity, name, plugin, type }));
  await on.run({
    text: `insert into tradewind.plugin_field (entity, name, plugin, type)
      select entity, name, plugin, type from jsonb_to_recordset($1::jsonb) as field(entity text, name text, plugin text, type text)
      on conflict (entity, name) do update set plugin = excluded.plugin, type = excluded.type
      where (plugin_field.plugin, plugin_field.type) is distinct from (excluded.plugin, excluded.type)`,
    values: [JSON.stringify(rows)],
    writes: { inserts: ["tradewind.plugin_field"], updates: ["tradewind.plugin_field"] },
  });
}
