export type FieldType =
  | "text"
  | "long-text"
  | "integer"
  | "number"
  | "money"
  | "boolean"
  | "date"
  | "choice"
  | "choices"
  | "reference"
  | "json";

/** That an input of a number takes. */
export const DECIMALS = 6;

export type FieldEntity =
  | "product"
  | "variant"
  | "category"
  | "collection"
  | "customer"
  | "customer_group"
  | "order"
  | "line_item"
  | "cart"
  | "region"
  | "discount";

/** A field that the shop has declared. Which parts it has depends on its type. */
export interface CustomField {
  entity: FieldEntity;
  name: string;
  type: FieldType;
  label: string;
  description?: string;
  options?: { value: string; label?: string }[];
  schema?: object;
  minimum?: number;
  maximum?: number;
  required?: boolean;
  default?: unknown;
  filter?: boolean;
  search?: boolean;
  storefront?: "read" | "write";
  /** What a reference points to. */
  references?: FieldEntity;
  /** It is a column of the table, and shown by its own name. */
  column?: string;
  /** The plugin that declares it writes it, and users do not. */
  computed?: boolean;
  plugin: string | null;
}

export const choicesOf = ({ options = [] }: CustomField) =>
  options.map(({ value, label }) => ({ value, label: label || value }));

export type FieldValues = Record<string, unknown>;

/** The value of a field in a row of an answer, or null. */
export function valueIn(row: object, { name, column }: CustomField): unknown {
  const shown = row as FieldValues & { custom_fields?: FieldValues };
  return (column ? shown[name] : shown.custom_fields?.[name]) ?? null;
}

/** The values of a row that is edited. A new row has those with a default: an input that was not touched is not sent. */
export function valuesOf(fields: readonly CustomField[], row: object | null): FieldValues {
  if (row) return Object.fromEntries(fields.map((field) => [field.name, valueIn(row, field)]));
  const given = fields.filter((field) => field.default !== undefined && !field.computed);
  return Object.fromEntries(given.map((field) => [field.name, field.default]));
}

/** The part of a body that changes the fields: what differs; for a new row, without `before`, all. */
export function changedValues(
  before: FieldValues | undefined,
  values: FieldValues,
): { custom_fields?: FieldValues } {
  const isSame = (name: string) =>
    before && JSON.stringify(before[name] ?? null) === JSON.stringify(values[name] ?? null);
  const changed = Object.entries(values).filter(([name]) => !isSame(name));
  return changed.length > 0 ? { custom_fields: Object.fromEntries(changed) } : {};
}

export const sentFields = (fields: readonly CustomField[], row: object | null, values: FieldValues) =>
  changedValues(row ? valuesOf(fields, row) : undefined, values);
