import { type Compiled, type Filter, isLike } from "../filter.ts";
import type { EntityFields } from "./declared-fields.ts";
import { wholeValue } from "./field-filter.ts";

/** A filter that also searches the fields of the shop. */
export type Search = Extract<Filter, { kind: "search" | "custom" }>;

export const isSearch = (filter: Filter): filter is Search =>
  (filter.kind === "search" || filter.kind === "custom") && filter.withFields === true;

/**
 * The filter of a search, which also finds rows whose fields have all of the words. The filter's own condition comes first. Nothing
 * changes where no field is declared for it.
 */
export function searchingFields(
  compiled: Compiled,
  filter: Search,
  declared: EntityFields | undefined,
): Compiled {
  const searched = declared?.fields.filter(({ search }) => search) ?? [];
  if (searched.length === 0) return compiled;
  // Several words are the elements of the parameter.
  const words = filter.kind === "custom" && Array.isArray(filter.value) ? filter.value.length : null;
  const textOf = (row: string) =>
    `concat_ws(' ', ${searched.map((field) => wholeValue(field, row)).join(", ")})`;
  const patternsIn = (p: string) =>
    words === null ? [p] : Array.from({ length: words }, (_, index) => `(${p}::text[])[${index + 1}]`);
  const matches = (row: string, p: string) =>
    patternsIn(p)
      .map((pattern) => isLike(textOf(row), pattern))
      .join(" and ");
  return {
    ...compiled,
    shape: `${compiled.shape}+fields`,
    sql: (row, p) => `(${compiled.sql(row, p)} or (${matches(row, p)}))`,
    isPlannedEachTime: true,
  };
}
