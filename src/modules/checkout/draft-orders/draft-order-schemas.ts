import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, type QueryFilter } from "../../../http/query-filters.ts";
import { body, email, metadata, ok, optional, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { adminOrder, type OrderView } from "../../orders/orders/index.ts";
import { addressBody, codesBody, relationsAddedToCarts } from "../../selling/carts/index.ts";
import { leftOutOfPaidDraft } from "../v1-shapes.ts";
import { draftOrder, draftsMentioning } from "./draft-orders-graph.ts";

const fields = [
  "id",
  "status",
  "display_id",
  "cart_id",
  "order_id",
  "canceled_at",
  "created_at",
  "updated_at",
  "metadata",
  "no_notification_order",
];

/** The relations of the cart that a draft shows. Its totals depend on them. */
const ofCart = [
  "cart",
  "cart.region",
  "cart.region.payment_providers",
  "cart.region.tax_rates",
  "cart.items",
  "cart.items.adjustments",
  "cart.items.variant",
  "cart.items.variant.product",
  "cart.items.variant.product.profiles",
  "cart.payment",
  "cart.payment_sessions",
  "cart.shipping_address",
  "cart.shipping_address.country",
  "cart.billing_address",
  "cart.billing_address.country",
  "cart.shipping_methods",
  "cart.shipping_methods.shipping_option",
  "cart.discounts",
  "cart.discounts.rule",
  "cart.gift_cards",
  "cart.customer",
];

export const shownDraft = viewOf({ entity: draftOrder, fields, relations: [...ofCart, "order"] });
export const changedDraft = viewOf({ entity: draftOrder, fields, relations: ofCart });
/** As in v1, the answer to an update has all fields of the draft. */
export const updatedDraft = viewOf({ entity: draftOrder, relations: ofCart });

const search: QueryFilter = {
  schema: Type.String({
    description:
      "Searches numbers (`#12` is one number), emails, names and phones of customers, and their addresses: names, streets, postal codes and cities. Finds several words in any order.",
  }),
  toFilters: (words) => (words === "" ? [] : [draftsMentioning(words as string)]),
};

const listedDraft = viewOf({
  entity: draftOrder,
  fields,
  relations: ["order", "cart", "cart.items", "cart.items.adjustments"],
});

export const drafts = listQuery({
  view: listedDraft,
  limit: 50,
  filters: {
    q: search,
    status: anyOf({ values: draftOrder.columns.status.values }),
    created_at: dates(),
    updated_at: dates(),
  },
});

const amount = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: "In the smallest unit." });
const pieces = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const title = Type.String({ maxLength: 1_000 });

const priceByHand = Type.Integer({
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
  description: "In the smallest unit. One below 0 is 0.",
});

const line = {
  title: optional(title),
  unit_price: optional(priceByHand),
  includes_tax: optional(
    Type.Boolean({
      default: false,
      description:
        "Whether `unit_price` has the taxes of the region in it. A line without a variant is taxed only then.",
    }),
  ),
  is_taxed: optional(
    Type.Boolean({
      description:
        "Whether a line without a variant is taxed: with `true` the taxes are added to `unit_price`, unless they are in it. By default `includes_tax`.",
    }),
  ),
  variant_id: optional(text),
  metadata: optional(metadata),
  ...fieldsOfNewRow("line_item"),
};

const shippingMethod = body({
  option_id: text,
  data: optional(Type.Record(Type.String(), Type.Unknown())),
  price: optional(amount),
});

export const draftShippingBody = body({ option_id: text, price: optional(amount) });

export const newDraftBody = body({
  status: optional(
    Type.String({ enum: ["open"], description: "A draft is open until it is paid or completed." }),
  ),
  email,
  region_id: text,
  customer_id: optional(text),
  billing_address: optional(addressBody),
  shipping_address: optional(addressBody),
  items: optional(Type.Array(body({ ...line, quantity: pieces }), { maxItems: 500 })),
  discounts: optional(codesBody),
  shipping_methods: Type.Array(shippingMethod, { maxItems: 50 }),
  no_notification_order: optional(Type.Boolean()),
  metadata: optional(metadata),
  ...fieldsOfNewRow("cart"),
});

export const draftChangesBody = body({
  region_id: optional(text),
  country_code: optional(text),
  email: optional(email),
  billing_address: optional(addressBody),
  shipping_address: optional(addressBody),
  discounts: optional(codesBody),
  customer_id: optional(text),
  no_notification_order: optional(Type.Boolean()),
  ...fieldsOfRow("cart"),
});

export const newDraftLineBody = body({ ...line, quantity: pieces });

export const draftLineChangesBody = body({
  title: optional(title),
  unit_price: optional(amount),
  quantity: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: "0 removes the line." })),
  metadata: optional(metadata),
  ...fieldsOfRow("line_item"),
});

const added = relationsAddedToCarts.map((path) => `cart.${path}`);

export const draftAnswer = ok({ draft_order: shown("AdminDraftOrder", shownDraft, added) });
export const changedDraftAnswer = ok({ draft_order: shown("AdminChangedDraftOrder", changedDraft, added) });
export const updatedDraftAnswer = ok({ draft_order: shown("AdminUpdatedDraftOrder", updatedDraft, added) });

export const orderOfDraft = {
  ...adminOrder,
  fields: adminOrder.fields!.filter((field) => !leftOutOfPaidDraft.fields.includes(field)),
  relations: adminOrder.relations!.filter((path) => !leftOutOfPaidDraft.relations.includes(path)),
  exceptions: { ...adminOrder.exceptions, alwaysObject: true },
} satisfies OrderView;
