import fc from "fast-check";
import type { Operation, Schema } from "./operations.ts";
import { shaped } from "./shapes.ts";

type Part = [string, unknown];

/** Queries that the operation takes: some of its parameters with values they allow. */
export function query(operation: Operation, isUnknown: boolean): fc.Arbitrary<Part[]> {
  const names = Object.keys(operation.query);
  if (names.length === 0) return fc.constant([]);
  const parts = new Map(
    names.map((name) => [name, values(name, operation, isUnknown).map((value): Part => [name, value])]),
  );
  return fc.subarray(names, { maxLength: Math.min(3, names.length) }).chain((chosen) => {
    const all = [...new Set([...operation.requiredQuery, ...chosen])];
    return fc.tuple(...all.map((name) => parts.get(name)!));
  });
}

function values(name: string, operation: Operation, isUnknown: boolean): fc.Arbitrary<unknown> {
  const { shown, path, query: parameters } = operation;
  if (name === "expand") return joined(shown.relations);
  if (name === "fields") return joined([...shown.fields, ...shown.relations.map((each) => `${each}.id`)]);
  if (name === "order" && shown.fields.length > 0) {
    return fc
      .tuple(fc.constantFrom("", "-"), fc.constantFrom(...shown.fields))
      .map((parts) => parts.join(""));
  }
  if (name === "limit") return fc.constantFrom(0, 1, 5, 50);
  if (name === "offset") return fc.constantFrom(0, 1, 100, 2_147_483_647);
  const entityName = name === "id" || name === "ids" ? (path.split("/")[2] ?? name) : name;
  return shaped(parameters[name] as Schema, { name: entityName, path, isUnknown });
}

const joined = (names: string[]): fc.Arbitrary<string> =>
  names.length === 0
    ? fc.constant("")
    : fc.subarray(names, { maxLength: Math.min(3, names.length) }).map((chosen) => chosen.join(","));

/** Parts of a query as text; how lists and objects are written is that of `qs`. */
export const queryText = (parts: (Part | string)[]): string =>
  parts.flatMap((part) => (typeof part === "string" ? [part] : written(part[0], part[1]))).join("&");

function written(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => written(`${name}[]`, each));
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, each]) => written(`${name}[${encoded(key)}]`, each));
  }
  return [`${name}=${encoded(String(value))}`];
}

/** Half a surrogate pair cannot be encoded; it is sent as what browsers make of it. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
