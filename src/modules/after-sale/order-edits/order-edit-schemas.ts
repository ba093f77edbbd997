import { Type } from "typebox";
import { viewOf, type Wanted } from "../../../graph/selection.ts";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, text, view } from "../../../http/routes.ts";
import { editTotalNames, orderEdit } from "./order-edits-graph.ts";

const MOST = 2_147_483_647;
const note = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 });
const quantity = Type.Integer({ minimum: 1, maximum: MOST });

export const newEditBody = body({
  order_id: text,
  internal_note: optional(note),
  created_by: optional(Type.String({ description: "Ignored: it is who sends the request." })),
});

export const editChangesBody = Type.Optional(body({ internal_note: optional(note) }));
export const newItemBody = body({ variant_id: text, quantity, metadata: optional(metadata) });
export const itemChangesBody = body({ quantity });
export const requestBody = Type.Optional(body({ payment_collection_description: optional(note) }));
export const declineBody = Type.Optional(body({ declined_reason: optional(note) }));

export const editAnswer = ok({ order_edit: view("order_edit") });

/** Without these there are no totals, so they are there whatever is asked for. */
const forTotals = ["items", "items.tax_lines", "items.adjustments", "items.variant"];

const relations = [
  ...forTotals,
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

/** What a customer sees of it; what the merchant noted stays with the merchant. */
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

const listed = (names: string) => names.split(",").map((name) => name.trim());

/** A `+` that was not encoded arrives as a space. */
const isEditing = (fields: string) => fields.split(",").every((name) => /^[ +*-]./.test(name));

const isColumn = (name: string) => !["items", "changes"].includes(name.replace(/^[ +*-]/, ""));

/** In v1 the lines and changes count as fields, too. The status and the totals always come along. */
export const readingOf = ({ fields, expand }: Wanted): Wanted => ({
  fields: fields === undefined ? undefined : columnsOf(fields),
  expand: expand === undefined ? undefined : [...listed(expand), ...forTotals].join(","),
});

function columnsOf(fields: string): string | undefined {
  if (!isEditing(fields)) return [...listed(fields).filter(isColumn), "status"].join(",");
  const edits = fields.split(",").filter(isColumn);
  return edits.length > 0 ? edits.join(",") : undefined;
}
