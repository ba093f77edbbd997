import { Type } from "typebox";
import { fieldsOfGivenRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, textFilter } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, optional, page, text } from "../../../http/routes.ts";
import { addressTexts } from "../../../kernel/address.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { returnShippingBody } from "../returns/index.ts";
import { type ClaimReason, claimReasons } from "./claim.ts";
import type { ClaimAddress } from "./claim-store.ts";
import { claimOrder } from "./claims-graph.ts";

export const claimList = listQuery({
  view: { entity: claimOrder, relations: ["order"] },
  limit: 50,
  filters: {
    order_id: textFilter({ comparisons: false }),
    type: anyOf({ values: claimOrder.columns.type.values }),
    payment_status: anyOf({ values: claimOrder.columns.payment_status.values }),
    fulfillment_status: anyOf({ values: claimOrder.columns.fulfillment_status.values }),
    created_at: dates(),
  },
});

export const claimsAnswer = page("claims", shown("AdminListedClaim", claimList.view));

const MAX_ITEMS = 500;
const MAX_PARTS = 50;

const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const note = Type.String({ maxLength: 5_000 });
const tag = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });
const url = Type.String({ minLength: 1, maxLength: 2_000 });
const reason = Type.Unsafe<ClaimReason>({ type: "string", enum: [...claimReasons] });

const claimedItem = body({
  item_id: nonEmptyText,
  quantity,
  note: optional(note),
  reason: optional(reason),
  tags: optional(Type.Array(tag, { maxItems: MAX_PARTS })),
  images: optional(Type.Array(url, { maxItems: MAX_PARTS, description: "The URLs of the images." })),
});

const shippingMethods = Type.Array(
  body({
    id: optional(nonEmptyText),
    option_id: optional(nonEmptyText),
    price: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT })),
    data: optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  { maxItems: MAX_PARTS, description: "The ids of methods of the order, or options for new methods." },
);

const address = Type.Unsafe<ClaimAddress>({
  type: "object",
  properties: {
    ...Object.fromEntries(addressTexts.map((name) => [name, { type: ["string", "null"], maxLength: 1_000 }])),
    metadata,
  },
  additionalProperties: false,
  description: "The address for the new goods. Absent: the shipping address of the order.",
});

export const newClaimBody = body({
  type: Type.Unsafe<"refund" | "replace">({ type: "string", enum: ["refund", "replace"] }),
  claim_items: Type.Array(claimedItem, { minItems: 1, maxItems: MAX_ITEMS }),
  return_shipping: optional(returnShippingBody),
  additional_items: optional(
    Type.Array(body({ variant_id: nonEmptyText, quantity, ...fieldsOfGivenRow("line_item") }), {
      maxItems: MAX_ITEMS,
    }),
  ),
  shipping_methods: optional(shippingMethods),
  refund_amount: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description: "The amount to refund. Absent: the sale value of the items.",
    }),
  ),
  shipping_address: optional(address),
  no_notification: optional(Type.Boolean()),
  return_location_id: optional(text),
  metadata: optional(metadata),
});

export const claimChangesBody = body({
  claim_items: optional(
    Type.Array(
      body({
        id: nonEmptyText,
        note: optional(note),
        reason: optional(reason),
        images: optional(
          Type.Array(body({ id: optional(nonEmptyText), url: optional(url) }), { maxItems: MAX_PARTS }),
        ),
        tags: optional(
          Type.Array(body({ id: optional(nonEmptyText), value: optional(tag) }), { maxItems: MAX_PARTS }),
        ),
        metadata: optional(metadata),
      }),
      { maxItems: MAX_ITEMS },
    ),
  ),
  shipping_methods: optional(shippingMethods),
  no_notification: optional(Type.Boolean()),
  metadata: optional(metadata),
});
