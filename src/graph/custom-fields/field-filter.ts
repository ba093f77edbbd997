import { invalid } from "../../kernel/refusal.ts";
import { type Condition, containingText, type Filter, isLike } from "../filter.ts";
import { isObject } from "./checked-json.ts";
import type { Field } from "./declaration.ts";
import { problemOfValue } from "./value-problem.ts";

/** What an index holds of a text: PostgreSQL refuses entries of more than 2,700 bytes. */
const INDEXED = 500;

/** A value of another type, which a program has written into the row or a plugin has declared before, counts as none. */
const typed = (json: string, type: "number" | "boolean", cast: "numeric" | "boolean") =>
  `(case when jsonb_typeof(${json}) = '${type}' then (${json})::${cast} end)`;

/** The whole value. */
export function wholeValue({ name, type, column }: Field, row: string): string {
  const prefix = row === "" ? "" : `${row}.`;
  if (column !== undefined) return `${prefix}"${column}"`;
  const stored = `${prefix}"custom_fields"`;
  switch (type) {
    case "integer":
    case "number":
      return typed(`${stored}->'${name}'`, "number", "numeric");
    case "boolean":
      return typed(`${stored}->'${name}'`, "boolean", "boolean");
    case "money":
      return typed(`${stored}->'${name}'->'amount'`, "number", "numeric");
    case "choices":
      return `(${stored}->'${name}')`;
    default:
      return `(${stored}->>'${name}')`;
  }
}

/** A choice or an id may be longer where the field had another type before. */
const isText = ({ type }: Field) => ["text", "long-text", "choice", "reference"].includes(type);

/** The SQL of a value, for filters, sorting and the index. An index has the same text. */
export const fieldSql = (field: Field, row: string): string =>
  isText(field) ? `left(${wholeValue(field, row)}, ${INDEXED})` : wholeValue(field, row);

/** As JSON has it. */
const NUMBER = /^-?\d{1,16}(\.\d{1,20})?(e-?\d{1,2})?$/;

const operators = { lt: "<", gt: ">", lte: "<=", gte: ">=" } as const;
const patterns = ["contains", "starts_with", "ends_with"] as const;

const custom = (field: Field, shape: string, sql: Condition["sql"], value: unknown): Filter => ({
  kind: "custom",
  condition: {
    name: `${field.entity_name}.${field.name}:${field.type} ${shape}`,
    sql,
    isPlannedEachTime: false,
  },
  value,
});

/** A value of a query is text; numbers and booleans are read from it. */
function readValue(field: Field, sent: unknown, path: string): unknown {
  // The filters of an export are JSON.
  const text = typeof sent === "number" || typeof sent === "boolean" ? String(sent) : sent;
  if (typeof text !== "string") throw invalid(`${path} must be a value`);
  const { type } = field;
  if (type === "integer" || type === "money") {
    if (!/^-?\d{1,15}$/.test(text)) throw invalid(`${path} must be an integer`);
    return Number(text);
  }
  if (type === "number") {
    if (!NUMBER.test(text)) throw invalid(`${path} must be a number`);
    return Number(text);
  }
  if (type === "boolean") {
    if (text !== "true" && text !== "false") throw invalid(`${path} must be a boolean`);
    return text === "true";
  }
  if (type === "date") {
    const problem = problemOfValue(field, text, path);
    if (problem) throw invalid(problem);
  }
  return text;
}

const castOf = ({ type, column }: Field): string => {
  if (type === "integer" || type === "number" || type === "money") return "::numeric";
  if (type === "boolean") return "::boolean";
  return type === "date" && column !== undefined ? "::date" : "::text";
};

function equalTo(field: Field, values: readonly unknown[]): Filter {
  if (field.type === "choices")
    return custom(field, "any", (row, p) => `${fieldSql(field, row)} ?| ${p}::text[]`, values);
  const cast = castOf(field);
  // The index finds the beginning of a text.
  const isWhole = (row: string, condition: string) =>
    isText(field) ? ` and ${wholeValue(field, row)} ${condition}` : "";
  if (values.length === 1) {
    const sql = (row: string, p: string) => {
      const known = isText(field) ? `left(${p}::text, ${INDEXED})` : `${p}${cast}`;
      return `(${fieldSql(field, row)} = ${known}${isWhole(row, `= ${p}::text`)})`;
    };
    return custom(field, "=", sql, values[0]);
  }
  const sql = (row: string, p: string) => {
    const known = isText(field)
      ? `any(array(select left(each, ${INDEXED}) from unnest(${p}::text[]) each))`
      : `any(${p}${cast}[])`;
    return `(${fieldSql(field, row)} = ${known}${isWhole(row, `= any(${p}::text[])`)})`;
  };
  return custom(field, "in", sql, values);
}

function compare(field: Field, name: string, { value, path }: { value: unknown; path: string }): Filter {
  const isPattern = (patterns as readonly string[]).includes(name);
  const hasPatterns = ["text", "long-text", "choice", "reference"].includes(field.type);
  const isOrdered = field.type !== "choices" && field.type !== "boolean";
  if (isPattern && hasPatterns) {
    const pattern = containingText(
      name as (typeof patterns)[number],
      readValue(field, value, path) as string,
    );
    const sql = (row: string, p: string) => {
      const text = wholeValue(field, row);
      return `(${isLike(text, p)} and ${text} like ${p})`;
    };
    return custom(field, name, sql, pattern);
  }
  const operator = Object.hasOwn(operators, name) ? operators[name as keyof typeof operators] : undefined;
  if (!operator || !isOrdered) throw invalid(`property ${path} should not exist`);
  return custom(
    field,
    operator,
    (row, p) => `${fieldSql(field, row)} ${operator} ${p}${castOf(field)}`,
    readValue(field, value, path),
  );
}

/** The filters of `custom_fields[material]=wool`, `[material][]=wool`, or `[width][gte]=10`. */
export function fieldFilters(field: Field, sent: unknown): Filter[] {
  const path = `custom_fields.${field.name}`;
  if (field.type === "json") throw invalid(`${path} cannot be filtered`);
  if (isObject(sent))
    return Object.entries(sent).map(([name, value]) =>
      compare(field, name, { value, path: `${path}.${name}` }),
    );
  const values = [sent].flat();
  const listed = values.length === 1 && Array.isArray(sent) ? String(values[0]).split(",") : values;
  return [
    equalTo(
      field,
      listed.map((value) => readValue(field, value, path)),
    ),
  ];
}
