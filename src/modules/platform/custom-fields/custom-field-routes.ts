import { Type } from "typebox";
import { type Field, fieldOf, fieldTypes } from "../../../graph/custom-fields/declaration.ts";
import { fieldView } from "../../../graph/custom-fields/field-view.ts";
import { fieldViewSchema } from "../../../http/custom-field-view.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, deletedBody, ok, optional, path, type Routes } from "../../../http/routes.ts";
import type { FieldChanges, SentField, StoredField } from "./custom-field.ts";
import { fieldNotFound } from "./custom-field.ts";
import { createField, deleteField, listFields, purgeField, updateField } from "./custom-field-changes.ts";

const { MAX_SAFE_INTEGER } = Number;
const tags = ["Custom fields"];
const text = Type.String();
const flag = Type.Unsafe<boolean | null>({ type: ["boolean", "null"] });
const number = Type.Unsafe<number | null>({
  type: ["number", "null"],
  minimum: -MAX_SAFE_INTEGER,
  maximum: MAX_SAFE_INTEGER,
});
const nullableText = Type.Unsafe<string | null>({ type: ["string", "null"] });
const option = Type.Unsafe<{ value: string; label?: string }>({
  type: ["object", "string"],
  required: ["value"],
  properties: { value: { type: "string" }, label: { type: "string" } },
  additionalProperties: false,
});

/** Null removes a part. */
const parts = {
  label: optional(nullableText),
  description: optional(nullableText),
  options: optional(Type.Array(option, { maxItems: 500, description: "Of `choice` and `choices`." })),
  schema: optional(Type.Record(Type.String(), Type.Unknown(), { description: "Of `json`: a JSON schema." })),
  minimum: optional(number),
  maximum: optional(number),
  required: optional(flag),
  default: optional(Type.Unknown()),
  filter: optional(flag),
  search: optional(flag),
  storefront: optional(
    Type.Unsafe<string | null>({ type: ["string", "null"], enum: ["read", "write", null] }),
  ),
};

const newFieldBody = body({
  entity: Type.String({ description: "What has the field: `product`, `order` and others." }),
  name: text,
  type: Type.String({ enum: [...fieldTypes] }),
  references: optional(Type.String({ description: "Of `reference`: what it points to." })),
  column: optional(Type.String({ description: "A column that the shop has added to the table itself." })),
  ...parts,
});

const shown = Type.Object({
  id: nullableText,
  ...fieldViewSchema,
  is_deleted: Type.Boolean({ description: "Its values are stored until they are purged." }),
});

const answer = ok({ custom_field: shown });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

const ofPlugin = (field: Field) => ({ ...fieldView(field), id: null, is_deleted: false });

const ofSettings = ({ id, entity, name, declaration, deleted_at }: StoredField) => ({
  ...fieldView(fieldOf(entity, name, { declaration, plugin: null })),
  id,
  is_deleted: deleted_at !== null,
});

export const customFieldRoutes: Routes = (app, { db, graph: { registry } }) => {
  const deps = { db, registry };
  const readField = async (id: string) => {
    const stored = (await listFields(db)).find((each) => each.id === id);
    if (!stored) throw fieldNotFound(id);
    return { custom_field: ofSettings(stored) };
  };

  app.get(
    "/admin/custom-fields",
    {
      // Every form that shows a row needs them.
      config: { permission: null },
      schema: {
        tags,
        summary: "List custom fields",
        querystring: Type.Object({ entity: optional(text) }, { additionalProperties: false }),
        response: ok({ custom_fields: Type.Array(shown) }),
      },
    },
    async (request) => {
      const { entity } = request.query;
      const all = [...registry.fields.ofPlugins.map(ofPlugin), ...(await listFields(db)).map(ofSettings)];
      return { custom_fields: all.filter((each) => !entity || each.entity === entity) };
    },
  );

  app.post(
    "/admin/custom-fields",
    {
      schema: {
        tags,
        summary: "Declare a custom field",
        querystring: noQuery,
        body: newFieldBody,
        response: answer,
      },
    },
    async (request) => readField(await createField(deps, request.body as SentField)),
  );

  app.post(
    "/admin/custom-fields/:id",
    { schema: { ...one, summary: "Update a custom field", body: body(parts) } },
    async (request) => {
      await updateField(deps, request.params.id, request.body as FieldChanges);
      return readField(request.params.id);
    },
  );

  app.delete(
    "/admin/custom-fields/:id",
    { schema: { ...one, summary: "Delete a custom field", response: deletedBody } },
    async (request) => {
      await deleteField(deps, request.params.id);
      return { id: request.params.id, object: "custom_field", deleted: true };
    },
  );

  app.post(
    "/admin/custom-fields/:id/purge",
    { schema: { ...one, summary: "Purge the values of a deleted custom field", response: deletedBody } },
    async (request) => {
      await purgeField(deps, request.params.id);
      return { id: request.params.id, object: "custom_field", deleted: true };
    },
  );
};
