import { problemOfDeclaration } from "../graph/custom-fields/check-declaration.ts";
import { isObject } from "../graph/custom-fields/checked-json.ts";
import { MAX_FIELDS } from "../graph/custom-fields/declaration.ts";
import type { Plugin } from "./plugin.ts";

/** What is wrong with the fields of a plugin, or null. */
export function checkFields({ fields }: Plugin): string | null {
  if (fields === undefined) return null;
  if (!isObject(fields)) return 'fields must be an object: { product: { material: { type: "text" } } }';
  for (const [entity, declared] of Object.entries<unknown>(fields)) {
    if (!isObject(declared)) return `fields of ${entity} must be an object`;
    if (Object.keys(declared).length > MAX_FIELDS) return `fields of ${entity} are more than ${MAX_FIELDS}`;
    for (const [name, declaration] of Object.entries(declared)) {
      const problem = problemOfDeclaration(entity, name, declaration);
      if (problem) return `the field ${name} of ${entity}: ${problem}`;
    }
  }
  return null;
}
