import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, type QueryFilter, textFilter } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { adminOrder, type OrderView, relationsAddedToOrders } from "../../orders/orders/index.ts";
import { orderOfCanceledReturnShape } from "../v1-shapes.ts";
import { hasRefundDue } from "./refund-due-store.ts";
import { shippingChoiceFrom } from "./return.ts";
import { return_, returnReason } from "./returns-graph.ts";

const MAX_ITEMS = 500;

const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const note = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const reason = Type.Unsafe<string | null>({ type: ["string", "null"] });

const requestedItems = Type.Array(
  body({ item_id: nonEmptyText, quantity, reason_id: optional(reason), note: optional(note) }),
  { minItems: 1, maxItems: MAX_ITEMS },
);

export const returnShippingBody = body({
  option_id: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 255,
      description: "Absent: the customer ships the goods without a carrier of the shop.",
    }),
  ),
  price: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description: "What the customer pays for the return shipping. Absent: the price of the option.",
    }),
  ),
});

const refund = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: "The amount to refund. Absent: the value of the items less the return shipping.",
});

export const orderReturnBody = body({
  items: requestedItems,
  return_shipping: optional(returnShippingBody),
  // As in v1 it is accepted, but not stored.
  note: optional(note),
  receive_now: optional(
    Type.Boolean({
      default: false,
      description:
        "The items have already arrived. This request does not refund them, unless `refund_now` says so.",
    }),
  ),
  refund_now: optional(
    Type.Boolean({
      default: false,
      description:
        "With `receive_now`: the refund is paid in this request, too, as receiving the return does. For a user without " +
        "`payments:write` it is due. Needs the permission `fulfillments:write`.",
    }),
  ),
  no_notification: optional(Type.Boolean()),
  refund: optional(refund),
  location_id: optional(text),
  metadata: optional(metadata),
});

export function refuseRefundBeforeArrival({ receive_now }: Static<typeof orderReturnBody>): void {
  if (!receive_now)
    throw invalid("refund_now: only goods that are here (`receive_now`) are refunded at once");
}

export const receiveBody = body({
  items: Type.Array(body({ item_id: nonEmptyText, quantity }), { minItems: 1, maxItems: MAX_ITEMS }),
  refund: optional(refund),
  location_id: optional(text),
});

export const refundDueBody = Type.Optional(
  body({
    refund: optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_AMOUNT,
        description: "The amount to refund. Absent: the refund amount of the return.",
      }),
    ),
  }),
);

/** Customers choose the items and the shipping option, but not its price. */
export const storeReturnBody = body({
  order_id: nonEmptyText,
  items: requestedItems,
  return_shipping: optional(body({ option_id: nonEmptyText })),
});

export const adminReturn = viewOf({ entity: return_, relations: ["swap"] });

export const storeReturn = viewOf({ entity: return_, relations: ["items", "items.reason"] });

const refundDue: QueryFilter = {
  schema: Type.Boolean({
    description: "Whether the goods are back and their refund waits for `payments:write`.",
  }),
  toFilters: (isDue) => [{ kind: "custom", condition: hasRefundDue, value: String(isDue) }],
};

export const adminReturns = listQuery({
  view: { entity: return_, relations: ["swap", "order"] },
  limit: 50,
  filters: {
    id: textFilter({ comparisons: false }),
    status: anyOf({ values: return_.columns.status.values }),
    order_id: textFilter({ comparisons: false }),
    swap_id: textFilter({ comparisons: false }),
    claim_order_id: textFilter({ comparisons: false }),
    location_id: textFilter({ comparisons: false }),
    refund_due: refundDue,
    received_at: dates({ orNull: true }),
    created_at: dates(),
    updated_at: dates(),
  },
});

const withoutChannel = (names: readonly string[] = []) =>
  names.filter((name) => !name.startsWith(orderOfCanceledReturnShape.leavesOut));

export const orderOfCanceledReturn: OrderView = {
  ...adminOrder,
  fields: withoutChannel(adminOrder.fields),
  relations: withoutChannel(adminOrder.relations),
  exceptions: { ...adminOrder.exceptions, alwaysObject: orderOfCanceledReturnShape.alwaysObject },
};

/** The Idempotency-Key of the request, or the one that the server generated for it. */
export const idempotencyKeyOf = (reply: FastifyReply): string => String(reply.getHeader("idempotency-key"));

export const orderReturnRequestOf = (orderId: string, sent: Static<typeof orderReturnBody>) => ({
  orderId,
  items: sent.items,
  shipping: shippingChoiceFrom(sent.return_shipping),
  refund: sent.refund,
  receiveNow: sent.receive_now,
  noNotification: sent.no_notification,
  locationId: sent.location_id,
  metadata: sent.metadata,
});

export const storeReturnRequestOf = ({
  order_id,
  items,
  return_shipping,
}: Static<typeof storeReturnBody>) => ({
  orderId: order_id,
  items,
  shipping: return_shipping ? { ...return_shipping, isCustomer: true } : null,
});

const value = Type.String({ minLength: 1, maxLength: 255, description: "Unique among the reasons." });
const label = Type.String({ minLength: 1, maxLength: 255, description: "The text for customers." });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const parent = Type.Unsafe<string | null>({ type: ["string", "null"], description: "The parent reason." });

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

export const returnAnswers = {
  admin: ok({ return: shown("AdminReturn", adminReturn) }),
  store: ok({ return: shown("StoreReturn", storeReturn) }),
  orderOfCanceled: ok({
    order: shown("AdminOrderOfCanceledReturn", orderOfCanceledReturn, relationsAddedToOrders),
  }),
};

export const reasonResponseSchema = ok({ return_reason: shown("ReturnReasonInTree", reasonView) });

export const reasonsResponseSchema = ok({
  return_reasons: Type.Array(shown("ReturnReasonInTree", reasonView)),
});
