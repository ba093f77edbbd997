import { invalid } from "../kernel/refusal.ts";
import type { Entity } from "./entity.ts";

export type Comparison = "lt" | "gt" | "lte" | "gte" | "contains" | "starts_with" | "ends_with";

/** A condition on the rows of a list. The columns come from descriptions, the values only ever as parameters. */
export type Filter =
  | { kind: "equals"; column: string; value: unknown }
  | { kind: "in"; column: string; values: readonly unknown[] }
  | { kind: "compare"; column: string; comparison: Comparison; value: unknown }
  | { kind: "missing"; column: string }
  | { kind: "search"; columns: readonly string[]; text: string; withFields?: boolean }
  /** With fields: a search, whose pattern or patterns are the value, also finds them in fields of the shop. */
  | { kind: "custom"; condition: Condition; value: unknown; withFields?: boolean }
  /** A condition without a parameter. */
  | { kind: "fixed"; condition: Condition };

/** A condition of a module's own, e.g. membership in a group. `name` identifies its text. */
export interface Condition {
  readonly name: string;
  readonly sql: (row: string, parameter: string) => string;
  /** For conditions whose best plan depends on the value, e.g. how common a word is. */
  readonly isPlannedEachTime?: boolean;
}

const operators = { lt: "<", gt: ">", lte: "<=", gte: ">=" } as const;

/** Escapes `%`, `_` and `\` in a search text. */
const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

const patterns = {
  contains: (text: string) => `%${literal(text)}%`,
  starts_with: (text: string) => `${literal(text)}%`,
  ends_with: (text: string) => `%${literal(text)}`,
} as const;

/** The pattern of a text in a comparison. */
export const containingText = (comparison: keyof typeof patterns, text: string): string =>
  patterns[comparison](text);

/** The pattern for conditions of modules that search for a part of a text. */
export const containing = patterns.contains;

/** More words than a person types. Each is a condition of its own. */
const MAX_WORDS = 8;

/** Punctuation around a word. Inside a word it is searched: `jan.berg@example.com`, `O'Neil`, `SKR-XL-7`. */
const AROUND = /^[.:!?()[\]{}"'„“”‚‘’«»]+|[.:!?()[\]{}"'„“”‚‘’«»]+$/g;

/** A sign between words, as in `Lund & Holm`. */
const IS_SIGN = /^[&+/|*–—-]+$/;

/** The words of a search, which are found in any order: `Moretti, Chiara` has two. Signs alone are searched as they are. */
export function wordsOf(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(AROUND, ""))
    .filter((word) => word !== "" && !IS_SIGN.test(word));
  return words.length > 0 ? words.slice(0, MAX_WORDS) : [text];
}

/** The patterns of the words of a search. */
export const containingWords = (text: string): string[] => wordsOf(text).map(containing);

/** A condition on all words of a search. The statement is planned for the words, so an index can be used for each of them. */
export const wordsFilter = (
  patterns: readonly string[],
  { name, sql }: { name: string; sql: (row: string, patterns: readonly string[]) => string },
): Filter => ({
  kind: "custom",
  condition: {
    name: `${name}-${patterns.length}`,
    sql: (row, parameter) =>
      sql(
        row,
        patterns.map((_, index) => `(${parameter}::text[])[${index + 1}]`),
      ),
    isPlannedEachTime: true,
  },
  value: patterns,
  withFields: true,
});

/** Matches a pattern in any case. The trigram indexes have the text in lower case (migrations/0013_search_in_lower_case.sql). */
export const isLike = (text: string, pattern: string) => `lower(${text}) like lower(${pattern})`;

export interface Compiled {
  /** Equal for filters of the same text. */
  readonly shape: string;
  readonly sql: (row: string, parameter: string) => string;
  readonly values: readonly unknown[];
  readonly isPlannedEachTime?: boolean;
  /** It names the rows by their keys. */
  readonly isByKey?: boolean;
}

export function compileFilter(entity: Entity, filter: Filter): Compiled {
  switch (filter.kind) {
    case "equals":
      return on(entity, filter.column, "=", (column, p) => `${column} = ${p}`, filter.value);
    case "in":
      return on(entity, filter.column, "in", (column, p) => `${column} = any(${p})`, filter.values);
    case "missing":
      return { ...on(entity, filter.column, "null", (column) => `${column} is null`, null), values: [] };
    case "compare":
      return compileComparison(entity, filter.column, filter.comparison, filter.value);
    case "search":
      return {
        shape: `q(${filter.columns})`,
        sql: (row, p) => `(${filter.columns.map((name) => isLike(at(entity, row, name), p)).join(" or ")})`,
        values: [patterns.contains(filter.text)],
        isPlannedEachTime: true,
      };
    case "custom":
      return { ...ofCondition(filter.condition), values: [filter.value] };
    case "fixed":
      return { ...ofCondition(filter.condition), values: [] };
  }
}

const ofCondition = ({ name, sql, isPlannedEachTime }: Condition) => ({
  shape: name,
  sql,
  isPlannedEachTime,
});

function compileComparison(entity: Entity, column: string, comparison: Comparison, value: unknown): Compiled {
  if (comparison in operators) {
    const operator = operators[comparison as keyof typeof operators];
    return on(entity, column, operator, (name, p) => `${name} ${operator} ${p}`, value);
  }
  const pattern = patterns[comparison as keyof typeof patterns];
  // The first condition is for the trigram index.
  const sql = (name: string, p: string) => `(${isLike(name, p)} and ${name} like ${p})`;
  return on(entity, column, comparison, sql, pattern(String(value)));
}

function on(
  entity: Entity,
  column: string,
  shape: string,
  sql: (column: string, parameter: string) => string,
  value: unknown,
): Compiled {
  return {
    shape: `${column} ${shape}`,
    sql: (row, parameter) => sql(at(entity, row, column), parameter),
    values: [value],
    isByKey: column === entity.key && (shape === "=" || shape === "in"),
  };
}

export function at(entity: Entity, row: string, name: string): string {
  const column = Object.hasOwn(entity.columns, name) ? entity.columns[name] : undefined;
  if (!column) throw invalid(`${entity.name} has no field ${name}`);
  return column.sql ? column.sql(row) : `${row}."${name}"`;
}
