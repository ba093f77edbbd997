import { Type } from "typebox";
import { type RequestedSelection, viewOf } from "../../../graph/selection.ts";
import { fieldsOfNewRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { equalTo } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { editFieldsAlwaysShown, editRelationsAlwaysShown, editRelationsAmongFields } from "../v1-shapes.ts";
import { editTotalNames, orderEdit } from "./order-edits-graph.ts";

const note = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 });
const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });

export const newEditBody = body({
  order_id: text,
  internal_note: optional(note),
  created_by: optional(Type.String({ description: "Ignored: it is the user who sends the request." })),
});

export const editChangesBody = Type.Optional(body({ internal_note: optional(note) }));
export const newItemBody = body({
  variant_id: text,
  quantity,
  metadata: optional(metadata),
  ...fieldsOfNewRow("line_item"),
});
export const itemChangesBody = body({ quantity });
export const requestBody = Type.Optional(body({ payment_collection_description: optional(note) }));
export const declineBody = Type.Optional(body({ declined_reason: optional(note) }));

const relations = [
  ...editRelationsAlwaysShown,
  "changes",
  "changes.line_item",
  "changes.line_item.variant",
  "changes.original_line_item",
  "changes.original_line_item.variant",
  "payment_collection",
];

const storeFields = [
  "id",
  "order_id",
  "created_at",
  "requested_by",
  "requested_at",
  "confirmed_at",
  "declined_by",
  "declined_reason",
  "declined_at",
  "canceled_at",
  "payment_collection_id",
  "status",
];

export const adminEdit = viewOf({
  entity: orderEdit,
  fields: [...storeFields, "created_by", "confirmed_by", "canceled_by", "internal_note"],
  relations,
});

/** Customers do not see the internal note and the users. */
export const storeEdit = viewOf({
  entity: orderEdit,
  fields: storeFields,
  relations,
  allowedFields: [...storeFields, ...editTotalNames],
  allowedRelations: relations,
});

export const adminEdits = listQuery({
  view: adminEdit,
  limit: 20,
  search: ["internal_note"],
  filters: { order_id: equalTo() },
});

const splitNames = (names: string) => names.split(",").map((name) => name.trim());

/** `+name` and `-name` change the defaults. A `+` that was not encoded arrives as a space. */
const editsDefaults = (fields: string) => fields.split(",").every((name) => /^[ +*-]./.test(name));

const isColumn = (name: string) => !editRelationsAmongFields.includes(name.replace(/^[ +*-]/, ""));

/** The totals need the relations that are always shown. */
export const editSelectionOf = ({ fields, expand }: RequestedSelection): RequestedSelection => ({
  fields: fields === undefined ? undefined : columnsOf(fields),
  expand: expand === undefined ? undefined : [...splitNames(expand), ...editRelationsAlwaysShown].join(","),
});

function columnsOf(fields: string): string | undefined {
  if (!editsDefaults(fields))
    return [...splitNames(fields).filter(isColumn), ...editFieldsAlwaysShown].join(",");
  const edits = fields.split(",").filter(isColumn);
  return edits.length > 0 ? edits.join(",") : undefined;
}

export const editResponseSchema = ok({ order_edit: shown("AdminOrderEdit", adminEdit) });
export const storeEditResponseSchema = ok({ order_edit: shown("StoreOrderEdit", storeEdit) });
