import type { Registry } from "../registry.ts";
import type { Row } from "../row.ts";
import { customizedOf, type Field } from "./declaration.ts";
import { ColumnValue, FieldValues, shownFields } from "./field-values.ts";

/** The name of the column and of the property in answers. */
export const FIELDS = "custom_fields";

/** The fields of the shop that a selection reads. */
export interface SelectedFields {
  /** Under `custom_fields`. */
  readonly stored: readonly Field[];
  /** By their own names. */
  readonly columns: readonly Field[];
}

/** What a selection has of them. */
interface Selection {
  readonly entity: { readonly table: string };
  readonly relations: ReadonlyMap<string, Selection>;
  fields?: SelectedFields | undefined;
  /** Whether `custom_fields` is shown when there are any. */
  showsFields?: boolean;
}

/** All fields. False if nothing is declared for the entity. */
export function addFields({ fields }: Registry, selection: Selection): boolean {
  selection.showsFields = true;
  const declared = fields.ofTable(selection.entity.table);
  if (!declared) return false;
  selection.fields = { stored: declared.stored.all, columns: declared.columns };
  return true;
}

/** One field. False if it is not declared. */
export function addField({ fields }: Registry, selection: Selection, name: string): boolean {
  const field = fields.ofTable(selection.entity.table)?.byName.get(name);
  if (!field) return false;
  const { stored, columns } = selection.fields ?? { stored: [], columns: [] };
  const withField = (list: readonly Field[]) => (list.includes(field) ? list : [...list, field]);
  selection.fields =
    field.column === undefined
      ? { stored: withField(stored), columns }
      : { stored, columns: withField(columns) };
  return true;
}

/** Where a path of `fields` names a field of the shop: the relations before it, and its name; no name for all of them. */
export function fieldInPath(path: readonly string[]): { relations: readonly string[]; name?: string } | null {
  const at = path.lastIndexOf(FIELDS);
  if (at === -1 || at < path.length - 2) return null;
  const name = path[at + 1];
  return { relations: path.slice(0, at), ...(name !== undefined && name !== "*" && { name }) };
}

/** The columns that hold them. */
export function fieldColumns({ fields }: Selection, row: string): string[] {
  if (!fields) return [];
  const stored = fields.stored.length > 0 ? [`${row}."${FIELDS}"`] : [];
  return [...stored, ...fields.columns.map(({ name }) => `${row}."${name}"`)];
}

/** Makes the values of a row what answers show. Null where there is nothing to do. */
export function fieldDecoder({ fields }: Selection): ((row: Row) => void) | null {
  if (!fields) return null;
  const { columns } = fields;
  const shown = fields.stored.length > 0 ? shownFields(fields.stored) : null;
  return (row) => {
    if (shown) row[FIELDS] = new FieldValues(shown, row[FIELDS] as Row | null);
    for (const field of columns) row[field.name] = new ColumnValue(field, row[field.name]);
  };
}

/** Whether rows of the selection can have fields of the shop. */
export const canHaveFields = ({ entity, relations }: Selection): boolean =>
  customizedOf(entity.table) !== undefined || [...relations.values()].some(canHaveFields);
