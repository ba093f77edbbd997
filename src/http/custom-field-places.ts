import { isObject } from "../graph/custom-fields/checked-json.ts";
import type { Customized } from "../graph/custom-fields/declaration.ts";
import { FIELDS } from "../graph/custom-fields/selected-fields.ts";

/** The keyword that marks where fields of the shop may be in a body or a query: a schema cannot know them. */
export const FIELDS_OF = "customFields";

export interface Marked {
  entity: Customized;
  isNew: boolean | "without id";
  /** It can be left without what is required. */
  isLenient?: boolean;
  /** The query of a list. */
  isFilter?: boolean;
}

/** Where a body has fields: `variants` and `*`, which is each element of a list. */
export interface Place extends Marked {
  path: readonly string[];
}

export function placesIn(schema: unknown, path: readonly string[] = []): Place[] {
  if (!isObject(schema)) return [];
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as { properties?: object; items?: object; anyOf?: object[] };
  const own = (properties as Record<string, Record<string, unknown>>)[FIELDS]?.[FIELDS_OF] as
    | Marked
    | undefined;
  return [
    ...(own ? [{ ...own, path }] : []),
    ...Object.entries(properties).flatMap(([name, each]) => placesIn(each, [...path, name])),
    ...(items ? placesIn(items, [...path, "*"]) : []),
    ...anyOf.flatMap((each) => placesIn(each, path)),
  ];
}

interface FoundRow {
  row: Record<string, unknown>;
  path: readonly string[];
}

/** The rows of a body that are at a place. */
export function rowsAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: readonly string[] = [],
): FoundRow[] {
  if (step === undefined) return isObject(value) ? [{ row: value, path }] : [];
  if (step !== "*") return isObject(value) ? rowsAt(value[step], rest, [...path, step]) : [];
  return Array.isArray(value)
    ? value.flatMap((each, index) => rowsAt(each, rest, [...path, String(index)]))
    : [];
}
