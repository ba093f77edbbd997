import type { Customized } from "../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../graph/custom-fields/declared-fields.ts";
import { propertiesOf } from "../../graph/custom-fields/field-schemas.ts";
import { FIELDS_OF } from "../custom-fields.ts";

/** A copy of a described schema in which the places for fields of the shop are filled, or left out where none are declared. */
export function withDeclaredFields<Part>(part: Part, declared: DeclaredFields): Part {
  if (Array.isArray(part)) {
    const kept = part.filter((each) => !isUnused(each?.schema, declared));
    return kept.map((each) => withDeclaredFields(each, declared)) as Part;
  }
  if (typeof part !== "object" || part === null) return part;
  const mark = (part as Record<string, unknown>)[FIELDS_OF] as { entity: Customized } | undefined;
  if (mark)
    return { type: "object", properties: propertiesOf(declared.of(mark.entity)?.fields ?? []) } as Part;
  const entries = Object.entries(part).filter(([, each]) => !isUnused(each, declared));
  return Object.fromEntries(
    entries.map(([name, each]) => [name, withDeclaredFields(each, declared)]),
  ) as Part;
}

function isUnused(schema: unknown, declared: DeclaredFields): boolean {
  if (typeof schema !== "object" || schema === null || !(FIELDS_OF in schema)) return false;
  const { entity } = schema[FIELDS_OF] as { entity: Customized };
  return declared.of(entity) === undefined;
}
