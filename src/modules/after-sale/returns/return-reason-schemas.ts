import { Type } from "typebox";
import { body, metadata, ok, optional, view } from "../../../http/routes.ts";
import { returnReason } from "./return-reason-graph.ts";

const value = Type.String({ minLength: 1, maxLength: 255, description: "Unique among the reasons." });
const label = Type.String({ minLength: 1, maxLength: 255, description: "What customers read." });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const parent = Type.Unsafe<string | null>({ type: ["string", "null"], description: "The reason above it." });

export const newReasonBody = body({
  value,
  label,
  parent_return_reason_id: optional(parent),
  description: optional(description),
  metadata: optional(metadata),
});

export const reasonChangesBody = body({
  value: optional(value),
  label: optional(label),
  description: optional(description),
  metadata: optional(metadata),
});

export const reasonAnswer = ok({ return_reason: view("return_reason") });
export const reasonsAnswer = ok({ return_reasons: Type.Array(view("return_reason")) });

export const reasonView = {
  entity: returnReason,
  fields: [
    "id",
    "value",
    "label",
    "parent_return_reason_id",
    "description",
    "created_at",
    "updated_at",
    "deleted_at",
  ],
  relations: ["parent_return_reason", "return_reason_children"],
};
