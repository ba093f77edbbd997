import { isEqual } from "./merge.ts";

/** A field that the server's description of an entity has for a form. */
export interface FormField {
  readonly name: string;
  readonly card: string;
  readonly kind: "text" | "long-text" | "country" | "choice" | "number" | "boolean";
  readonly isRequired: boolean;
  readonly initial?: string | number | boolean;
  readonly values?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: string;
}

type ValueIn<Field extends FormField> = Field extends { kind: "number" }
  ? number | null
  : Field extends { kind: "boolean" }
    ? boolean
    : Field extends { kind: "choice"; isRequired: true; values: readonly (infer Value)[] }
      ? Value
      : string;

/** The values of fields while they are edited. An empty text is no value. */
export type DraftIn<Field extends FormField> = { [Each in Field as Each["name"]]: ValueIn<Each> };

const emptyValue = ({ kind }: FormField) => (kind === "number" ? null : kind === "boolean" ? false : "");

/** The fields of a row that does not exist yet. */
export const emptyFields = <Field extends FormField>(fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field.name, field.initial ?? emptyValue(field)]),
  ) as DraftIn<Field>;

export const fieldsOf = <Field extends FormField>(fields: readonly Field[], stored: object) =>
  Object.fromEntries(
    fields.map((field) => [field.name, (stored as Record<string, unknown>)[field.name] ?? emptyValue(field)]),
  ) as DraftIn<Field>;

const sent = ({ isRequired }: FormField, value: unknown) => {
  if (typeof value !== "string") return value;
  const text = value.trim();
  return text === "" && !isRequired ? null : text;
};

/** What the server gets: the fields that differ, or all of them for a new row. */
export function changedFields(
  fields: readonly FormField[],
  from: object | null,
  to: object,
): Record<string, unknown> {
  const before = from as Record<string, unknown> | null;
  const after = to as Record<string, unknown>;
  return Object.fromEntries(
    fields
      .filter(({ name }) => !before || !isEqual(before[name], after[name]))
      .map((field) => [field.name, sent(field, after[field.name])]),
  );
}

/** The fields of one part of a form. */
export const inCard = <Field extends FormField, Card extends Field["card"]>(
  fields: readonly Field[],
  card: Card,
) => fields.filter((field): field is Extract<Field, { card: Card }> => field.card === card);
