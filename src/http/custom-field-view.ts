import { Type } from "typebox";
import { fieldTypes } from "../graph/custom-fields/declaration.ts";

const text = Type.String();
const flag = Type.Optional(Type.Boolean());

/** What answers tell about a field. Parts that are not declared are absent. */
export const fieldViewSchema = {
  entity: Type.String({ description: "What has the field: `product`, `order` and others." }),
  name: text,
  type: Type.String({ enum: [...fieldTypes] }),
  label: text,
  plugin: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "Null for a field of the settings.",
  }),
  description: Type.Optional(text),
  options: Type.Optional(
    Type.Array(Type.Object({ value: text, label: Type.Optional(text) }), {
      description: "Of `choice` and `choices`.",
    }),
  ),
  references: Type.Optional(Type.String({ description: "Of `reference`: what it points to." })),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "Of `json`: a JSON schema." }),
  ),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  required: flag,
  default: Type.Optional(Type.Unknown()),
  filter: flag,
  search: flag,
  storefront: Type.Optional(Type.String({ enum: ["read", "write"] })),
  computed: flag,
  column: Type.Optional(
    Type.String({ description: "The column that the shop has added to the table itself." }),
  ),
};
