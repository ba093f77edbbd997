import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, MAX_INT, textFilter } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, ok, optional, text, view } from "../../../http/routes.ts";
import { adminOrder } from "../../orders/orders/index.ts";
import { return_ } from "./returns-graph.ts";

const MOST_ITEMS = 500;

const quantity = Type.Integer({ minimum: 1, maximum: MAX_INT });
const note = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const reason = Type.Unsafe<string | null>({ type: ["string", "null"] });

const wantedItems = Type.Array(
  body({ item_id: nonEmptyText, quantity, reason_id: optional(reason), note: optional(note) }),
  { minItems: 1, maxItems: MOST_ITEMS },
);

/** How goods come back, and what the shop takes for it. */
export const returnShipping = body({
  option_id: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 255,
      description: "Absent: customers send the goods on their own.",
    }),
  ),
  price: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_INT,
      description: "What the way back costs the customer; what the option costs unless it is set.",
    }),
  ),
});

const refund = Type.Integer({
  minimum: 0,
  maximum: MAX_INT,
  description: "What is given back; the value of the goods less their way back unless it is set.",
});

export const orderReturnBody = body({
  items: wantedItems,
  return_shipping: optional(returnShipping),
  // As in v1 it is taken, but not kept.
  note: optional(note),
  receive_now: optional(
    Type.Boolean({
      default: false,
      description: "The goods are here already. Their money is not given back by this request.",
    }),
  ),
  no_notification: optional(Type.Boolean()),
  refund: optional(refund),
  location_id: optional(text),
  metadata: optional(metadata),
});

export const receiveBody = body({
  items: Type.Array(body({ item_id: nonEmptyText, quantity }), { minItems: 1, maxItems: MOST_ITEMS }),
  refund: optional(refund),
  location_id: optional(text),
});

/** Customers say what they send back and how; the price is the shop's. */
export const storeReturnBody = body({
  order_id: nonEmptyText,
  items: wantedItems,
  return_shipping: optional(body({ option_id: nonEmptyText })),
});

export const returnAnswer = ok({ return: view("return") });

export const adminReturn = viewOf({ entity: return_, relations: ["swap"] });

export const storeReturn = viewOf({ entity: return_, relations: ["items", "items.reason"] });

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
    received_at: dates({ orNull: true }),
    created_at: dates(),
    updated_at: dates(),
  },
});

const withoutChannel = (names: readonly string[] = []) =>
  names.filter((name) => !name.startsWith("sales_channel"));

/** The order of a return that was canceled; as in v1 without its totals and its channel. */
export const orderOfCanceled = {
  ...adminOrder,
  fields: withoutChannel(adminOrder.fields),
  relations: withoutChannel(adminOrder.relations),
  alwaysNamed: true,
};
