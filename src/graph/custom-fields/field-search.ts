import { type Compiled, isLike } from "../filter.ts";
import type { EntityFields } from "./declared-fields.ts";
import { fieldSql } from "./field-filter.ts";

/**
 * The filter of a search, which also finds rows whose fields have all of the words. The filter's own condition comes first. Nothing
 * changes where no field is declared for it.
 */
export function searchingFields(
  compiled: Compiled,
  words: number | null,
  declared: EntityFields | undefined,
): Compiled {
  const searched = declared?.fields.filter(({ search }) => search) ?? [];
  if (searched.length === 0) return compiled;
  const textOf = (row: string) =>
    `concat_ws(' ', ${searched.map((field) => fieldSql(field, row)).join(", ")})`;
  const matches = (row: string, p: string) =>
    words === null
      ? isLike(textOf(row), p)
      : Array.from({ length: words }, (_, index) => isLike(textOf(row), `(${p}::text[])[${index + 1}]`)).join(
          " and ",
        );
  return {
    ...compiled,
    shape: `${compiled.shape}+fields`,
    sql: (row, p) => `(${compiled.sql(row, p)} or (${matches(row, p)}))`,
    isPlannedEachTime: true,
  };
}
