import { frozenCopy } from "../../kernel/frozen-copy.ts";
import { type Field, isForStorefront } from "./declaration.ts";

// JSON is written in one go, so nothing else runs while this is true.
let isAdmin = false;

/** JSON with the fields that only the administration sees. Any other way of writing it shows what the storefront may see. */
export function adminJson(value: unknown): string {
  isAdmin = true;
  try {
    return JSON.stringify(value);
  } finally {
    isAdmin = false;
  }
}

/** How the JSON of an answer is written. */
export const jsonFor = (url: string | undefined): ((value: unknown) => string) =>
  url?.startsWith("/admin/") ? adminJson : (value) => JSON.stringify(value);

type Values = Readonly<Record<string, unknown>>;

/** The fields of one entity that a row shows. */
export interface ShownFields {
  readonly all: readonly Field[];
  readonly forStorefront: readonly Field[];
}

export const shownFields = (fields: readonly Field[]): ShownFields => ({
  all: fields,
  forStorefront: fields.filter(isForStorefront),
});

/** The fields of a row. Rows are shared by answers of the administration and of the storefront: it decides when it is written. */
export class FieldValues {
  // A copy of the object, such as a structured clone, has none of them.
  readonly #shown: ShownFields;
  readonly #stored: Values | null;

  constructor(shown: ShownFields, stored: Values | null) {
    this.#shown = shown;
    this.#stored = stored;
  }

  /** As stored, also of fields that are not declared any more. */
  get stored(): Values | null {
    return this.#stored;
  }

  /** All declared fields, null where there is no value. */
  get all(): Record<string, unknown> {
    return this.of(this.#shown.all);
  }

  /** Without any field that the caller may see, the row has none. */
  toJSON(): Record<string, unknown> | undefined {
    if (isAdmin) return this.of(this.#shown.all);
    const { forStorefront } = this.#shown;
    return forStorefront.length > 0 ? this.of(forStorefront) : undefined;
  }

  private of(fields: readonly Field[]): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name } of fields) values[name] = this.#stored?.[name] ?? null;
    return values;
  }
}

/** The value of a column that the shop has added. The storefront sees it only if its field says so. */
export class ColumnValue {
  readonly #field: Field;
  readonly #value: unknown;

  constructor(field: Field, value: unknown) {
    this.#field = field;
    this.#value = value;
  }

  get value(): unknown {
    return this.#value;
  }

  toJSON(): unknown {
    return isAdmin || isForStorefront(this.#field) ? this.#value : undefined;
  }
}

/** The values of a row by the names of their fields, also those in columns of the shop, without those that are null. */
export function fieldsIn(row: object): Values {
  const columns = Object.entries(row).flatMap(([name, each]) =>
    each instanceof ColumnValue ? [[name, each.value]] : [],
  );
  const values = Object.entries({ ...storedFieldsOf(row), ...Object.fromEntries(columns) });
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** The same for rules of plugins; a row that is not stored yet has them as they were sent. */
export function ruleFields(row: object, sent: Values = {}): Values {
  const { custom_fields } = row as { custom_fields?: Values };
  const own = custom_fields instanceof FieldValues ? {} : custom_fields;
  const values = Object.entries({ ...fieldsIn(row), ...own, ...sent });
  return frozenCopy(Object.fromEntries(values.filter(([, value]) => value !== null)));
}

/** The row without what `ruleFields` has. */
export const withoutFields = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([, each]) => !(each instanceof FieldValues || each instanceof ColumnValue)),
  ) as Row;

/** The stored values of a row, or null. */
export const storedFieldsOf = (row: object): Values | null => {
  const { custom_fields } = row as { custom_fields?: unknown };
  return custom_fields instanceof FieldValues ? custom_fields.stored : null;
};
