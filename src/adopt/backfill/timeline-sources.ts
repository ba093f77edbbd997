/** Rows of v1 that tell of one kind of event. */
interface TimelineSource {
  /** As Tradewind announces it. */
  name: string;
  /** Rows of `placed`, the orders of the batch, joined with the rows that tell of the event. */
  from: string;
  /** When it happened; rows where it is null do not count. */
  at: string;
  /** The id of what the event is about. */
  entity: string;
  /** The key in `data` that tells apart events of one name about one entity, and its value. */
  part?: { key: string; id: string };
  /** The rest of `data`, as pairs of names and values. */
  data?: string;
  /** The user or the customer who did it. */
  by?: string;
}

const ofOrder = (table: string, alias: string) =>
  `placed join ${table} ${alias} on ${alias}.order_id = placed.id`;
const swaps = `${ofOrder("swap", "swap")} and swap.deleted_at is null`;
const claims = `${ofOrder("claim_order", "claim")} and claim.deleted_at is null`;
const returns = ofOrder('"return"', "back");
const edits = ofOrder("order_edit", "edit");

const withNotification = (row: string) => `'no_notification', ${row}.no_notification`;
const ofFulfillment = (row: string) =>
  `'no_notification', coalesce(made.no_notification, ${row}.no_notification)`;

/** What happens to a fulfillment of an order, swap or claim. */
const shipping = (kind: string, row: string, from: string): TimelineSource[] =>
  (
    [
      ["fulfillment_created", "created_at"],
      ["shipment_created", "shipped_at"],
      ["fulfillment_canceled", "canceled_at"],
    ] as const
  ).map(([event, column]) => ({
    name: `${kind}.${event}`,
    from,
    at: `made.${column}`,
    entity: `${row}.id`,
    part: { key: "fulfillment_id", id: "made.id" },
    data: ofFulfillment(row),
  }));

const editStep = (step: string, name = step): TimelineSource => ({
  name: `order-edit.${name}`,
  from: edits,
  at: `edit.${step}_at`,
  entity: "edit.id",
  by: `edit.${step}_by`,
});

const returnStep = (name: string, at: string): TimelineSource => ({
  name,
  from: returns,
  at,
  entity: "placed.id",
  part: { key: "return_id", id: "back.id" },
  data: withNotification("back"),
});

const orderStep = (name: string, at: string): TimelineSource => ({
  name,
  from: "placed",
  at,
  entity: "placed.id",
  data: withNotification("placed"),
});

const swapStep = (name: string, at: string): TimelineSource => ({
  name,
  from: swaps,
  at,
  entity: "swap.id",
  data: withNotification("swap"),
});

const claimStep = (name: string, at: string): TimelineSource => ({
  name,
  from: claims,
  at,
  entity: "claim.id",
  data: withNotification("claim"),
});

// Announced once, when nothing is left to capture.
const CAPTURED = `(select max(paid.captured_at) from payment paid
  where paid.order_id = placed.id and paid.swap_id is null and paid.canceled_at is null
  having bool_and(paid.captured_at is not null))`;

/** v1 does not say which swap or claim a refund is for: it is the first one after it. */
const refundFor = (
  reason: string,
  row: string,
  status: string,
) => `case when ${row}.payment_status = '${status}' then
  (select min(paid_back.created_at) from refund paid_back
    where paid_back.order_id = placed.id and paid_back.reason = '${reason}' and paid_back.created_at >= ${row}.created_at) end`;

/**
 * Of events at the same moment, the earlier ones in this list come first. v1 has no time for some of them, such as the
 * cancellation of a return; nothing changes such a row later, so that the time of its last change counts.
 */
export const timelineSources: readonly TimelineSource[] = [
  {
    name: "draft_order.created",
    from: "placed join draft_order draft on draft.id = placed.draft_order_id",
    at: "draft.created_at",
    entity: "draft.id",
  },
  orderStep("order.placed", "placed.created_at"),
  orderStep("order.payment_captured", CAPTURED),
  editStep("created"),
  editStep("requested"),
  editStep("confirmed"),
  editStep("declined"),
  editStep("canceled"),
  ...shipping("order", "placed", ofOrder("fulfillment", "made")),
  returnStep(
    "order.return_requested",
    "case when back.swap_id is null and back.claim_order_id is null then back.created_at end",
  ),
  swapStep("swap.created", "swap.created_at"),
  claimStep("claim.created", "claim.created_at"),
  swapStep("swap.payment_completed", "swap.confirmed_at"),
  ...shipping("swap", "swap", `${swaps} join fulfillment made on made.swap_id = swap.id`),
  ...shipping("claim", "claim", `${claims} join fulfillment made on made.claim_order_id = claim.id`),
  returnStep("order.items_returned", "case when back.swap_id is null then back.received_at end"),
  {
    name: "swap.received",
    from: `${swaps} join "return" back on back.swap_id = swap.id`,
    at: "back.received_at",
    entity: "swap.id",
    data: `'order_id', placed.id, ${withNotification("back")}`,
  },
  returnStep(
    "order.return_action_required",
    "case when back.status = 'requires_action' then back.updated_at end",
  ),
  returnStep("order.return_canceled", "case when back.status = 'canceled' then back.updated_at end"),
  {
    name: "order.refund_created",
    // The refunds of returns, swaps and claims are told by other events.
    from: `${ofOrder("refund", "refund")} and refund.reason in ('discount', 'other')`,
    at: "refund.created_at",
    entity: "placed.id",
    part: { key: "refund_id", id: "refund.id" },
    data: withNotification("placed"),
  },
  swapStep("swap.refund_processed", refundFor("swap", "swap", "difference_refunded")),
  claimStep("claim.refund_processed", refundFor("claim", "claim", "refunded")),
  swapStep("swap.canceled", "swap.canceled_at"),
  claimStep("claim.canceled", "claim.canceled_at"),
  orderStep("order.canceled", "placed.canceled_at"),
  {
    name: "note.created",
    from: "placed join note on note.resource_id = placed.id and note.deleted_at is null",
    at: "note.created_at",
    entity: "note.id",
    by: "note.author_id",
  },
];
