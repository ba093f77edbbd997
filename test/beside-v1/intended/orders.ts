import type { Difference } from "../difference.ts";
import type { Request } from "../pair.ts";
import { type Intended, isCancelation, messageOf, pathOf } from "./asked.ts";

/** Goods come back, and v1 gives their value. */
const isReceipt = (request: Request): boolean =>
  /^\/admin\/returns\/\{id\}\/receive$/.test(pathOf(request)) ||
  (pathOf(request) === "/admin/orders/{id}/return" &&
    (request.body as { receive_now?: unknown } | undefined)?.receive_now === true);

/** v1 shows the deleted variant of an item as null. */
const hasNullVariant = ({ within }: Difference): boolean =>
  Array.isArray(within?.v1["variants"]) && within.v1["variants"].includes(null);

/** Orders, and what follows them. */
export const orders: readonly Intended[] = [
  {
    section: "Canceling gives the money back",
    ofPlace: ({ path }, { request }) =>
      isCancelation(request) &&
      /^order\.(payments\[\]\.(amount_refunded|canceled_at|data\.status)|refunds\.length|refunded_total|refundable_amount|payment_status)$/.test(
        path,
      ),
  },
  {
    section: "Swaps, claims and returns",
    ofAnswer: ({ request, ours, v1 }) =>
      /\/(receive|return)$/.test(pathOf(request)) &&
      ours.status === 200 &&
      /^Inventory level for inventory item \w+ and location null not found/.test(messageOf(v1)),
  },
  {
    section: "An empty note is refused",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/notes/{id}" &&
      ours.status === 400 &&
      v1.status === 200 &&
      /value should not be empty/.test(messageOf(ours)),
  },
  {
    section: "Lines of other orders",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/orders\/\{id\}\/(fulfillment|return|swaps|claims)$/.test(pathOf(request)) &&
      ours.status === 404 &&
      v1.status === (pathOf(request).endsWith("/fulfillment") ? 200 : 400) &&
      /^Line item with/.test(messageOf(ours)),
  },
  {
    section: "The taxes of an order are those it was placed with",
    ofPlace: ({ path, v1 }) =>
      /^(data|orders?(\[\])?)\.shipping_methods\[\]\.tax_lines\[\]\.(id|\w+_at|metadata)$/.test(path) &&
      v1 === undefined,
  },
  {
    section: "Orders take metadata",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}" &&
      ours.status === 200 &&
      /property metadata should/.test(messageOf(v1)),
  },
  {
    section: "A refund of 0 is none",
    isLasting: true,
    ofPlace: ({ path, ours, v1 }, { request }) =>
      isReceipt(request) &&
      /refund_amount$|^order\.(payments\[\]\.amount_refunded|refunds\.length|refund\w+|payment_status)$/.test(
        path,
      ) &&
      (ours === 0 || Number(v1) > 0 || path.startsWith("order.")),
  },
  {
    section: "A refund of 0 is none",
    ofPlace: ({ path, ours, v1 }) => path.endsWith("refund_amount") && ours === 0 && Number(v1) > 0,
  },
  {
    section: "Order edits",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/order-edits\/\{id\}\/(request|confirm)$/.test(pathOf(request)) &&
      /cannot have fewer than \d+ pieces/.test(messageOf(ours)) &&
      v1.status === 200,
  },
  {
    section: "Order edits",
    isLasting: true,
    ofPlace: ({ path, v1 }, { request }) =>
      pathOf(request) === "/admin/order-edits/{id}/confirm" &&
      /^order_edit\.items\[\]\.(fulfilled|shipped|returned)_quantity$/.test(path) &&
      v1 === null,
  },
  {
    section: "Order edits",
    ofPlace: ({ path }) => path.endsWith("payment_collection.amount"),
  },
  {
    section: "An order with a refund is partially refunded",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith("payment_status") && ours === "partially_refunded" && v1 === "captured",
  },
  {
    section: "Items of deleted variants",
    ofPlace: (difference) => difference.path.endsWith(".variants.length") && hasNullVariant(difference),
  },
  {
    section: "Pieces are in one place",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}/fulfillment" &&
      v1.status === 200 &&
      /^Cannot fulfill more items/.test(messageOf(ours)),
  },
  {
    section: "Pieces are in one place",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/orders\/\{id\}\/.*shipment$/.test(pathOf(request)) &&
      v1.status === 200 &&
      /^Goods of the fulfillment have come back/.test(messageOf(ours)),
  },
  {
    section: "Fulfilment",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}/fulfillment" &&
      ours.status === 200 &&
      /^Inventory item for .* not found at location$/.test(messageOf(v1)),
  },
  {
    section: "Order edits",
    ofPlace: ({ path }) => /(^|\.)returns\[\]\.items\[\]\.item_id$/.test(path),
  },
];
