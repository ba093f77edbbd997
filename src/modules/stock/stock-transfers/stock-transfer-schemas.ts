import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter, where } from "../../../http/query-filters.ts";
import { body, nonEmptyText, optional } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { atLocation, isFromSupplier, stockTransfer } from "./stock-transfers-graph.ts";

const line = (minimum: number) =>
  Type.Object(
    { inventory_item_id: nonEmptyText, quantity: Type.Integer({ minimum, maximum: MAX_AMOUNT }) },
    { additionalProperties: false },
  );

const MAX_LINES = 1_000;
const lines = Type.Array(line(1), { minItems: 1, maxItems: MAX_LINES });
const note = (maxLength: number) => Type.Unsafe<string | null>({ type: ["string", "null"], maxLength });
const place = Type.Unsafe<string | null>({ type: ["string", "null"], minLength: 1 });
const moment = Type.Unsafe<Date | null>({ type: ["string", "null"], format: "date-time" });

const content = {
  from_location_id: optional(place),
  supplier: optional(note(200)),
  reference: optional(note(200)),
  note: optional(note(2_000)),
  expected_at: optional(moment),
};

export const newTransferBody = body({ to_location_id: nonEmptyText, ...content, lines });

const version = Type.Integer({
  minimum: 1,
  maximum: MAX_AMOUNT,
  description:
    "The version that was read. If the transfer has changed since, the request is refused with 409.",
});

export const transferChangesBody = body({
  to_location_id: optional(nonEmptyText),
  ...content,
  lines: optional(lines),
  version: optional(version),
});

export const stepBody = body({ version: optional(version) });

export const receiptBody = body({
  version,
  lines: optional(Type.Array(line(0), { minItems: 1, maxItems: MAX_LINES })),
});

const places = ["from_location.id", "from_location.name", "to_location.id", "to_location.name"];
const author = ["id", "email", "first_name", "last_name"].map((name) => `user.${name}`);
const columns = Object.keys(stockTransfer.columns);

export const adminTransfer = {
  entity: stockTransfer,
  fields: [
    ...columns,
    ...places,
    ...author,
    ...["id", "inventory_item_id", "quantity", "received_quantity"].map((name) => `lines.${name}`),
    ...["id", "sku", "title", "variants.id", "variants.title", "variants.product.title"].map(
      (name) => `lines.inventory_item.${name}`,
    ),
  ],
};

const fromSupplier: QueryFilter = {
  schema: Type.Boolean({ description: "Goods of suppliers, or transfers between locations." }),
  toFilters: (value) => [{ kind: "custom", condition: isFromSupplier, value }],
};

export const adminTransfers = listQuery({
  view: { entity: stockTransfer, fields: [...columns, ...places] },
  limit: 50,
  order: "-number",
  takes: [],
  filters: { status: equalTo(), location_id: where(atLocation), from_supplier: fromSupplier },
});
