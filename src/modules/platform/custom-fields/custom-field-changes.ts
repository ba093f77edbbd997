import type { Db, Tx } from "../../../db/database.ts";
import { recordChange } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { CUSTOMIZED, MAX_FIELDS } from "../../../graph/custom-fields/declaration.ts";
import type { Registry } from "../../../graph/registry.ts";
import { enqueue } from "../../../jobs/queue.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import {
  checkedField,
  type FieldChanges,
  fieldNotFound,
  type NewField,
  refuseOtherType,
  refuseUndeleted,
  type SentField,
  type StoredField,
  takenByPlugin,
  takenBySettings,
  withChanges,
} from "./custom-field.ts";
import {
  insertField,
  lockDeclarations,
  lockField,
  lockNamed,
  readColumnType,
  readFields,
  saveField,
} from "./custom-field-store.ts";
import { customFieldEvents } from "./events.ts";
import { INDEX_TASK, PURGE_TASK } from "./field-tasks.ts";
import { problemOfColumn, problemOfName } from "./shop-column.ts";

interface Deps {
  db: Db;
  registry: Registry;
}

const eventOf = ({ id, entity, name }: StoredField) => ({ id, entity, name });
const recordOf = ({ entity, name, declaration }: StoredField) => ({ entity, name, ...declaration });

/** Also those that are deleted. */
export const listFields = (db: Db): Promise<StoredField[]> => readFields(db);

/** A field that was deleted comes back with its values. */
export const createField = ({ db, registry }: Deps, sent: SentField): Promise<string> => {
  const checked = checkedField(sent);
  const { entity, name, declaration } = checked;
  refuseOfPlugin(registry, checked);
  return inTransaction(db, async (tx) => {
    await refuseWrongColumn(tx, registry, checked);
    await refuseMany(tx, registry, checked);
    const known = await lockNamed(tx, entity, name);
    if (known && known.deleted_at === null) throw takenBySettings(entity, name);
    if (known) refuseOtherType(known, declaration.type);
    const field = { ...checked, id: known?.id ?? newId("cfield"), deleted_at: null };
    if (known) await saveField(tx, field);
    else await insertField(tx, field);
    recordChange(tx, { before: null, after: recordOf(field) });
    await followIndexes(tx);
    await customFieldEvents.announce(tx, "custom-field.created", eventOf(field));
    return field.id;
  });
};

function refuseOfPlugin({ fields }: Registry, { entity, name }: NewField): void {
  const field = fields.ofPlugins.find((each) => each.entity_name === entity && each.name === name);
  if (field) throw takenByPlugin(entity, name, field.plugin!);
}

/** Deleted ones count: their values are in the rows. */
async function refuseMany(tx: Tx, { fields }: Registry, { entity, name }: NewField): Promise<void> {
  await lockDeclarations(tx);
  const isOther = (each: { name: string }) => each.name !== name;
  const ofSettings = (await readFields(tx)).filter((each) => each.entity === entity && isOther(each));
  const ofPlugins = fields.ofPlugins.filter((each) => each.entity_name === entity);
  if (ofSettings.length + ofPlugins.length >= MAX_FIELDS)
    throw notAllowed(`${entity} has ${MAX_FIELDS} fields, which is the most`);
}

async function refuseWrongColumn(
  tx: Tx,
  registry: Registry,
  { entity, name, declaration }: NewField,
): Promise<void> {
  if (declaration.column === undefined) return;
  const column = { entity, name, type: declaration.type };
  const problem =
    problemOfName(column, registry.get(CUSTOMIZED[entity])) ??
    problemOfColumn(column, await readColumnType(tx, CUSTOMIZED[entity], name));
  if (problem) throw invalid(problem);
}

const followIndexes = (tx: Tx) => enqueue(tx, { task: INDEX_TASK, payload: {}, key: INDEX_TASK });

export const updateField = ({ db }: Deps, id: string, changes: FieldChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockDeclared(tx, id);
    const after = withChanges(before, changes);
    await saveField(tx, after);
    recordChange(tx, { before: recordOf(before), after: recordOf(after) });
    await followIndexes(tx);
    await customFieldEvents.announce(tx, "custom-field.updated", eventOf(after));
  });

/** Its values stay until they are purged. */
export const deleteField = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const field = await lockDeclared(tx, id);
    await saveField(tx, field, true);
    recordChange(tx, { before: recordOf(field), after: null });
    await followIndexes(tx);
    await customFieldEvents.announce(tx, "custom-field.deleted", eventOf(field));
  });

/** A job removes the values of a deleted field from all rows, and then the declaration. */
export const purgeField = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const field = await lockField(tx, id);
    if (!field) throw fieldNotFound(id);
    refuseUndeleted(field);
    recordChange(tx, { before: recordOf(field), after: null });
    await enqueue(tx, { task: PURGE_TASK, payload: { id }, key: `${PURGE_TASK}:${id}` });
    await customFieldEvents.announce(tx, "custom-field.purged", eventOf(field));
  });

async function lockDeclared(tx: Tx, id: string): Promise<StoredField> {
  const field = await lockField(tx, id);
  if (!field || field.deleted_at !== null) throw fieldNotFound(id);
  return field;
}
