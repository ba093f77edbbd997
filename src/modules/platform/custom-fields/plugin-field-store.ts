import type { Connection } from "../../../db/database.ts";
import { CUSTOMIZED, type Field } from "../../../graph/custom-fields/declaration.ts";
import type { Registry } from "../../../graph/registry.ts";
import { readColumnType, readFields } from "./custom-field-store.ts";
import { problemOfColumn, problemOfName } from "./shop-column.ts";

/** What is wrong with a field of a plugin in this shop, or null. */
export const problemOfField =
  (db: Connection) =>
  async ({ entity_name: entity, name, type, column }: Field, registry: Registry): Promise<string | null> => {
    const isTaken = (await fieldsOfSettings(db)).some(
      (each) => each.entity === entity && each.name === name && each.deleted_at === null,
    );
    if (isTaken) return "the settings declare it, too: delete it there, or give it another name here";
    if (column === undefined) return null;
    const named = { entity, name, type };
    const found = await readColumnType(db, CUSTOMIZED[entity], name);
    return problemOfName(named, registry.get(CUSTOMIZED[entity])) ?? problemOfColumn(named, found);
  };

/** The check comes before the migrations: a database that is still empty has no declarations. */
async function fieldsOfSettings(db: Connection): ReturnType<typeof readFields> {
  const [table] = await db.run<{ isThere: boolean }>({
    text: `select to_regclass('tradewind.custom_field') is not null as "isThere"`,
    values: [],
  });
  return table?.isThere ? readFields(db) : [];
}
