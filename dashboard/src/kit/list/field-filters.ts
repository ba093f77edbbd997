/*
 * Filters by fields that the shop has declared. In the address and in saved views they are texts: `material:is:wool`, `grams:gte:500`.
 */

export type FieldOperator = "is" | "gte" | "lte" | "contains";

export interface FieldFilter {
  name: string;
  operator: FieldOperator;
  value: string;
}

const FILTER = /^([a-z][a-z0-9_]*):(is|gte|lte|contains):(.+)$/s;
const ORDER = /^-?custom_fields\.([a-z][a-z0-9_]*)$/;

export const fieldFilterOf = (text: string): FieldFilter | undefined => {
  const [, name, operator, value] = FILTER.exec(text) ?? [];
  return name ? { name, operator: operator as FieldOperator, value: value! } : undefined;
};

export const textOfFilter = ({ name, operator, value }: FieldFilter) => `${name}:${operator}:${value}`;

/** The parameter `fields` of the address of a list. */
export function fieldsParam(given: unknown): string[] | undefined {
  const texts = (Array.isArray(given) ? given : [given]).filter(
    (text): text is string => typeof text === "string" && FILTER.test(text),
  );
  return texts.length > 0 ? texts : undefined;
}

export const isFieldOrder = (order: unknown): order is string =>
  typeof order === "string" && ORDER.test(order);

/** The ids of columns of fields begin with it. */
export const FIELD_COLUMN = "field-";

export const orderOfField = (name: string) => `custom_fields.${name}`;

/** The search without fields that are not declared any more: an old view still shows its other filters. */
export function knownFields<Search extends object>(search: Search, narrowing: readonly string[]): Search {
  const { fields, order, ...others } = search as { fields?: string[]; order?: string };
  const known = fields?.filter((text) => narrowing.includes(fieldFilterOf(text)?.name ?? ""));
  const sortedBy = ORDER.exec(order ?? "")?.[1];
  return {
    ...others,
    ...(known && known.length > 0 && { fields: known }),
    ...(order !== undefined && (sortedBy === undefined || narrowing.includes(sortedBy)) && { order }),
  } as Search;
}

/** The search as the API filters with it. */
export function withFieldFilters<Search extends { fields?: string[] }>({
  fields,
  ...others
}: Search): Omit<Search, "fields"> & { custom_fields?: Record<string, unknown> } {
  const filters = (fields ?? []).flatMap((text) => fieldFilterOf(text) ?? []);
  return filters.length > 0 ? { ...others, custom_fields: queryOf(filters) } : others;
}

function queryOf(filters: readonly FieldFilter[]) {
  const query: Record<string, string | string[] | Record<string, string>> = {};
  for (const { name, operator, value } of filters) {
    const known = query[name];
    if (operator !== "is") {
      const limits = typeof known === "object" && !Array.isArray(known) ? known : {};
      query[name] = { ...limits, [operator]: value };
    } else
      query[name] = Array.isArray(known)
        ? [...known, value]
        : typeof known === "string"
          ? [known, value]
          : value;
  }
  return query;
}
