import { type Field, isForStorefront } from "../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../graph/custom-fields/declared-fields.ts";
import { valuesSchema } from "../../graph/custom-fields/field-schemas.ts";
import { FIELDS_OF, type Marked } from "../custom-field-places.ts";

/** A copy of the schema of a body or a query in which the places for fields of the shop are filled. */
export function withDeclaredFields<Schema>(schema: Schema, declared: DeclaredFields, path: string): Schema {
  if (Array.isArray(schema)) return schema.map((each) => withDeclaredFields(each, declared, path)) as Schema;
  if (typeof schema !== "object" || schema === null) return schema;
  const mark = (schema as Record<string, unknown>)[FIELDS_OF] as Marked | undefined;
  if (mark) return placeSchema(mark, declared, path) as Schema;
  const entries = Object.entries(schema).map(([name, each]) => [
    name,
    withDeclaredFields(each, declared, path),
  ]);
  return Object.fromEntries(entries) as Schema;
}

function placeSchema({ entity, isFilter }: Marked, declared: DeclaredFields, path: string): object {
  const isStorefront = path.startsWith("/store/");
  const all = declared.of(entity)?.fields ?? [];
  if (!isFilter) return valuesSchema(all.filter((field) => isWritten(field, isStorefront)));
  const usable = all.filter(({ type }) => type !== "json");
  return filterSchema(isStorefront ? usable.filter(isFiltered) : usable);
}

const isWritten = ({ storefront, computed }: Field, isStorefront: boolean) =>
  !computed && (!isStorefront || storefront === "write");
const isFiltered = (field: Field) => field.filter === true && isForStorefront(field);

const description =
  "Filters by fields of the shop: `custom_fields[material]=wool`, `custom_fields[grams][gte]=500`.";

const filterSchema = (fields: readonly Field[]) =>
  fields.length === 0
    ? { type: "object", description, additionalProperties: true, properties: {} }
    : {
        type: "object",
        description,
        properties: Object.fromEntries(
          fields.map(({ name, label, description = label ?? name }) => [name, { description }]),
        ),
      };
